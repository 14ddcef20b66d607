// Day accounts reach to the end of next year: people get the days of another year as years pass. Several servers may do
// it at once: each looks again in its turn.
import { accountView } from '#engine/account-view.ts';
import type { Engine } from '#engine/engine.ts';
import { lastDayToFill } from '#rules/accounts/employment.ts';
import { extendAccount } from '#rules/accounts/keep-account.ts';
import { hasShortAccounts, listAccountIds, type GoOn, type ListedId } from '#sql/accounts.ts';
import { systemRun } from './system-run.ts';

/** The name of the job. */
export const extendDayAccountsJob = 'extend_day_accounts';

const peopleAtOnce = 20;

/** Fills the day accounts of everybody up to the end of next year, as long as it may go on. */
export async function extendDayAccounts(engine: Engine, goOn: GoOn = async () => true): Promise<void> {
  const now = Math.floor(engine.clock() / 1000);
  // Somewhere on earth the new year has begun: most people's next year is there before it is the next one to them.
  const date = lastDayToFill({ timezone: 'Pacific/Kiritimati' }, now);
  for (const account of await engine.database.read(null, listAccountIds)) {
    if (!(await goOn())) return;
    const short = { accountId: account.id, date };
    if (!(await engine.database.read(account.id, (tx) => hasShortAccounts(tx, short)))) continue;
    for (let last: number | null = 0; last !== null;)
      last = await extendSome(engine, account, { now, last, date });
  }
}

/** Answers the last of the people it looked at; `null` when they were all. */
async function extendSome(
  engine: Engine,
  account: ListedId,
  { now, last, date }: { now: number; last: number; date: string },
): Promise<number | null> {
  return engine.database.write(account.id, async (tx) => {
    const view = accountView(await systemRun(engine, { tx, account, secrets: new Map() }));
    const people = await view.find('users', [{ column: 'id', is: '>', value: last }]);
    const lacking = people.filter(
      ({ accounted_until: filled }) => filled === null || (filled as string) < date,
    );
    for (const person of lacking.slice(0, peopleAtOnce))
      await extendAccount(view, person, { until: date, now });
    return lacking.length <= peopleAtOnce ? null : (lacking[peopleAtOnce - 1]?.['id'] as number);
  });
}
