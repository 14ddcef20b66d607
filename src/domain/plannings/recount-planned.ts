// After a planned shift came, changed or went, the accounts of its days are counted again.
import type { Rule } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { localText } from '#values/time-zone.ts';
import { anyDiffers } from '../change.ts';

/** What planned working time is worked out from. */
const planned = [
  'start_instant',
  'end_instant',
  'start_time_timezone',
  'is_nonworking',
  'is_paid_non_working',
] as const;

/** Counts again what is planned on the dates of the shift, as it was and as it is. */
export const recountPlanned: Rule<'timePlannings'> = (change, view) => {
  const { before, after } = change;
  if (change.verb === 'update' && !anyDiffers(change, planned)) return;
  const rows = before === null ? [after] : [before, after];
  const instants = rows.flatMap((row) => [row.start_instant, row.end_instant]);
  // What it covered of another shift falls on dates of that one's zone: at most one off those in UTC.
  const dateOf = (instant: number): string => localText(instant, 'UTC').slice(0, 10);
  const from = dateAfter(dateOf(Math.min(...instants)), -1);
  const to = dateAfter(dateOf(Math.max(...instants)), 1);
  view.stale(after.user_id, { frames: { from, to } });
};
