// A constraint of the database that a write violated, in the words of the declaration that made it.
import { ApiError } from '#errors/api-error.ts';
import type { Index, Resource } from '#resource/resource.ts';
import { indexName } from '#sql/resource-tables.ts';
import type { WriteRun } from './write-run.ts';

/** Runs a write; a violated constraint becomes the refusal a client can act on. */
export async function refuseConstraint<T>(
  run: WriteRun,
  resource: Resource,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const violated = run.tx.dialect.constraintOf(error);
    if (violated?.kind === 'unique') throw notUnique(resource, violated.detail);
    if (violated?.kind === 'reference') {
      throw new ApiError(
        'unknown_reference',
        `An id in ${resource.name} refers to a row that does not exist.`,
      );
    }
    if (violated?.kind === 'exclusion') {
      throw new ApiError('conflict', `The row of ${resource.name} overlaps another one of the same user.`);
    }
    throw error;
  }
}

function namesAll({ columns }: Index, detail: string): boolean {
  return columns.every((column) => new RegExp(`\\b${column}\\b`).test(detail));
}

/** Spread over nodes, an index has the number of its part behind its name. */
function isIndexNamed({ table }: Resource, { columns, whereNull }: Index, detail: string): boolean {
  const name = indexName(table, columns, whereNull);
  return detail === name || (detail.startsWith(`${name}_`) && /^\d+$/.test(detail.slice(name.length + 1)));
}

/** The index that the engine names, or names every column of; a pair and an idempotent key are indexes too. */
function notUnique(resource: Resource, detail: string): ApiError {
  const declared = resource.indexes.filter((index) => index.unique === true);
  const keys = [
    ...declared.map((index) => ({ ...index, field: index.field ?? index.columns.at(-1) ?? 'id' })),
    ...[resource.pair, resource.idempotent].flatMap((columns) =>
      columns === null ? [] : [{ columns, field: columns.at(-1) ?? 'id' }],
    ),
  ];
  const key = keys.find((one) => isIndexNamed(resource, one, detail) || namesAll(one, detail));
  const field = key?.field ?? 'id';
  const combined =
    (key?.columns.length ?? 1) > 1
      ? ` together with ${key?.columns.filter((name) => name !== field).join(', ')}`
      : '';
  return new ApiError(
    'not_unique',
    `${field} must be unique in ${resource.name}${combined}; another row has this value.`,
    { field },
  );
}
