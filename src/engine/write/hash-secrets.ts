// Hashes passwords and PINs of a request before its transaction begins: inside it everybody would wait.
import { authorizeAction, authorizeWrite } from '#access/authorize.ts';
import { ApiError } from '#errors/api-error.ts';
import { planAction } from '#plan/plan-action.ts';
import type { ActionRequest, RawEntity, WriteRequest } from '#request/api-request.ts';
import type { Tx } from '#sql/database.ts';
import { askBeforeHashing } from './ask-before-hashing.ts';
import { checkRights } from './check-rights.ts';
import type { Engine } from '../engine.ts';
import { ownAction } from '../request-state.ts';
import type { Proof } from './prove-entities.ts';
import { stateOf, writeRun, type WriteOrigin } from './write-transaction.ts';

type Request = WriteRequest | ActionRequest;

/**
 * Secrets in the request's top-level entities → their hashes. What the caller may not write is not hashed: a single entity
 * is refused before the work, an item of a batch answers for itself later.
 */
export async function hashSecrets(
  engine: Engine,
  request: Request,
  origin: Pick<WriteOrigin, 'caller' | 'remoteAddress'>,
  proofs: ReadonlyMap<RawEntity, Proof> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  const holders = request.entities.filter((entity) => secretsOf(request, entity).length > 0);
  if (holders.length === 0) return new Map();
  const { accountId } = origin.caller;
  const allowed = await engine.database.read(accountId, (tx) =>
    allowedOf(engine, { tx, request, origin, holders, proofs }),
  );
  const secrets = new Set(allowed.flatMap((entity) => secretsOf(request, entity)));
  const hashes = [...secrets].map(
    async (secret) => [secret, await engine.hashSecret(secret, nameOf(origin))] as const,
  );
  return new Map(await Promise.all(hashes));
}

function secretsOf(request: Request, entity: RawEntity): readonly string[] {
  const declared = request.kind === 'action' ? request.action.parameters : request.resource.fields;
  return [...declared.values()]
    .filter((field) => field.hashed)
    .map((field) => entity[field.name])
    .filter(isSecret)
    .map(String);
}

async function allowedOf(
  engine: Engine,
  part: {
    tx: Tx;
    request: Request;
    origin: Pick<WriteOrigin, 'caller' | 'remoteAddress'>;
    holders: readonly RawEntity[];
    proofs: ReadonlyMap<RawEntity, Proof>;
  },
): Promise<readonly RawEntity[]> {
  const { tx, request, origin, holders, proofs } = part;
  const state = await stateOf(engine, tx, origin);
  const run = writeRun(engine, { tx, state, origin, secrets: new Map() });
  const allowed: RawEntity[] = [];
  for (const entity of holders) {
    try {
      if (request.kind === 'action') {
        const asked = ownAction(run.schema, request);
        authorizeAction(run.accessContext, asked.resource, asked.action);
        planAction({ ...asked, entity, context: run.context });
      } else {
        authorizeWrite(run.accessContext, request.resource, request.kind);
        const proof = proofs.get(entity);
        const proven = typeof proof === 'string' ? proof : null;
        await run.unit(() => {
          const { plan, before } = checkRights(run, request, entity);
          askBeforeHashing(run, { ...plan, proven }, before);
        });
      }
      allowed.push(entity);
    } catch (error) {
      if (!request.batch || !(error instanceof ApiError)) throw error;
    }
  }
  return allowed;
}

/** For whom hashes are made, one after another. */
function nameOf({ caller }: Pick<WriteOrigin, 'caller' | 'remoteAddress'>): string {
  return 'kind' in caller
    ? `${caller.accountId} ${caller.userId ?? caller.clientId}`
    : `${caller.accountId} strangers`;
}

function isSecret(value: unknown): value is string | number | boolean {
  return (
    value !== '' && (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
  );
}
