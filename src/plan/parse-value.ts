// One value as sent → stored, or an ApiError that names the field, the value and what would be right.
import { ApiError } from '#errors/api-error.ts';
import type { Stored, ValueContext } from '#resource/field-type.ts';
import { missedBound } from '#resource/missed-bound.ts';
import type { Field } from '#resource/resource.ts';
import { ValueError } from '#values/value-error.ts';

/** Whether a client's value means "empty": null, nothing, or empty text. */
export function isEmpty(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === '';
}

/** The id of a row: in the address, in the body, or in both if they are one. `null`: in neither. */
export function idOfRow(
  { inAddress, inBody, field }: { inAddress: string | null; inBody: unknown; field: Field },
  context: ValueContext,
): number | null {
  const body = isEmpty(inBody) ? null : (parseForStorage(field, inBody, context) as number);
  const address = isEmpty(inAddress) ? null : (parseForStorage(field, inAddress, context) as number);
  if (address === null || body === null || address === body) return address ?? body;
  const message = `The address names id ${address}, the body ${body}; give one.`;
  throw new ApiError('contradiction', message, { field: 'id' });
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
  const missed = missedBound(field, stored, context);
  if (missed !== null) throw invalidOf(field, value, missed);
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

function quoted(value: unknown): string {
  // JSON has no text for the number that a long row of digits becomes.
  const text =
    value === Infinity || value === -Infinity ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text;
}
