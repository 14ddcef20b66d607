// What is booked lies within employment: not before the day of entry, and not after the day of exit.
import { ApiError } from '#errors/api-error.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import { employedTimes, formerEmployments, type EmployedTime } from '#values/employment.ts';
import { anyDiffers, differs } from '../change.ts';
import { cutTracking } from './cut-tracking.ts';
import { isMarked, isRecorded } from './timer-marks.ts';
import { knownRow } from '../known-row.ts';
import { together } from '#resource/missing.ts';

/** Refuses times outside the employment of the person, and what would run on after it. */
export const checkEmployed: Rule<'timeTrackings'> = (change, view) => {
  if (change.verb === 'delete') return;
  if (!anyDiffers(change, ['start_instant', 'end_instant', 'user_id'])) return;
  const { after, now } = change;
  const user = knownRow(view, 'users', after.user_id);
  const start = after.start_instant;
  const end = after.end_instant ?? Math.max(start, now);
  const employed = employedTimes(user).find((one) => isIn(one, start));
  if (employed === undefined) throw outside('start_time', after, user);
  const until = employed.until ?? Infinity;
  // What runs ends within a minute after the exit; who stops it before that is not in the wrong.
  if (end <= until || isMarked(change, 'stops')) return;
  if (!isRecorded(change) || after.end_instant !== null) throw outside('end_time', after, user);
  // The clock of a device without connection does not know that the employment is over.
  Object.assign(after, cutTracking(after, { start: until, end: null }).kept);
};

function isIn({ from, until }: EmployedTime, moment: number): boolean {
  return (from ?? -Infinity) <= moment && moment < (until ?? Infinity);
}

function outside(
  field: 'start_time' | 'end_time',
  tracking: Row<'timeTrackings'>,
  user: Row<'users'>,
): ApiError {
  const time = tracking[field] == null ? 'empty' : `${tracking[field]} (${tracking[`${field}_timezone`]})`;
  const message = `${field} is ${time}; user ${user.id} is employed ${datesOf(user)}.`;
  return new ApiError('rule_broken', message, { field });
}

/** `from 2026-01-01 to 2026-03-31 and from 2026-06-01 on`. */
function datesOf(user: Row<'users'>): string {
  const present = { entry: user.entry_date ?? null, exit: user.exit_date ?? null };
  return [...formerEmployments(user), present]
    .map(({ entry, exit }) => `from ${entry ?? 'the beginning'} ${exit === null ? 'on' : `to ${exit}`}`)
    .join(' and ');
}

/** How many bookings a refusal names. */
const named = 3;

/** Refuses an exit before what is booked already, and names it. What runs then ends with the day of the exit. */
export const keepBookingsWithin: Rule<'users'> = (change, view) => {
  if (change.verb !== 'update' || !differs(change, 'exit_date')) return;
  const until = employedTimes(change.after).at(-1)?.until ?? null;
  const { id, exit_date: exit } = change.after;
  if (until === null || exit === null) return;
  const later = bookingsAfter(view, id, { until });
  if (later.length > 0) throw reachBeyond(exit, later);
};

/** Refuses employments of a person (the row of users as it will be) after which something is booked outside of them. */
export function refuseBookingsOutside(view: View, user: Row<'users'>): void {
  const times = employedTimes(user);
  const exits = [...formerEmployments(user).map(({ exit }) => exit), user.exit_date];
  for (const [index, { until }] of times.entries()) {
    if (until === null) continue;
    const before = times[index + 1]?.from ?? null;
    const later = bookingsAfter(view, user.id, { until, before });
    if (later.length > 0) throw reachBeyond(exits[index] ?? '', later);
  }
}

/** Refuses a first employment (the row of users as it will be) that begins after a booking. */
export function refuseBookingsBefore(view: View, user: Row<'users'>): void {
  const from = employedTimes(user)[0]?.from ?? null;
  if (from === null) return;
  const earlier = view.find(
    'timeTrackings',
    [
      { column: 'user_id', is: '=', value: user.id },
      { column: 'start_instant', is: '<', value: from },
    ],
    { orderBy: ['start_instant'], limit: named + 1 },
  );
  if (earlier.length === 0) return;
  const entry = formerEmployments(user)[0]?.entry ?? user.entry_date;
  const message = `entry_date is ${entry}; time trackings begin before it: ${listed(earlier)}. Delete or move them first.`;
  throw new ApiError('rule_broken', message, { field: 'entry_date' });
}

function reachBeyond(exit: string, later: readonly Row<'timeTrackings'>[]): ApiError {
  const message = `exit_date is ${exit}; time trackings reach beyond it: ${listed(later)}. Delete or shorten them first.`;
  return new ApiError('rule_broken', message, { field: 'exit_date' });
}

function listed(trackings: readonly Row<'timeTrackings'>[]): string {
  const list = trackings.slice(0, named).map((row) => `${row.id} of ${row.start_date}`);
  return `${list.join(', ')}${trackings.length > named ? ' and more' : ''}`;
}

/** Bookings never overlap: of those that begin before, only the last can reach beyond. */
function bookingsAfter(
  view: View,
  userId: number,
  { until, before = null }: { readonly until: number; readonly before?: number | null },
): readonly Row<'timeTrackings'>[] {
  const ofUser = { column: 'user_id', is: '=', value: userId } as const;
  const [[last], later] = together([
    () =>
      view.find('timeTrackings', [ofUser, { column: 'start_instant', is: '<', value: until }], {
        orderBy: ['-start_instant'],
        limit: 1,
      }),
    () =>
      view.find(
        'timeTrackings',
        [
          ofUser,
          { column: 'start_instant', is: '>=', value: until },
          ...(before === null ? [] : [{ column: 'start_instant', is: '<', value: before } as const]),
        ],
        { orderBy: ['start_instant'], limit: named + 1 },
      ),
  ]);
  const reaches = last !== undefined && (last.end_instant ?? 0) > until;
  return [...(reaches ? [last] : []), ...later];
}
