// Day accounts reach to the end of next year: people get the days of another year as years pass, and those whom an older
// version of the program knew get all of them. Several servers may do it at once: each looks again in its turn.
import { accountView } from '#engine/account-view.ts';
import type { Engine } from '#engine/engine.ts';
import type { Row } from '#resource/rule.ts';
import { lastDayToFill } from '#rules/accounts/employment.ts';
import { extendAccount, isFilled } from '#rules/accounts/keep-account.ts';
import { accountsToExtend, type ListedId } from '#sql/accounts.ts';
import { systemRun } from './system-run.ts';

const peopleAtOnce = 20;

/** Fills the day accounts of everybody up to the end of next year. */
export async function extendDayAccounts(engine: Engine): Promise<void> {
  const now = nowOf(engine);
  await extendAll(engine, { before: firstLack(now), isLacking: (person) => !isFilled(person, now) });
}

/** Gives those an account who have never had one. */
export async function beginDayAccounts(engine: Engine): Promise<void> {
  await extendAll(engine, { before: '', isLacking: (person) => person['accounted_until'] === null });
}

/** Whose accounts are to be filled: those filled to an earlier date, or never, that are lacking. */
interface Lack {
  readonly before: string;
  readonly isLacking: (person: Row) => boolean;
}

/** Somewhere on earth the new year has begun. */
function firstLack(now: number): string {
  return lastDayToFill({ timezone: 'Pacific/Kiritimati' }, now);
}

async function extendAll(engine: Engine, lack: Lack): Promise<void> {
  for (const account of await engine.database.read((tx) => accountsToExtend(tx, lack.before))) {
    for (let last: number | null = 0; last !== null;)
      last = await extendSome(engine, account, { lack, last });
  }
}

/** Answers the last of the people it looked at; `null` when they were all. */
async function extendSome(
  engine: Engine,
  account: ListedId,
  { lack, last }: { lack: Lack; last: number },
): Promise<number | null> {
  return engine.database.write(async (tx) => {
    const view = accountView(await systemRun(engine, { tx, account, secrets: new Map() }));
    const people = await view.find('users', [{ column: 'id', is: '>', value: last }]);
    const lacking = people.filter(lack.isLacking);
    for (const person of lacking.slice(0, peopleAtOnce)) await extendAccount(view, person, nowOf(engine));
    return lacking.length <= peopleAtOnce ? null : (lacking[peopleAtOnce - 1]?.['id'] as number);
  });
}

function nowOf(engine: Engine): number {
  return Math.floor(engine.clock() / 1000);
}
