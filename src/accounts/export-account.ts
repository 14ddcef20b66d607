// The timesheets of an account for who runs the server: all of them, or those of one person.
import type { Writable } from 'node:stream';
import type { Engine } from '#engine/engine.ts';
import { knownSender } from '#engine/read/find-caller.ts';
import { systemCaller } from '#engine/system-caller.ts';
import { AccountError } from './account-error.ts';
import { openExport, type AskedTimesheets } from './export-timesheets.ts';
import { findPeople, type AskedPeople } from './find-people.ts';

/** What is asked for. */
export interface AskedAccount extends AskedPeople, Omit<AskedTimesheets, 'userId'> {}

/** Writes them by name; answers of how many people. Throws {@link AccountError} when no person has a day. */
export async function exportAccount(engine: Engine, out: Writable, asked: AskedAccount): Promise<number> {
  const { account, people } = await findPeople(engine, asked, (person) => person['id'] as number);
  const { month, username } = asked;
  const userId = username === null ? null : (people[0] ?? null);
  const opened = await openExport(engine, knownSender(systemCaller(account)), { ...asked, userId });
  if (typeof opened === 'object') return opened.write(out);
  throw new AccountError(
    username === null
      ? `No working time account of ${account.name} has a day in ${month} that has begun.`
      : `The working time account of "${username}" has no day in ${month} that has begun.`,
  );
}
