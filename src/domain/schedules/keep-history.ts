// What holds for a person from a date on, such as department, schedule and allowance of overtime: what they have now stands
// in their row, what they had before in an internal table. A new value never changes what held before its date.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers, differs, rowId } from '../change.ts';
import { beginningOf, firstDifference, sinceEver, withEntry, type Entry } from './history.ts';
import { renewUse } from './schedule-state.ts';
import { storeEntries } from './store-entries.ts';
import { today } from './today.ts';

/** The columns of users that have a history, with the column that says from when the value holds. */
export const dated = [
  ['department_id', 'department_id_valid_from'],
  ['timesheet_template_id', 'timesheet_template_id_valid_starting_from'],
  ['public_holiday_template_id', 'public_holiday_template_id_valid_from'],
  ['automatic_break_template_id', 'automatic_break_template_valid_starting_from'],
  ['overtime_allowance_is_all_in', 'overtime_allowance_is_all_in_valid_starting_from'],
  [
    'overtime_allowance_included_overtime_hours_per_cycle',
    'overtime__all_inc_ov_hours_per_cycle_valid_starting_from',
  ],
  ['working_time_balance_rule', 'working_time_balance_rule_valid_from'],
  ['working_time_balance_rule_cycle_id', 'working_time_balance_rule_valid_from'],
] as const;
/** A column of users that has a history. */
export type DatedColumn = (typeof dated)[number][0];
type DateColumn = (typeof dated)[number][1];

/** All of them. */
export const datedColumns: readonly DatedColumn[] = dated.map(([column]) => column);

/** A person has one of each of these at all times; of the others also none. */
const alwaysHad: ReadonlySet<DatedColumn> = new Set([
  'department_id',
  'timesheet_template_id',
  'public_holiday_template_id',
]);

/** Stands in the history where a person has none. */
const none = 0;

/** The columns whose values hold from the date in this column. */
function columnsWith(date: DateColumn): readonly DatedColumn[] {
  return dated.filter((one) => one[1] === date).map(([column]) => column);
}

/** Whether the change says another value of the column, or another date of all that hold from it. */
function isGivenAnew(change: Change<'users'>, column: DatedColumn, date: DateColumn): boolean {
  return differs(change, column) || (differs(change, date) && !anyDiffers(change, columnsWith(date)));
}

/**
 * A change without a date holds from today on the person's calendar; an empty date is none. The row shows the date from
 * which the value then really holds, nothing where it does since ever.
 */
export const dateChanges: Rule<'users'> = (change, view) => {
  if (change.verb !== 'update') return;
  const { after, before, given } = change;
  for (const [column, date] of dated) {
    const day = today(change, after.timezone ?? 'UTC');
    const columns = columnsWith(date);
    const sent = given.has(date) && after[date] !== null;
    if (!sent) after[date] = anyDiffers(change, columns) ? day : (before?.[date] ?? null);
    const value = heldIn(after, column);
    const begin = after[date];
    if (value === null || begin === null || !isGivenAnew(change, column, date)) continue;
    const isDateAlone = !columns.some((name) => given.has(name));
    const entries = storedHistory(view, { person: rowId(change), column }).map(entryOf);
    const entry = { from: begin, value, isDateAlone };
    const from = beginningOf(entries, entry, day);
    after[date] = from === sinceEver ? null : from;
  }
};

/** Writes the history of a new or changed person; answers from which day on each column holds another value. */
export function keepHistory(change: Change<'users'>, view: View): ReadonlyMap<DatedColumn, string> {
  const since = new Map<DatedColumn, string>();
  for (const [column, date] of dated) {
    if (!isGivenAnew(change, column, date)) continue;
    const value = heldIn(change.after, column);
    if (value === null) continue;
    const from = change.after[date] ?? sinceEver;
    const place = { person: rowId(change), column };
    const written = writeEntry(view, place, { from, value, created_at: change.now });
    if (written.since !== null) since.set(column, written.since);
    if (column === 'timesheet_template_id') renewSchedules(change, view, written.dropped);
  }
  return since;
}

/** Begins the history of a person who was there before there was one: what they have holds since ever. */
export function beginHistory(person: Row<'users'>, view: View): void {
  const id = person.id;
  for (const [column] of dated) {
    const value = heldIn(person, column);
    if (value === null) continue;
    writeEntry(view, { person: id, column }, { from: sinceEver, value, created_at: null });
    if (column === 'timesheet_template_id') renewUse(view, value, { id, hasIt: true });
  }
}

/** What the history notes of a column; `null`: nothing. */
function heldIn(person: Row<'users'>, column: DatedColumn): number | null {
  return person[column] ?? (alwaysHad.has(column) ? null : none);
}

/** Ends the history of a person who is deleted. */
export const endHistory: Rule<'users'> = (change, view) => {
  if (change.verb !== 'delete') return;
  const rows = view.find('personHistory', [{ column: 'user_id', is: '=', value: rowId(change) }]);
  for (const row of rows) view.remove('personHistory', row.id);
  const schedules = rows
    .filter(({ kind }) => kind === 'timesheet_template_id')
    .map(({ value_id }) => value_id);
  for (const schedule of new Set(schedules)) renewUse(view, schedule, { id: rowId(change), hasIt: false });
};

function renewSchedules(change: Change<'users'>, view: View, dropped: readonly number[]): void {
  const has = change.after.timesheet_template_id;
  const had = change.before?.timesheet_template_id;
  for (const schedule of new Set([...dropped, had, has]))
    if (schedule != null) renewUse(view, schedule, { id: rowId(change), hasIt: schedule === has });
}

/** Answers the values of entries that had to go, and the first day on which something else holds. */
function writeEntry(
  view: View,
  place: HistoryPlace,
  { created_at, ...entry }: Entry & { readonly created_at: number | null },
): { readonly dropped: readonly number[]; readonly since: string | null } {
  const stored = storedHistory(view, place);
  const before = stored.map(entryOf);
  if (before.length === 0 && entry.value === none) return { dropped: [], since: null };
  const entries = withEntry(before, entry);
  const wanted = entries.map(({ from, value }) => ({
    user_id: place.person,
    kind: place.column,
    valid_from: from,
    value_id: value,
  }));
  const dropped = storeEntries(view, {
    resource: 'personHistory',
    stored,
    wanted,
    stamp: { created_at },
  });
  return { dropped: dropped.map(({ value_id }) => value_id), since: firstDifference(before, entries) };
}

/** One of the histories of a person. */
interface HistoryPlace {
  readonly person: number;
  readonly column: DatedColumn;
}

function storedHistory(view: View, { person, column }: HistoryPlace): readonly Row<'personHistory'>[] {
  return view.find(
    'personHistory',
    [
      { column: 'user_id', is: '=', value: person },
      { column: 'kind', is: '=', value: column },
    ],
    { orderBy: ['valid_from'] },
  );
}

/** An entry of the stored history. */
export function entryOf(row: Row<'personHistory'>): Entry {
  return { from: row.valid_from, value: row.value_id };
}
