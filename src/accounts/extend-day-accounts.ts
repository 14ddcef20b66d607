// Day accounts reach to the end of next year: people get the days of another year as years pass. Several servers may do
// it at once: each looks again in its turn.
import type { Engine } from '#engine/engine.ts';
import { lastDayToFill } from '#domain/days/employment.ts';
import { extendAccount } from '#domain/timesheets/keep-account.ts';
import { findShortAccounts, listAccountIds, type GoOn, type ListedId } from '#sql/accounts.ts';
import type { Tx } from '#sql/database.ts';
import { asServer } from './system-run.ts';

/** The name of the job. */
export const extendDayAccountsJob = 'extend_day_accounts';

const peopleAtOnce = 20;

/** Fills the day accounts of everybody up to the end of next year, as long as it may go on. */
export async function extendDayAccounts(engine: Engine, goOn: GoOn = async () => true): Promise<void> {
  const now = Math.floor(engine.clock() / 1000);
  // Somewhere on earth the new year has begun: most people's next year is there before it is the next one to them.
  const date = lastDayToFill({ timezone: 'Pacific/Kiritimati' }, now);
  for (const account of await engine.database.read(null, listAccountIds)) {
    let isMore = true;
    while (isMore) {
      if (!(await goOn())) return;
      isMore = await extendSome(engine, account, { now, date });
    }
  }
}

/** Answers whether it found people to look after. */
async function extendSome(
  engine: Engine,
  account: ListedId,
  { now, date }: { readonly now: number; readonly date: string },
): Promise<boolean> {
  const findSome = (tx: Tx): Promise<readonly number[]> =>
    findShortAccounts({ tx, accountId: account.id }, { date, most: peopleAtOnce });
  // Most accounts have none on most days, and then need no lock.
  if ((await engine.database.read(account.id, findSome)).length === 0) return false;
  await engine.database.write(account.id, (tx) =>
    asServer(engine, { tx, account }, async ({ unit, view }) => {
      const value = await findSome(tx);
      const people = await unit(() => view.find('users', [{ column: 'id', is: 'in', value }]));
      for (const person of people) await unit(() => extendAccount(view, person, { until: date, now }));
    }),
  );
  return true;
}
