// Reads what a screen shows while it is open, again when the address changes, and what the server tells meanwhile.
import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Query, Reading } from '../store/readings.ts';
import { pulls } from '../store/sync.ts';

/** `query` may look at signals: when one of them changes, everything is read anew. */
export function useReading(
  of: Pick<Reading<object>, 'load' | 'refresh'>,
  resource: string,
  query: () => Query,
): void {
  useEffect(() => effect(() => void of.load(resource, query())), []);
  useEffect(() => effect(() => void (pulls.value > 0 && of.refresh())), []);
}
