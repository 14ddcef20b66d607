// Stores rows as the server does, without any rule.
import { asServer } from '#accounts/system-run.ts';
import type { Company } from './company.ts';

/** Stores a row of values as they are stored; answers its id. */
export async function storeRow(
  { installation: { app, account } }: Company,
  resource: string,
  values: Readonly<Record<string, string | number>>,
): Promise<number> {
  return app.engine.database.write(account.id, (tx) =>
    asServer(app.engine, { tx, account }, ({ unit, view }) => unit(() => view.insert(resource, values))),
  );
}
