// What a request costs the database, counted in statements, because clocks differ.
import assert from 'node:assert/strict';
import { systemCaller } from '#engine/system-caller.ts';
import type { Engine } from '#engine/engine.ts';
import { runRequest } from '#engine/run-request.ts';
import type { Statement } from '#sql/database.ts';
import type { Installation } from './installation.ts';
import { watchedTx } from './watched-tx.ts';

/** The engine with a list of the statements that its transactions of one kind run from now on. */
export function counting(
  engine: Engine,
  kind: 'read' | 'write',
): {
  readonly engine: Engine;
  readonly statements: readonly Statement[];
} {
  const statements: Statement[] = [];
  const { database } = engine;
  const run: typeof database.read = (account, work) =>
    database[kind](account, (tx) => work(watchedTx(tx, statements)));
  return { engine: { ...engine, database: { ...database, [kind]: run } }, statements };
}

/** The statements of a request of the first account that succeeds: one that reads, or one that writes the entity. */
export async function statementsOf(
  { app, account }: Installation,
  { method, path, query = '', entity }: { method: string; path: string; query?: string; entity?: object },
): Promise<readonly Statement[]> {
  const { engine, statements } = counting(app.engine, method === 'GET' ? 'read' : 'write');
  const request = {
    method,
    path: `/${account.name}/v4/${path}`,
    query,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(entity === undefined ? '' : JSON.stringify(entity)),
    remoteAddress: null,
    requestId: 'counted',
  };
  const answer = await runRequest(engine, { caller: systemCaller(account), request });
  assert.equal(answer.status, 200, String(answer.body));
  return statements;
}
