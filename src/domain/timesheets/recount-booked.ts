// After the way changed in which bookings count: the days on which somebody worked are counted again.
import type { ReadView, View } from '#resource/rule.ts';
import { allDates } from '#values/date-range.ts';
import { sundayOf } from './count-days.ts';

/** Everybody who has a working time account. */
export function accountedPeople(view: ReadView): readonly number[] {
  const found = view.find('users', [{ column: 'accounted_until', is: 'not null' }], {
    columns: ['id'],
  });
  return found.map(({ id }) => id);
}

/**
 * Counts a person's days of work again, from a date on. Without a beginning of work there is no break. Days are looked at as they are
 * stored: one that is stale is counted again anyway, and the people before this one have their turns after the rule.
 */
export function recountBooked(view: View, userId: number, from: string = allDates.from): void {
  const days = view.find(
    'timesheetAccountings',
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'date', is: '>=', value: from },
      { column: 'begin_time', is: 'not null' },
    ],
    { columns: ['date'], orderBy: ['date'], asStored: true },
  );
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (first !== undefined && last !== undefined)
    view.stale(userId, { bookings: { from: first, to: sundayOf(last) } });
}
