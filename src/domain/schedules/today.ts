// The date on which something is written.
import type { Change } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';

/** The date of a change in a zone. */
export function today({ now }: Pick<Change, 'now'>, zone = 'UTC'): string {
  return localText(now, zone).slice(0, 10);
}
