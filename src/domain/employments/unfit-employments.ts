// What a row of `users` repeats of the earlier rows of `employments`, as an import finds it.
import type { Row } from '#resource/rule.ts';
import { types } from '#resource/define-resource.ts';

/** Why `former_employments` could not have been written by the server; `null`: it could. */
export function unfitEmployments({ former_employments: text }: Row<'users'>): string | null {
  if (text === null) return null;
  return isListOfEmployments(text)
    ? null
    : 'former_employments must be a list of earlier employments as JSON.';
}

function isListOfEmployments(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.length > 0 && list.every(isEmployment);
  } catch {
    return false;
  }
}

function isEmployment(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { id, entry, exit, start, initial } = value as Readonly<Record<string, unknown>>;
  const isWhole = Number.isSafeInteger(id) && Number.isSafeInteger(initial);
  return isWhole && isDate(exit) && [entry, start].every((date) => date === null || isDate(date));
}

function isDate(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return types.date.parse(value, { serverTimeZone: 'UTC' }) === value;
  } catch {
    return false;
  }
}
