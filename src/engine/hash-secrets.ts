// Hashes passwords and PINs of a request before its transaction begins: inside it everybody would wait.
import { authorizeAction, authorizeWrite } from '#access/authorize.ts';
import type { ActionRequest, WriteRequest } from '#request/api-request.ts';
import type { Sight } from '#resource/access.ts';
import type { Engine } from './engine.ts';
import { stateOf, type WriteOrigin } from './write-transaction.ts';

/**
 * Secrets in the request's top-level entities → their hashes. Who may not write at all is refused before the work; of
 * a batch nothing is hashed then, because each of its items answers for itself.
 */
export async function hashSecrets(
  engine: Pick<Engine, 'hashSecret' | 'database' | 'loadState'>,
  request: WriteRequest | ActionRequest,
  origin: Pick<WriteOrigin, 'caller'>,
): Promise<ReadonlyMap<string, string>> {
  const declared = request.kind === 'action' ? request.action.parameters : request.resource.fields;
  const fields = [...declared.values()].filter((field) => field.hashed);
  const secrets = request.entities.flatMap((entity) =>
    fields
      .map((field) => entity[field.name])
      .filter(isSecret)
      .map(String),
  );
  if (secrets.length === 0) return new Map();
  const { accountId } = origin.caller;
  const { sight } = await engine.database.read(accountId, (tx) => stateOf(engine, tx, origin));
  try {
    authorize(sight, request);
  } catch (error) {
    if (request.batch) return new Map();
    throw error;
  }
  const hashes = [...new Set(secrets)].map(
    async (secret) => [secret, await engine.hashSecret(secret)] as const,
  );
  return new Map(await Promise.all(hashes));
}

function authorize(sight: Sight, request: WriteRequest | ActionRequest): void {
  if (request.kind === 'action') authorizeAction(sight, request.resource, request.action);
  else authorizeWrite(sight, request.resource, request.kind);
}

function isSecret(value: unknown): value is string | number | boolean {
  return (
    value !== '' && (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
  );
}
