// Stores rows as the server does, without any rule.
import { systemRun } from '#accounts/system-run.ts';
import { accountView } from '#engine/write/account-view.ts';
import type { Company } from './company.ts';

/** Stores a row of values as they are stored; answers its id. */
export async function storeRow(
  { installation: { app, account } }: Company,
  resource: string,
  values: Readonly<Record<string, string | number>>,
): Promise<number> {
  return app.engine.database.write(account.id, async (tx) => {
    const run = await systemRun(app.engine, { tx, account, secrets: new Map() });
    return accountView(run).insert(resource, values);
  });
}
