// What rules see of an account, for tests of what has no address of its own.
import { systemRun } from '#accounts/system-run.ts';
import { accountView } from '#engine/write/account-view.ts';
import type { View } from '#resource/rule.ts';
import type { Installation } from './installation.ts';

/** Runs work in a write transaction of the first account. */
export function inAccount<T>(
  { app, account }: Pick<Installation, 'app' | 'account'>,
  work: (view: View) => Promise<T>,
): Promise<T> {
  return app.engine.database.write(account.id, async (tx) =>
    work(accountView(await systemRun(app.engine, { tx, account, secrets: new Map() }))),
  );
}
