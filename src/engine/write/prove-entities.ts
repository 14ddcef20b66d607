// Checks the passwords that clients send as proof with a change, before its transaction: inside it every writer would wait.
import { ApiError } from '#errors/api-error.ts';
import type { RawEntity, WriteRequest } from '#request/api-request.ts';
import type { Engine } from '../engine.ts';
import { credentialOf } from './record-audit.ts';
import { stateOf, type WriteOrigin } from './write-transaction.ts';

/** The hash that the password of an entity matched, or why it was refused. */
export type Proof = string | ApiError;

/**
 * The proofs in the top-level entities of an update. Machines have no password, so that theirs are ignored; credentials
 * that only read were refused before. One password is checked once in a request. A refusal is thrown, except in a batch,
 * where it is the answer of its item.
 */
export async function proveEntities(
  engine: Pick<Engine, 'database' | 'loadState' | 'schema' | 'logins'>,
  request: WriteRequest,
  origin: Pick<WriteOrigin, 'caller' | 'remoteAddress' | 'requestId'>,
): Promise<ReadonlyMap<RawEntity, Proof>> {
  const sent = sentProofs(request);
  if (sent.length === 0) return new Map();
  const { accountId } = origin.caller;
  const { accessContext } = await engine.database.read(accountId, (tx) => stateOf(engine, tx, origin));
  const { userId } = accessContext;
  if (userId === null) return new Map();
  const asked = { credential: credentialOf(accessContext), requestId: origin.requestId };
  const proofs = new Map<string, Proof>();
  for (const password of new Set(sent.map(([, one]) => one))) {
    try {
      const address = origin.remoteAddress ?? '';
      proofs.set(password, await engine.logins.prove({ accountId, userId, password, address, asked }));
    } catch (error) {
      if (!request.batch || !(error instanceof ApiError)) throw error;
      proofs.set(password, error);
    }
  }
  return new Map(sent.map(([entity, password]) => [entity, proofs.get(password) as Proof]));
}

function sentProofs({ kind, resource, entities }: WriteRequest): readonly (readonly [RawEntity, string])[] {
  const field = kind === 'update' ? [...resource.fields.values()].find(({ proof }) => proof) : undefined;
  if (field === undefined) return [];
  return entities.flatMap((entity) => {
    const value = entity[field.name];
    return typeof value === 'string' && value !== '' ? [[entity, value] as const] : [];
  });
}
