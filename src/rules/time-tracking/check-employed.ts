// What is booked lies within employment: not before the day of entry, and not after the day of exit.
import { ApiError } from '#errors/api-error.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import { employedFrom, employedUntil } from '#values/employment.ts';
import { together } from '#values/together.ts';
import { anyDiffers, differs } from '../change.ts';
import { isMarked } from './timer-marks.ts';

/** Refuses times outside the employment of the person, and what would run on after it. */
export const checkEmployed: Rule<'timeTrackings'> = async (change, view) => {
  if (change.verb === 'delete') return;
  if (!anyDiffers(change, ['start_instant', 'end_instant', 'user_id'])) return;
  const { after, now } = change;
  const user = (await view.get('users', after['user_id'] as number)) as Row;
  const from = employedFrom(user) ?? -Infinity;
  const until = employedUntil(user) ?? Infinity;
  const start = after['start_instant'] as number;
  const end = (after['end_instant'] as number | null) ?? Math.max(start, now);
  if (start < from || start >= until) throw outside('start_time', after, user);
  // What runs ends within a minute after the exit; who stops it before that is not in the wrong.
  if (end > until && !isMarked(change, 'stops')) throw outside('end_time', after, user);
};

function outside(field: 'start_time' | 'end_time', tracking: Row, user: Row): ApiError {
  const [entry, exit] = [user['entry_date'] ?? 'the beginning', user['exit_date']];
  const time = tracking[field] == null ? 'empty' : `${tracking[field]} (${tracking[`${field}_timezone`]})`;
  const message = `${field} is ${time}; user ${user['id']} is employed from ${entry} ${exit === null ? 'on' : `to ${exit}`}.`;
  return new ApiError('rule_broken', message, { field });
}

/** How many bookings a refusal names. */
const named = 3;

/** Refuses an exit before what is booked already, and names it. What runs then ends with the day of the exit. */
export const keepBookingsWithin: Rule<'users'> = async (change, view) => {
  if (change.verb !== 'update' || !differs(change, 'exit_date')) return;
  const until = employedUntil(change.after);
  if (until === null) return;
  const later = await bookingsAfter(view, change.after['id'] as number, until);
  if (later.length === 0) return;
  const list = later.slice(0, named).map((row) => `${row['id']} of ${row['start_date']}`);
  const more = later.length > named ? ' and more' : '';
  const message = `exit_date is ${change.after['exit_date']}; time trackings reach beyond it: ${list.join(', ')}${more}. Delete or shorten them first.`;
  throw new ApiError('rule_broken', message, { field: 'exit_date' });
};

/** Bookings never overlap: of those that begin before, only the last can reach beyond. */
async function bookingsAfter(view: View, userId: number, until: number): Promise<readonly Row[]> {
  const ofUser = { column: 'user_id', is: '=', value: userId } as const;
  const [[last], later] = await together([
    view.find('timeTrackings', [ofUser, { column: 'start_instant', is: '<', value: until }], {
      orderBy: ['-start_instant'],
      limit: 1,
    }),
    view.find('timeTrackings', [ofUser, { column: 'start_instant', is: '>=', value: until }], {
      orderBy: ['start_instant'],
      limit: named + 1,
    }),
  ]);
  const reaches = last !== undefined && ((last['end_instant'] ?? 0) as number) > until;
  return [...(reaches ? [last] : []), ...later];
}
