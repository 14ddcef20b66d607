// What rules see of an account, for tests of what has no address of its own.
import { asServer } from '#accounts/system-run.ts';
import type { View } from '#resource/rule.ts';
import type { Installation } from './installation.ts';

/** Runs work as one unit of a write transaction of the first account. */
export function inAccount<T>(
  { app, account }: Pick<Installation, 'app' | 'account'>,
  work: (view: View) => T,
): Promise<T> {
  return app.engine.database.write(account.id, (tx) =>
    asServer(app.engine, { tx, account }, ({ unit, view }) => unit(() => work(view))),
  );
}
