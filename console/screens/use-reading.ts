// Reads what a screen shows while it is open, again when the address changes, and what the server tells meanwhile.
import { effect, untracked } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Query, Reading } from '../store/readings.ts';
import { pulls } from '../store/sync.ts';

/**
 * `query` may look at signals: when one of them changes, everything is read anew; `null`: nothing is to be read. `first` narrows
 * the query to the rows in sight, which are read before the others.
 */
export function useReading(
  of: Pick<Reading<object>, 'load' | 'refresh'>,
  resource: string,
  query: () => Query | null,
  first: () => Query | null = () => null,
): void {
  useEffect(
    () =>
      effect(() => {
        const asked = query();
        if (asked !== null) void of.load(resource, asked, { first: untracked(first) });
      }),
    [],
  );
  // Only a pull refreshes: what a read looks at, such as who is logged in, is none.
  useEffect(() => effect(() => void (pulls.value > 0 && untracked(() => of.refresh()))), []);
}
