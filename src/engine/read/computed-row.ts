// The row of a resource without a table.
import { ApiError } from '#errors/api-error.ts';
import { readFlag, readParameters } from '#plan/read-parameters.ts';
import type { ReadRequest } from '#request/api-request.ts';
import type { HttpRequest } from '#request/http-message.ts';
import type { Document } from '#response/document.ts';
import type { Account } from '#sql/load-account.ts';
import type { Engine } from '../engine.ts';
import { matchesFilter } from './matches-filter.ts';

/** What a computed row depends on. */
export interface ComputedInput {
  readonly parsed: Pick<ReadRequest, 'resource' | 'parameters'>;
  readonly request: HttpRequest;
  readonly account: Account;
}

/** Computes it; an open resource answers with one object, the others with a list of one row, filtered. */
export function computedRow(
  engine: Pick<Engine, 'clock' | 'host'>,
  { parsed, request, account }: ComputedInput,
): readonly Document[] | Document {
  const { resource, parameters } = parsed;
  const { serverTimeZone } = account;
  const row = resource.compute?.({
    now: Math.floor(engine.clock() / 1000),
    serverTimeZone,
    host: request.headers['host'] ?? engine.host,
  });
  if (row === undefined) throw new Error(`${resource.name} computes no row`);
  if (resource.open) {
    refuseFilters(parsed);
    return row;
  }
  const { filters, fields, limit, offset } = readParameters(resource, parameters);
  const isFound = filters.every((filter) => matchesFilter(row, filter, { serverTimeZone }));
  const shown = fields === null ? row : Object.fromEntries(fields.map(({ name }) => [name, row[name]]));
  return isFound && limit > 0 && offset === 0 ? [shown] : [];
}

/** `NumResultsTotal` of an answer that is no page of a list, when `_count` asks for it. */
export function countedTotal({ parameters }: Pick<ReadRequest, 'parameters'>, rows: number): number | null {
  return readFlag(parameters, '_count') ? rows : null;
}

function refuseFilters({ resource, parameters }: ComputedInput['parsed']): void {
  const name = [...parameters.keys()].find((one) => !one.startsWith('_'));
  if (name === undefined) return;
  const message = `${resource.name} takes no parameter "${name}".`;
  throw new ApiError('unknown_parameter', message, { field: name });
}
