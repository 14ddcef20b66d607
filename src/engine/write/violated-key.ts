// Which of a resource's unique keys it is that the database names in a violation, in whatever manner an engine names it.
import type { Index, Resource } from '#resource/resource.ts';
import { indexName } from '#sql/resource-tables.ts';

/** Columns that are unique together, and the field that a refusal is about. */
export interface UniqueKey {
  readonly columns: readonly string[];
  readonly field: string;
}

/** The key whose index the engine names, or names every column of; `undefined`: it is not certain. */
export function violatedKey(resource: Resource, detail: string): UniqueKey | undefined {
  const keys = keysOf(resource);
  const nameOf = ({ columns, whereNull }: Index): string => indexName(resource.table, columns, whereNull);
  const named = keys.find((key) => isNamed(nameOf(key), detail) || namesAll(key, detail));
  if (named !== undefined) return named;
  const beginning = clippedName(detail);
  if (beginning === null || `${resource.table}_pkey`.startsWith(beginning)) return undefined;
  const possible = keys.filter((key) => nameOf(key).startsWith(beginning));
  return new Set(possible.map(nameOf)).size === 1 ? possible[0] : undefined;
}

/** A pair and an idempotent key are indexes too. */
function keysOf(resource: Resource): readonly (Index & UniqueKey)[] {
  const declared = resource.indexes.filter((index) => index.unique === true);
  return [
    ...declared.map((index) => ({ ...index, field: index.field ?? index.columns.at(-1) ?? 'id' })),
    ...[resource.pair, resource.idempotent].flatMap((columns) =>
      columns === null ? [] : [{ columns, field: columns.at(-1) ?? 'id' }],
    ),
  ];
}

function namesAll({ columns }: Index, detail: string): boolean {
  return columns.every((column) => new RegExp(`\\b${column}\\b`).test(detail));
}

/** Spread over nodes, an index has the number of its part behind its name. */
function isNamed(name: string, detail: string): boolean {
  return detail === name || (detail.startsWith(`${name}_`) && /^\d+$/.test(detail.slice(name.length + 1)));
}

/** What PostgreSQL keeps of a name. */
const longestName = 63;

/**
 * How a name begins that was too long to have the number behind it: Citus cuts it off so that a hash of the whole and the
 * number still fit (`AppendShardIdToName`). `null`: it is none of those.
 */
function clippedName(detail: string): string | null {
  if (detail.length !== longestName) return null;
  return /^(.+)_[0-9a-f]{8}_\d+$/.exec(detail)?.[1] ?? null;
}
