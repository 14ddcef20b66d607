// Statuses of people whom an older version of the program created: added when missing, as they stand.
import { accountView } from '#engine/account-view.ts';
import type { Engine } from '#engine/engine.ts';
import type { Row, View } from '#resource/rule.ts';
import { statusRow } from '#rules/status/keep-status.ts';
import { listAccountIds } from '#sql/accounts.ts';
import { peopleWithoutStatus } from '#sql/people-without-status.ts';
import { systemRun } from './system-run.ts';

/** Gives everybody a row in `userStatusOverview`; those who have one keep it. */
export async function fillStatuses(engine: Engine): Promise<void> {
  if ((await engine.database.read(peopleWithoutStatus)).length === 0) return;
  await engine.database.write(async (tx) => {
    const byAccount = Map.groupBy(await peopleWithoutStatus(tx), ({ accountId }) => accountId);
    for (const account of await listAccountIds(tx)) {
      const people = byAccount.get(account.id) ?? [];
      if (people.length === 0) continue;
      const view = accountView(await systemRun(engine, { tx, account, secrets: new Map() }));
      for (const { userId } of people) await fillStatus(userId, view);
    }
  });
}

async function fillStatus(userId: number, view: View): Promise<void> {
  const person = (await view.get('users', userId)) as Row;
  const [running] = await view.find('timeTrackings', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'end_instant', is: 'null' },
  ]);
  await view.insert('userStatusOverview', statusRow(person, running ?? null));
}
