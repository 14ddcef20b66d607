// The server itself as a writer: a machine with all rights in one account, through the same write path as everybody.
import { authorizeWrite } from '#access/authorize.ts';
import type { Row } from '#resource/rule.ts';
import { systemCaller } from '#engine/system-caller.ts';
import { writeRun } from '#engine/write/write-transaction.ts';
import { writeEntity } from '#engine/write/write-entity.ts';
import type { WriteRun } from '#engine/write/write-run.ts';
import type { Engine } from '#engine/engine.ts';
import type { Tx } from '#sql/database.ts';

/** A run that writes as the server in an account that exists already. */
export async function systemRun(
  engine: Engine,
  {
    tx,
    account,
    secrets,
  }: { tx: Tx; account: { id: number; name: string }; secrets: ReadonlyMap<string, string> },
): Promise<WriteRun> {
  const caller = systemCaller(account);
  const state = await engine.loadState(tx, caller);
  return writeRun(engine, { tx, state, origin: { caller, remoteAddress: null }, secrets });
}

/** Creates a row of stored values under its rules, with a fixed id if one is given. Answers the id. */
export async function createStored(run: WriteRun, resourceName: string, values: Row): Promise<number> {
  const resource = run.schema.resources.get(resourceName);
  if (resource === undefined) throw new Error(`no resource is named ${resourceName}`);
  const { id, ...rest } = values;
  const grant = authorizeWrite(run.sight, resource, 'create');
  const outcome = await writeEntity(run, {
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
