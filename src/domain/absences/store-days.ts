// Rows of absenceDays as they should be, against those that are: the difference is written, and the accounts of the days
// that it means something to are counted again. What an approved day is credited never changes.
import type { Columns, Row, View } from '#resource/rule.ts';
import { earlierDate, laterDate } from '#values/date-range.ts';
import { refuseApprovedDates } from '../days/refuse-approved-day.ts';
import { absenceStatus } from '../absence-days/absence-kind.ts';

/** A day that should stand, without id and stamp. */
export type WantedDay = Columns<'absenceDays'> & { readonly date: string };

/**
 * Adds, changes and removes rows until there is one for each wanted day; there is one row a date, all of one person.
 * Refuses to change what is granted on an approved day.
 */
export function storeDays(
  existing: readonly Row<'absenceDays'>[],
  wanted: readonly WantedDay[],
  view: View,
): void {
  const changed = changedDays(existing, wanted);
  const person = (wanted[0] ?? existing[0])?.user_id;
  if (typeof person !== 'number') return;
  refuseApprovedDates(view, {
    userId: person,
    dates: changed
      .filter(({ before, after }) => isCredited(before) || isCredited(after))
      .map(({ date }) => date),
    sent: { field: 'id', value: (wanted[0] ?? existing[0])?.request_id },
  });
  write(existing, wanted, view);
  if (changed.length === 0) return;
  const dates = changed.map(({ date }) => date);
  view.stale(person, { frames: { from: dates.reduce(earlierDate), to: dates.reduce(laterDate) } });
}

/** A day that comes (`before` is empty), means something else, or goes. */
interface ChangedDay {
  readonly date: string;
  readonly before: Row<'absenceDays'> | undefined;
  readonly after: WantedDay | undefined;
}

function changedDays(
  existing: readonly Row<'absenceDays'>[],
  wanted: readonly WantedDay[],
): readonly ChangedDay[] {
  const had = new Map(existing.map((row) => [row.date, row]));
  const has = new Map(wanted.map((row) => [row.date, row]));
  const all = [...new Set([...had.keys(), ...has.keys()])];
  return all
    .map((date) => ({ date, before: had.get(date), after: has.get(date) }))
    .filter(({ before, after }) =>
      counted.some((name) => (before?.[name] ?? null) !== (after?.[name] ?? null)),
    );
}

/** Whether the account of the day has anything of it. */
function isCredited(day: WantedDay | undefined): boolean {
  return day?.status === absenceStatus.granted && day.value !== 0;
}

function write(existing: readonly Row<'absenceDays'>[], wanted: readonly WantedDay[], view: View): void {
  const gone = new Map(existing.map((row) => [row.date, row]));
  const added: WantedDay[] = [];
  for (const day of wanted) {
    const row = gone.get(day.date);
    gone.delete(day.date);
    if (row === undefined) added.push(day);
    else view.update('absenceDays', row.id, day);
  }
  view.insertAll('absenceDays', added);
  for (const row of gone.values()) view.remove('absenceDays', row.id);
}

/** What accounts read of a day. */
const counted = ['value', 'seconds', 'value_unit', 'status', 'type', 'subtype_id', 'counts_as_work'] as const;
