// Hashes passwords and PINs of a request before its transaction begins: inside it everybody would wait.
import { authorizeWrite } from '#access/authorize.ts';
import type { WriteRequest } from '#request/api-request.ts';
import type { Caller } from '#resource/access.ts';
import type { Engine } from './engine.ts';

/**
 * Secrets in the request's top-level entities → their hashes. Who may not write at all is refused before the work; of
 * a batch nothing is hashed then, because each of its items answers for itself.
 */
export async function hashSecrets(
  engine: Pick<Engine, 'hashSecret' | 'database' | 'loadState'>,
  { resource, entities, kind, batch }: WriteRequest,
  caller: Caller,
): Promise<ReadonlyMap<string, string>> {
  const fields = [...resource.fields.values()].filter((field) => field.secret);
  const secrets = entities.flatMap((entity) =>
    fields
      .map((field) => entity[field.name])
      .filter(isSecret)
      .map(String),
  );
  if (secrets.length === 0) return new Map();
  const { sight } = await engine.database.read((tx) => engine.loadState(tx, caller));
  try {
    authorizeWrite(sight, resource, kind);
  } catch (error) {
    if (batch) return new Map();
    throw error;
  }
  const hashes = [...new Set(secrets)].map(
    async (secret) => [secret, await engine.hashSecret(secret)] as const,
  );
  return new Map(await Promise.all(hashes));
}

function isSecret(value: unknown): value is string | number | boolean {
  return (
    value !== '' && (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
  );
}
