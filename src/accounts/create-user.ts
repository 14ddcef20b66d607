// A user made at the command line, by the same path as `users/create`.
import { AccountError } from './account-error.ts';
import type { Engine } from '#engine/engine.ts';
import { runWrite } from '#engine/write/run-write.ts';
import { systemCaller } from '#engine/system-caller.ts';
import type { RawEntity } from '#request/api-request.ts';
import { accountNamed } from '#sql/accounts.ts';

/** Creates a user from the fields of `users/create`; throws ApiError as the API would, AccountError for the account. */
export async function createUser(
  engine: Engine,
  { account, entity }: { account: string; entity: RawEntity },
): Promise<{ readonly account: string; readonly userId: number }> {
  const id = await engine.database.read(null, (tx) => accountNamed(tx, account));
  const resource = engine.schema.resources.get('users');
  if (id === undefined || resource === undefined) throw new AccountError(`There is no account "${account}".`);
  const request = {
    kind: 'create',
    resource,
    batch: false,
    entities: [entity],
    id: null,
    parameters: new Map(),
  } as const;
  const origin = {
    caller: systemCaller({ id, name: account }),
    remoteAddress: null,
    requestId: 'user create',
  };
  const { items } = await runWrite(engine, request, origin);
  const rows = items[0]?.document['Results'] as readonly { id: number }[] | undefined;
  return { account, userId: rows?.[0]?.id ?? 0 };
}
