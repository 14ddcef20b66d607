// Form data and query strings: `name=value&…`, UTF-8, percent-encoded, `+` for a blank.
import { ApiError } from '#errors/api-error.ts';
import type { Parameters } from './api-request.ts';
import { limitPairs, type FormPair } from './parse-multipart.ts';

/** Reads parameters; one name twice with different values is refused, because either could be meant. */
export function parseParameters(text: string): Parameters {
  return parametersOf(pairsIn(text));
}

/** Names and values in the order in which they stand; throws `malformed_body` for more than 20,000. */
export function pairsIn(text: string): readonly FormPair[] {
  if (text === '') return [];
  let count = 0;
  for (let at = 0; at >= 0; at = text.indexOf('&', at + 1)) limitPairs((count += 1));
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const name = decode(equals < 0 ? pair : pair.slice(0, equals));
      return [name, equals < 0 ? '' : decode(pair.slice(equals + 1))];
    });
}

/** Values by name; throws `contradiction` as {@link parseParameters} does. */
export function parametersOf(pairs: readonly FormPair[]): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of pairs) {
    const before = parameters.get(name);
    if (before !== undefined && before !== value) {
      throw new ApiError(
        'contradiction',
        `The parameter "${name}" is given twice, as "${before}" and as "${value}"; give it once.`,
        { field: name },
      );
    }
    parameters.set(name, value);
  }
  return parameters;
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ApiError('malformed_parameter', `"${text}" is not percent-encoded UTF-8.`);
  }
}
