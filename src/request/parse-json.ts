// JSON text → value, refused before anything is built when it nests too deep or holds too many values: a few megabytes
// of brackets would hold the event loop for seconds. It must not know what the values mean.
import { ApiError } from '#errors/api-error.ts';

/** Entities nest 500 levels deep, and each level takes three. */
const mostLevels = 2_000;
/** The 2,000 entities of a request, each with all fields of the widest resource. */
const mostValues = 200_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** Parses; throws `malformed_body` for too many values or levels, and SyntaxError for text that is no JSON. */
export function parseJson(text: string): unknown {
  limitJson(text);
  return JSON.parse(text);
}

function limitJson(text: string): void {
  let [depth, values] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (code === comma || code === colon || code === 0x5b) values += 1;
    if (depth > mostLevels) throw tooMuch(`nested deeper than ${mostLevels} levels`);
    if (values > mostValues) throw tooMuch(`more than ${mostValues} values`);
  }
}

/** The place of the closing quotation mark; of text that is no JSON, the last character. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

function tooMuch(what: string): ApiError {
  return new ApiError('malformed_body', `The JSON text holds ${what}; send less at once.`);
}
