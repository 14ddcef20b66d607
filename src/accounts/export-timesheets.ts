// The timesheets of an account for who runs the server: everybody's, or those of one person.
import type { Writable } from 'node:stream';
import type { Engine } from '#engine/engine.ts';
import { readView } from '#engine/read-view.ts';
import { exportTimesheets, type TimesheetFormat } from '#export/export-timesheets.ts';
import type { ReadView, Row } from '#resource/rule.ts';
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
  const { account, people } = await findPeople(engine, asked);
  const read = <T>(work: (view: ReadView) => Promise<T>): Promise<T> =>
    engine.database.read(account.id, (tx) => work(readView({ tx, accountId: account.id }, engine.schema)));
  const { month, format, username } = asked;
  if ((await read((view) => countDays(view, month, username === null ? null : people[0]))) === 0) {
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
    read,
  });
}

/** How many days accounts have in the month; of one person unless it is `null`. */
function countDays(view: ReadView, month: string, person: Row | null | undefined): Promise<number> {
  const whose =
    person == null ? [] : [{ column: 'user_id', is: '=', value: person['id'] as number } as const];
  return view.count('timesheetAccountings', [
    ...whose,
    { column: 'date', is: '>=', value: `${month}-01` },
    { column: 'date', is: '<=', value: `${month}-31` },
  ]);
}

function byName(people: readonly Row[]): readonly Row[] {
  const { compare } = new Intl.Collator('en');
  const key = (row: Row): string => `${row['lastname'] ?? ''} ${row['firstname'] ?? ''}`;
  return people.toSorted(
    (one, other) => compare(key(one), key(other)) || Number(one['id']) - Number(other['id']),
  );
}
