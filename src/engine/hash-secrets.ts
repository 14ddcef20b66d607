// Hashes passwords and PINs of a request before its transaction begins: inside it everybody would wait.
import type { WriteRequest } from '#request/api-request.ts';
import type { Engine } from './engine.ts';

/** Secrets in the request's top-level entities → their hashes. */
export async function hashSecrets(
  { hashSecret }: Pick<Engine, 'hashSecret'>,
  { resource, entities }: WriteRequest,
): Promise<ReadonlyMap<string, string>> {
  const fields = [...resource.fields.values()].filter((field) => field.secret);
  const secrets = entities.flatMap((entity) =>
    fields
      .map((field) => entity[field.name])
      .filter(isSecret)
      .map(String),
  );
  const hashes = [...new Set(secrets)].map(async (secret) => [secret, await hashSecret(secret)] as const);
  return new Map(await Promise.all(hashes));
}

function isSecret(value: unknown): value is string | number | boolean {
  return (
    value !== '' && (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
  );
}
