// Clients look rows up by their identifier in another system: no two rows of a resource may have the same one.
import { ApiError } from '#errors/api-error.ts';
import type { Rule } from '#resource/rule.ts';

/** Refuses an `external_id` that another row of the resource has, and names that row. */
export const uniqueExternalId: Rule<'projects' | 'tasks' | 'users'> = (
  { verb, resource, before, after },
  view,
) => {
  const value = after['external_id'] ?? null;
  if (verb === 'delete' || value === null || value === '' || value === before?.['external_id']) return;
  const same = [{ column: 'external_id', is: '=', value }] as const;
  const found = view.find(resource, same, { columns: ['id'], limit: 2 });
  const other = found.find(({ id }) => id !== after['id']);
  if (other === undefined) return;
  const id = other['id'];
  const message = `external_id is ${JSON.stringify(value)}; row ${id} of ${resource} has it, and no two rows may.`;
  throw new ApiError('not_unique', message, { field: 'external_id', data: { id } });
};
