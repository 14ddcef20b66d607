// What an account's definitions ask of values beside their types: a choice is among the active options, and a declared field
// of free text holds what its definition says. A value that a row holds already may stay whatever has been defined since.
import { invalidValue } from '#plan/parse-value.ts';
import type { Stored } from '#resource/field-type.ts';
import { isOwnName, typeOfKind } from '#resource/own-fields.ts';
import type { DefinedField } from '#resource/defined-field.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { activeOptions } from '#sql/own-values.ts';
import { ValueError } from '#values/value-error.ts';
import type { WriteRun } from './write-run.ts';

/** Checks the values that differ from those of `before`, and spells texts as their kinds do; throws `invalid_value`. */
export function checkOwnValues(
  run: WriteRun,
  resource: Resource,
  { before, after }: { readonly before: Row | null; readonly after: Record<string, Stored> },
): void {
  for (const defined of resource.own.defined) {
    const { column } = defined;
    const value = after[column] ?? null;
    if (value === null || value === (before?.[column] ?? null)) continue;
    const field = resource.fields.get(column);
    // Of a declared field of another type the definition is only a title.
    if (field === undefined || (field.own !== true && field.type.column !== 'text')) continue;
    after[column] = isOwnName(column) ? fitting(run, defined, value) : spelled(run, defined, value);
    if (defined.kind === 'combo') refuseOtherChoice(run, defined, value);
  }
}

/** Rules write values that were sent when something else was defined. */
function fitting(run: WriteRun, { column, kind }: DefinedField, value: Exclude<Stored, null>): Stored {
  const type = typeOfKind(kind);
  const isRight = type.column === 'integer' ? Number.isSafeInteger(value) : typeof value === 'string';
  if (!isRight) throw invalidValue(column, value, `a ${type.name}`);
  return parsed({ column, value, parse: () => type.parse(type.render(value, run.context), run.context) });
}

function spelled(run: WriteRun, { column, kind }: DefinedField, value: Exclude<Stored, null>): Stored {
  const type = typeOfKind(kind);
  const parse = (): Exclude<Stored, null> => type.parse(value, run.context);
  return String(type.render(parsed({ column, value, parse }), run.context));
}

function parsed(part: {
  column: string;
  value: Stored;
  parse: () => Exclude<Stored, null>;
}): Exclude<Stored, null> {
  try {
    return part.parse();
  } catch (error) {
    if (error instanceof ValueError) throw invalidValue(part.column, part.value, error.expected);
    throw error;
  }
}

const listed = 20;

function refuseOtherChoice(run: WriteRun, { id, column }: DefinedField, value: Exclude<Stored, null>): void {
  const options = activeOptions(run, id);
  if (options.includes(String(value))) return;
  const more = options.length > listed ? ' …' : '';
  const choice = options.slice(0, listed).join(', ');
  const expected = options.length === 0 ? 'empty: it has no active options' : `one of ${choice}${more}`;
  throw invalidValue(column, value, expected);
}
