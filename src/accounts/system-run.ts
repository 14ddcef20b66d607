// The server itself as a writer: a machine with all rights in one account, through the same write path as everybody.
import { authorizeWrite } from '#access/authorize.ts';
import type { Row } from '#resource/rule.ts';
import { systemCaller } from '#engine/system-caller.ts';
import { recomputeAll, writeRun } from '#engine/write/write-transaction.ts';
import { writeEntity } from '#engine/write/write-entity.ts';
import type { WriteRun } from '#engine/write/write-run.ts';
import type { Engine } from '#engine/engine.ts';
import type { Tx } from '#sql/database.ts';

/**
 * Writes as the server in an account that exists already, in units of work; what that makes stale is recomputed at the end.
 */
export async function asServer<T>(
  engine: Engine,
  {
    tx,
    account,
    secrets = new Map(),
  }: { tx: Tx; account: { id: number; name: string }; secrets?: ReadonlyMap<string, string> },
  work: (run: WriteRun) => Promise<T>,
): Promise<T> {
  const caller = systemCaller(account);
  const state = await engine.loadState(tx, caller);
  const run = writeRun(engine, { tx, state, origin: { caller, remoteAddress: null }, secrets });
  const result = await work(run);
  await recomputeAll(run);
  return result;
}

/** Creates a row of stored values under its rules, with a fixed id if one is given. Answers the id. */
export function createStored(run: WriteRun, resourceName: string, values: Row): number {
  const resource = run.schema.resources.get(resourceName);
  if (resource === undefined) throw new Error(`no resource is named ${resourceName}`);
  const { id, ...rest } = values;
  const grant = authorizeWrite(run.accessContext, resource, 'create');
  const outcome = writeEntity(run, {
    verb: 'create',
    resource,
    grant,
    id: (id as number | undefined) ?? null,
    values: rest,
    extra: {},
    echoed: [],
    returned: {},
    parameters: {},
    children: [],
  });
  return outcome.id as number;
}
