// Reminds people of missing hours and of requests that wait, in every account that has chosen a day for it.
import type { Engine } from '#engine/engine.ts';
import { readView } from '#engine/read/read-view.ts';
import { remindAll, reminds } from '#domain/reminders/remind.ts';
import { listAccountIds, writeIfListed, type GoOn } from '#sql/accounts.ts';
import { asServer } from './system-run.ts';
import { asUnit } from '#sql/transaction.ts';

/** The name of the job. */
export const remindPeopleJob = 'remind_people';

/** Goes through all accounts, as long as it may go on. Answers how many reminders there were. */
export async function remindPeople(engine: Engine, goOn: GoOn = async () => true): Promise<number> {
  let count = 0;
  for (const account of await engine.database.read(null, listAccountIds)) {
    if (!(await goOn())) return count;
    const asks = await engine.database.read(
      account.id,
      asUnit((tx) => reminds(readView({ tx, accountId: account.id }, engine.schema))),
    );
    if (!asks) continue;
    await writeIfListed(engine.database, account.id, async (tx) => {
      count += await asServer(engine, { tx, account }, ({ unit, view }) =>
        unit(() => remindAll(view, tx.now)),
      );
    });
  }
  return count;
}
