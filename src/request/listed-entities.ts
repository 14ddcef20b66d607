// Entities in the places where an array is meant: real clients also send an object with numbers for keys, or a single entity.

import { ApiError } from '#errors/api-error.ts';
import { parseJson, type ValueBudget } from './parse-json.ts';

const wholeNumber = /^(?:0|[1-9]\d*)$/;

/** The members of an object whose keys are all whole numbers, in ascending order of the keys; `null`: it is another one. */
export function inKeyOrder(value: unknown): readonly unknown[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const members = Object.entries(value);
  if (members.length === 0 || !members.every(([key]) => wholeNumber.test(key))) return null;
  // Without leading zeros a longer number is a larger one.
  return members.toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)).map(([, member]) => member);
}

/** What JSON text says, `null` if it is no JSON; another value as it is. Throws `malformed_body` for too much of it. */
export function parsedText(value: unknown, budget?: ValueBudget): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseJson(value, budget);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    return null;
  }
}

/**
 * Children of one resource: an array, an object with numbers for keys, or a single one, also as JSON text; `null`: neither.
 */
export function listedEntities(sent: unknown, budget?: ValueBudget): readonly unknown[] | null {
  const value = parsedText(sent, budget);
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return null;
  return inKeyOrder(value) ?? [value];
}
