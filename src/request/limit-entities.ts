// How much one request may hold: counted before anything is planned, so that too much stores nothing.
import { ApiError } from '#errors/api-error.ts';
import { listedEntities, parsedText } from './listed-entities.ts';
import { fullBudget, type ValueBudget } from './parse-json.ts';

const mostEntities = 2_000;
/** Deeper trees would overflow the stack of whoever reads the answer. */
const mostLevels = 500;

/**
 * Refuses more than 2,000 entities, nested ones included, nesting deeper than 500 levels, and too many values in children that
 * are sent as JSON text: those of all texts count together.
 */
export function limitEntities(entities: readonly unknown[]): void {
  const budget = fullBudget();
  let count = 0;
  let level: readonly unknown[] = entities;
  for (let depth = 1; level.length > 0; depth += 1) {
    count += level.length;
    if (count > mostEntities) throw tooMuch(`more than ${mostEntities} entities, nested ones included`);
    if (depth > mostLevels) throw tooMuch(`entities nested deeper than ${mostLevels} levels`);
    level = level.flatMap((entity) => childrenOf(entity, budget));
  }
}

function tooMuch(what: string): ApiError {
  return new ApiError('batch_too_large', `The request holds ${what}; nothing was stored.`);
}

/** Children of any resource; JSON text is parsed, anything unreadable has none here and is refused when it is planned. */
function childrenOf(entity: unknown, budget: ValueBudget): readonly unknown[] {
  const nested = parsedText((entity as { nestedEntities?: unknown } | null)?.nestedEntities, budget);
  if (typeof nested !== 'object' || nested === null) return [];
  return Object.values(nested).flatMap((children: unknown) => listedEntities(children, budget) ?? []);
}
