// Department, schedule and calendar of a person, with the dates from which they hold: what they have now stands in
// their row, what they had before in an internal table. A new value never changes what held before its date.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers, differs, rowId } from '../change.ts';
import { sinceEver, withEntry, type Entry } from './history.ts';
import { renewUse } from './schedule-state.ts';
import { storeEntries } from './store-entries.ts';
import { today } from './today.ts';

/** The columns of users that have a history, with the column that says from when the value holds. */
const datedColumns = {
  department_id: 'department_id_valid_from',
  timesheet_template_id: 'timesheet_template_id_valid_starting_from',
  public_holiday_template_id: 'public_holiday_template_id_valid_from',
} as const;
/** A key of {@link datedColumns}. */
export type DatedColumn = keyof typeof datedColumns;

const dated = Object.entries(datedColumns) as readonly (readonly [DatedColumn, string])[];

/** A change without a date holds from today on the person's calendar; an empty date is none. */
export const dateChanges: Rule = (change) => {
  if (change.verb !== 'update') return;
  const { after, before, given } = change;
  for (const [column, date] of dated) {
    const sent = given.has(date) && after[date] !== null;
    if (sent) continue;
    after[date] = differs(change, column)
      ? today(change, (after['timezone'] as string | null) ?? 'UTC')
      : (before?.[date] ?? null);
  }
};

/** Writes the history of a new or changed person. */
export const keepHistory: Rule = async (change, view) => {
  if (change.verb === 'delete') return;
  for (const [column, date] of dated) {
    if (!anyDiffers(change, [column, date])) continue;
    const value = change.after[column];
    if (typeof value !== 'number') continue;
    const from = (change.after[date] as string | null) ?? sinceEver;
    const dropped = await writeEntry(view, { person: rowId(change), column }, { from, value });
    if (column === 'timesheet_template_id') await renewSchedules(change, view, dropped);
  }
};

/** Begins the history of a person who was there before there was one: what they have holds since ever. */
export async function beginHistory(person: Row, view: View): Promise<void> {
  const id = person['id'] as number;
  for (const [column] of dated) {
    const value = person[column];
    if (typeof value !== 'number') continue;
    await writeEntry(view, { person: id, column }, { from: sinceEver, value });
    if (column === 'timesheet_template_id') await renewUse(view, value, { id, hasIt: true });
  }
}

/** Ends the history of a person who is deleted. */
export const endHistory: Rule = async (change, view) => {
  if (change.verb !== 'delete') return;
  const rows = await view.find('personHistory', [{ column: 'user_id', is: '=', value: rowId(change) }]);
  for (const row of rows) await view.remove('personHistory', row['id'] as number);
  const schedules = rows.filter(({ kind }) => kind === 'timesheet_template_id').map(valueOf);
  for (const schedule of new Set(schedules))
    await renewUse(view, schedule, { id: rowId(change), hasIt: false });
};

async function renewSchedules(change: Change, view: View, dropped: readonly number[]): Promise<void> {
  const has = change.after['timesheet_template_id'];
  const had = change.before?.['timesheet_template_id'];
  for (const schedule of new Set([...dropped, had, has]))
    if (typeof schedule === 'number')
      await renewUse(view, schedule, { id: rowId(change), hasIt: schedule === has });
}

/** Answers the values of entries that had to go. */
async function writeEntry(
  view: View,
  { person, column }: { person: number; column: DatedColumn },
  entry: Entry,
): Promise<readonly number[]> {
  const stored = await view.find(
    'personHistory',
    [
      { column: 'user_id', is: '=', value: person },
      { column: 'kind', is: '=', value: column },
    ],
    { orderBy: ['valid_from'] },
  );
  const entries = withEntry(stored.map(entryOf), entry);
  const wanted = entries.map(({ from, value }) => ({
    user_id: person,
    kind: column,
    valid_from: from,
    value_id: value,
  }));
  return (await storeEntries(view, { resource: 'personHistory', stored, wanted })).map(valueOf);
}

/** An entry of the stored history. */
export function entryOf(row: Row): Entry {
  return { from: row['valid_from'] as string, value: valueOf(row) };
}

function valueOf(row: Row): number {
  return row['value_id'] as number;
}
