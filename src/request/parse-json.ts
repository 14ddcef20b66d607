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

/** How many values the texts of one request may still hold, all together. */
export interface ValueBudget {
  left: number;
}

/** The budget of a request of which nothing has been read. */
export function fullBudget(): ValueBudget {
  return { left: mostValues };
}

/**
 * Parses; throws `malformed_body` for too many levels, or more values than are left in the budget, and SyntaxError for text
 * that is no JSON.
 */
export function parseJson(text: string, budget: ValueBudget = fullBudget()): unknown {
  limitJson(text, budget);
  return JSON.parse(text);
}

function limitJson(text: string, budget: ValueBudget): void {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (code === comma || code === colon || code === 0x5b) budget.left -= 1;
    if (depth > mostLevels) throw tooMuch(`more than ${mostLevels} levels of nesting`);
    if (budget.left < 0) throw tooMuch(`more than ${mostValues} values`);
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
  return new ApiError('malformed_body', `The JSON text of the request holds ${what}; send less at once.`);
}
