// Older names of fields in a body → the fields' own names.
import { ApiError } from '#errors/api-error.ts';
import type { Resource } from '#resource/resource.ts';
import { isEmpty } from './parse-value.ts';

/** The entity under the fields' own names; empty values under older names are none. Throws when two names say two things. */
export function spelledFields(
  { spellings }: Pick<Resource, 'spellings'>,
  entity: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const older = Object.keys(entity).filter((name) => Object.hasOwn(spellings, name));
  if (older.length === 0) return entity;
  const spelled: Record<string, unknown> = { ...entity };
  for (const name of older) {
    const field = spellings[name] as string;
    const value = spelled[name];
    Reflect.deleteProperty(spelled, name);
    if (isEmpty(value)) continue;
    if (!isEmpty(spelled[field]) && spelled[field] !== value) throw saidTwice(name, field);
    spelled[field] = value;
  }
  return spelled;
}

function saidTwice(name: string, field: string): ApiError {
  const message = `${name} and ${field} say two things; they are two names of one field, send one of them.`;
  return new ApiError('contradiction', message, { field: name });
}
