// A new password set at the command line, by the same path as `users/update`.
import type { Engine } from '#engine/engine.ts';
import { runWrite } from '#engine/write/run-write.ts';
import { systemCaller } from '#engine/system-caller.ts';

/** Sets a user's password and ends all their logins; throws ApiError when it does not suit. */
export async function setPassword(
  engine: Engine,
  {
    account,
    userId,
    password,
  }: { account: { readonly id: number; readonly name: string }; userId: number; password: string },
): Promise<void> {
  const resource = engine.schema.resources.get('users');
  if (resource === undefined) throw new Error('no resource is named users');
  const request = {
    kind: 'update',
    resource,
    batch: false,
    entities: [{ id: userId, password }],
    id: null,
    parameters: new Map(),
  } as const;
  const caller = systemCaller(account);
  await runWrite(engine, request, { caller, remoteAddress: null, requestId: 'user passwd' });
}
