// One value as sent → stored, or an ApiError that names the field, the value and what would be right.
import { ApiError } from '#errors/api-error.ts';
import type { Stored, ValueContext } from '#resource/field-type.ts';
import type { Field } from '#resource/resource.ts';
import { ValueError } from '#values/value-error.ts';

/** Whether a client's value means "empty": null, nothing, or empty text. */
export function isEmpty(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === '';
}

/** Parses by the field's type alone: what filters need. */
export function parseByType(field: Field, value: unknown, context: ValueContext): Exclude<Stored, null> {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw invalidOf(field, value, `a single ${field.type.name}, not a list or an object`);
  }
  try {
    return field.type.parse(value, context);
  } catch (error) {
    if (error instanceof ValueError) throw invalidOf(field, value, error.expected);
    throw error;
  }
}

/** Parses and checks values list, bounds and length too: what is to be stored. */
export function parseForStorage(field: Field, value: unknown, context: ValueContext): Exclude<Stored, null> {
  const stored = parseByType(field, value, context);
  if (field.values !== undefined && !field.values.includes(stored)) {
    const right = field.values.map((one) => field.type.render(one, context));
    throw invalidOf(field, value, `one of ${right.join(', ')}`);
  }
  if (typeof stored === 'number' && field.min !== undefined && stored < field.min) {
    throw invalidOf(field, value, `at least ${field.type.render(field.min, context)}`);
  }
  if (typeof stored === 'number' && field.max !== undefined && stored > field.max) {
    throw invalidOf(field, value, `at most ${field.type.render(field.max, context)}`);
  }
  if (typeof stored === 'string' && field.maxLength !== undefined && isLonger(stored, field.maxLength)) {
    throw invalidOf(field, value, `text of at most ${field.maxLength} characters`);
  }
  return stored;
}

/** A secret is not repeated. */
function invalidOf({ name, secret }: Field, value: unknown, expected: string): ApiError {
  if (!secret) return invalidValue(name, value, expected);
  return new ApiError('invalid_value', `${name} cannot be taken; it must be ${expected}.`, { field: name });
}

/** `invalid_value` with the sentence every fault of a value has. */
export function invalidValue(name: string, value: unknown, expected: string): ApiError {
  return new ApiError('invalid_value', `${name} is ${quoted(value)}; it must be ${expected}.`, {
    field: name,
  });
}

/** Characters are code points; one that takes two units counts once. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && [...text].length > most;
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text;
}
