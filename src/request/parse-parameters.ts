// Form data and query strings: `name=value&…`, UTF-8, percent-encoded, `+` for a blank.
import { ApiError } from '#errors/api-error.ts';
import type { Parameters } from './api-request.ts';

/** Reads parameters; one name twice with different values is refused, because either could be meant. */
export function parseParameters(text: string): Parameters {
  const parameters = new Map<string, string>();
  if (text === '') return parameters;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
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
