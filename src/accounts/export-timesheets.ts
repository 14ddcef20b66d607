// The timesheets of an account for who runs the server: everybody's, or those of one person.
import type { Writable } from 'node:stream';
import type { Engine } from '#engine/engine.ts';
import { readView } from '#engine/read-view.ts';
import { exportTimesheets, type TimesheetFormat } from '#export/export-timesheets.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import { accountedWithin } from '#rules/accounts/employment.ts';
import type { DateRange } from '#rules/schedules/person-days.ts';
import { AccountError } from './account-error.ts';
import { findPeople, type AskedPeople } from './find-people.ts';

/** What is asked for. */
export interface AskedTimesheets extends AskedPeople {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly format: TimesheetFormat;
}

/** Writes them by name; answers of how many people. Throws {@link AccountError} when there is nobody to write of. */
export async function exportAccount(engine: Engine, out: Writable, asked: AskedTimesheets): Promise<number> {
  const { account, people } = await findPeople(engine, asked, (person) => person);
  const read = <T>(work: (view: ReadView) => Promise<T>): Promise<T> =>
    engine.database.read(account.id, (tx) => work(readView({ tx, accountId: account.id }, engine.schema)));
  const { month, format, username } = asked;
  const datesOf = (user: Row): DateRange | null => accountedWithin(user, daysOf(month));
  if (!(await read((view) => hasDays(view, people, datesOf)))) {
    const whose =
      username === null
        ? `No working time account of ${account.name}`
        : `The working time account of "${username}"`;
    throw new AccountError(`${whose} has ${username === null ? 'a' : 'no'} day in ${month}.`);
  }
  const company = await read((view) => view.setting('company_name'));
  return exportTimesheets(out, {
    format,
    heading: { company, month, writtenAt: engine.clock() },
    people: byName(people).map((person) => person['id'] as number),
    datesOf,
    read,
  });
}

/** Whether the account of any of these people has a row of a date that counts. */
async function hasDays(
  view: ReadView,
  people: readonly Row[],
  datesOf: (user: Row) => DateRange | null,
): Promise<boolean> {
  for (const person of people) {
    const dates = datesOf(person);
    if (dates === null) continue;
    const [day] = await view.find(
      'timesheetAccountings',
      [
        { column: 'user_id', is: '=', value: person['id'] ?? null },
        { column: 'date', is: '>=', value: dates.from },
        { column: 'date', is: '<=', value: dates.to },
      ],
      { limit: 1 },
    );
    if (day !== undefined) return true;
  }
  return false;
}

function daysOf(month: string): DateRange {
  const first = Temporal.PlainDate.from(`${month}-01`);
  return { from: first.toString(), to: first.with({ day: first.daysInMonth }).toString() };
}

function byName(people: readonly Row[]): readonly Row[] {
  const { compare } = new Intl.Collator('en');
  const key = (row: Row): string => `${row['lastname'] ?? ''} ${row['firstname'] ?? ''}`;
  return people.toSorted(
    (one, other) => compare(key(one), key(other)) || Number(one['id']) - Number(other['id']),
  );
}
