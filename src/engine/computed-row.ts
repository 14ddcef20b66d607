// The row of a resource without a table.
import { ApiError } from '#errors/api-error.ts';
import type { ReadRequest } from '#request/api-request.ts';
import type { HttpRequest } from '#request/http-message.ts';
import type { Document } from '#response/document.ts';
import type { Account } from '#sql/load-account.ts';
import type { Engine } from './engine.ts';

/** What a computed row depends on. */
export interface ComputedInput {
  readonly parsed: ReadRequest;
  readonly request: HttpRequest;
  readonly account: Account;
}

/** Computes it; an open resource answers with one object, the others with a list of one row. */
export function computedRow(
  engine: Engine,
  { parsed, request, account }: ComputedInput,
): readonly Document[] | Document {
  const { resource } = parsed;
  for (const name of parsed.parameters.keys()) {
    if (name.startsWith('_')) continue;
    throw new ApiError('unknown_parameter', `${resource.name} takes no parameter "${name}".`, {
      field: name,
    });
  }
  const row = resource.compute?.({
    now: Math.floor(engine.clock() / 1000),
    serverTimeZone: account.serverTimeZone,
    host: request.headers['host'] ?? engine.host,
  });
  if (row === undefined) throw new Error(`${resource.name} computes no row`);
  return resource.open ? row : [row];
}
