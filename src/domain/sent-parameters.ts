// The parameters that begin with `_` and say how something is to be done, as clients send them: read in one way everywhere.
import { ApiError } from '#errors/api-error.ts';
import type { Change } from '#resource/rule.ts';

/** Parameters of a request that begin with `_`, as sent, by name. */
export type Sent = Change['parameters'];

const yes: readonly unknown[] = [1, true, '1', 'true'];
const no: readonly unknown[] = [undefined, null, '', 0, false, '0', 'false'];
/** Those that are 1 or 0. */
const switches = ['_insert_into_conflicting', '_is_offline_live_tracking'] as const;

/** Whether a parameter is 1; throws `invalid_value` when it is neither 1 nor 0. */
export function isSwitchedOn(sent: Sent, name: (typeof switches)[number]): boolean {
  const value = sent[name];
  if (yes.includes(value)) return true;
  if (no.includes(value)) return false;
  throw invalid(name, value, '1 or 0');
}

/** A comment, `null` when it is empty; `undefined` when none was sent. Throws `invalid_value` when it is too long or no text. */
export function commentIn(sent: Sent, name: string, longest: number): string | null | undefined {
  const value = sent[name];
  if (value === undefined || value === null) return undefined;
  const isText = typeof value === 'string' || typeof value === 'number';
  if (!isText || String(value).length > longest)
    throw invalid(name, value, `text of at most ${longest} characters`);
  return value === '' ? null : String(value);
}

/** Refuses parameters that say nothing the server understands, whether or not they would count this time. */
export function checkParameters(sent: Sent): void {
  for (const name of switches) isSwitchedOn(sent, name);
}

function invalid(name: string, value: unknown, expected: string): ApiError {
  const shown = JSON.stringify(value).slice(0, 100);
  return new ApiError('invalid_value', `${name} is ${shown}; it must be ${expected}.`, { field: name });
}
