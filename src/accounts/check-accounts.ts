// Days of absence, working time and holiday accounts against what they follow from: compared, or brought to it, person by
// person in transactions of their own, so that a server goes on meanwhile.
import type { Engine } from '#engine/engine.ts';
import { readView } from '#engine/read/read-view.ts';
import { rebuildDays, verifyDays } from '#domain/absences/rebuild-days.ts';
import { rebuildPerson, verifyPerson, type Difference } from '#domain/timesheets/rebuild.ts';
import { rebuildEmployment, verifyEmployment } from '#domain/employments/verify-employment.ts';
import { rebuildHolidays, verifyHolidays } from '#domain/absences/rebuild-holidays.ts';
import { verifyOverlaps } from '#domain/time-tracking/verify-overlaps.ts';
import type { ListedId } from '#sql/accounts.ts';
import { findPeople, type AskedPeople } from './find-people.ts';
import { asServer } from './system-run.ts';
import { asUnit } from '#sql/transaction.ts';

/** Whose accounts: of all people of an account, or of one. */
export interface Accounts extends AskedPeople {
  /** Told after each person, with how many are done and how many there are. */
  readonly onPerson: (done: number, all: number) => void;
}

/** A person whose account was looked at. */
export interface Person {
  readonly id: number;
  readonly username: string;
}

/** What was found of a person. */
export interface Checked<T> {
  readonly person: Person;
  readonly found: T;
}

/** Every value that is not what it should be; changes nothing. Throws AccountError. */
export function verifyAccounts(
  engine: Engine,
  accounts: Accounts,
): Promise<readonly Checked<readonly Difference[]>[]> {
  return eachPerson(engine, accounts, (account, { id }) =>
    engine.database.read(
      account.id,
      asUnit((tx) => {
        const stands = readView({ tx, accountId: account.id }, engine.schema);
        // Accounts follow from days as they should be, not from what is wrong with them.
        const { found: days, view } = verifyDays(stands, id);
        const found = [
          verifyOverlaps(view, id),
          verifyEmployment(view, id),
          days,
          verifyHolidays(view, id),
          verifyPerson(view, id),
        ];
        return found.flat();
      }),
    ),
  );
}

/** Brings accounts to what they should be; answers how many rows that took of each. Throws AccountError. */
export function rebuildAccounts(engine: Engine, accounts: Accounts): Promise<readonly Checked<number>[]> {
  return eachPerson(engine, accounts, (account, { id }) =>
    engine.database.write(account.id, (tx) =>
      asServer(engine, { tx, account }, async ({ unit, view }) => {
        // The ledger takes what days of absence cost, and days show the balance that the ledger says.
        let rows = 0;
        for (const rebuild of [rebuildEmployment, rebuildDays, rebuildHolidays, rebuildPerson])
          rows += await unit(() => rebuild(view, id));
        return rows;
      }),
    ),
  );
}

async function eachPerson<T>(
  engine: Engine,
  { account, username, onPerson }: Accounts,
  work: (account: ListedId, person: Person) => Promise<T>,
): Promise<readonly Checked<T>[]> {
  const { account: of, people } = await findPeople(engine, { account, username }, (row) => ({
    id: row['id'] as number,
    username: row['username'] as string,
  }));
  const checked: Checked<T>[] = [];
  for (const person of people) {
    checked.push({ person, found: await work(of, person) });
    onPerson(checked.length, people.length);
  }
  return checked;
}
