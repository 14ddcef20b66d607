// An update that names its row by a unique field in place of the id, such as `setting_type`.
import { ApiError } from '#errors/api-error.ts';
import { isEmpty, parseByType } from '#plan/parse-value.ts';
import type { RawEntity, WriteRequest } from '#request/api-request.ts';
import { findRows } from '#sql/store.ts';
import { mayRead } from '../read/readable-row.ts';
import type { WriteRun } from './write-run.ts';

/** The entity with the id of the row that it names; unchanged if it or the address has one. Throws `unknown_reference`. */
export function entityWithId(
  run: WriteRun,
  { kind, resource, id }: Pick<WriteRequest, 'kind' | 'resource' | 'id'>,
  entity: RawEntity,
): RawEntity {
  const { updateKey } = resource;
  const key = updateKey === null ? undefined : resource.fields.get(updateKey);
  if (kind !== 'update' || key === undefined || !isEmpty(id)) return entity;
  const sent = entity[key.name];
  if (!isEmpty(entity['id']) || isEmpty(sent)) return entity;
  const value = parseByType(key, sent, run.context);
  const [row] = findRows(run, resource, { comparisons: [{ column: key.name, is: '=', value }] });
  if (row !== undefined && mayRead(run.accessContext, resource, row)) return { ...entity, id: row['id'] };
  const message = `${resource.name} has no row with the ${key.name} ${JSON.stringify(sent)}.`;
  throw new ApiError('unknown_reference', message, { field: key.name });
}
