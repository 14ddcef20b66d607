// A constraint of the database that a write violated, in the words of the declaration that made it.
import { ApiError } from '#errors/api-error.ts';
import type { Resource } from '#resource/resource.ts';
import { violatedKey } from './violated-key.ts';
import type { WriteRun } from './write-run.ts';

/** Runs a write; a violated constraint becomes the refusal a client can act on. */
export function refuseConstraint<T>(run: WriteRun, resource: Resource, write: () => T): T {
  try {
    return write();
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

function notUnique(resource: Resource, detail: string): ApiError {
  const key = violatedKey(resource, detail);
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
