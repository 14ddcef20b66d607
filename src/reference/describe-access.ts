// The access rules of a resource in words: they are asked as callers of every kind and their answers are read out.
import { readGrant } from '#access/authorize.ts';
import {
  fieldVisibilities,
  sees,
  type FieldVisibility,
  type Scope,
  type AccessContext,
  type Term,
} from '#resource/access.ts';
import type { Field, Resource } from '#resource/resource.ts';
import { doingsOf, nameOf, readableFields, type Doing } from './actions.ts';
import { meanings, sampleCallers } from './sample-callers.ts';

/** Who may do what: a row for each action, with a cell for each kind of caller. */
export interface AccessTable {
  /** Kinds of callers that may do the same stand in one column. */
  readonly callers: readonly string[];
  readonly rows: readonly { readonly action: string; readonly cells: readonly string[] }[];
  /** Who may set some fields only. */
  readonly limits: readonly FieldLimit[];
}

/** The fields that some callers may set in an action. */
export interface FieldLimit {
  readonly callers: string;
  readonly action: string;
  readonly fields: readonly string[];
}

/** Asks the access rules of a resource. */
export function accessTable(resource: Resource): AccessTable {
  const doings = doingsOf(resource).filter((doing) => doing.kind !== 'namedRead');
  const columns = sampleCallers.map(({ name, accessContext }) => ({
    name,
    cells: doings.map((doing) => cell(resource, doing, accessContext)),
  }));
  const groups = [...Map.groupBy(columns, ({ cells }) => JSON.stringify(cells)).values()];
  return {
    callers: groups.map((group) => group.map(({ name }) => name).join(', ')),
    rows: doings.map((doing, index) => ({
      action: nameOf(doing),
      cells: groups.map((group) => group[0]?.cells[index] ?? ''),
    })),
    limits: limitsOf(resource),
  };
}

function limitsOf(resource: Resource): readonly FieldLimit[] {
  const verbs = (['create', 'update'] as const).filter((verb) => resource.actions.has(verb));
  return verbs.flatMap((verb) => {
    const limited = sampleCallers.flatMap(({ name, accessContext }) => {
      const fields = fieldsToSet(resource, accessContext, verb);
      return fields === 'all' ? [] : [{ name, fields }];
    });
    const groups = Map.groupBy(limited, ({ fields }) => fields.join());
    return [...groups.values()].map((group) => ({
      callers: group.map(({ name }) => name).join(', '),
      action: verb,
      fields: group[0]?.fields ?? [],
    }));
  });
}

/** What may be set on rows that the caller may change; `all` too where they may change none. */
function fieldsToSet(
  resource: Resource,
  accessContext: AccessContext,
  verb: 'create' | 'update',
): readonly string[] | 'all' {
  if (scopeText(resource.access.write(accessContext, verb)) === nothing) return 'all';
  const writable = resource.access.writable?.(accessContext, verb) ?? 'all';
  return writable === 'all' ? 'all' : writable.filter((name) => name !== 'id');
}

function cell(resource: Resource, doing: Doing, accessContext: AccessContext): string {
  switch (doing.kind) {
    case 'read':
    case 'download':
      return readCell(resource, accessContext);
    case 'write': {
      const scope = scopeText(resource.access.write(accessContext, doing.verb));
      const limited = doing.verb !== 'delete' && fieldsToSet(resource, accessContext, doing.verb) !== 'all';
      return limited ? `${scope}; some fields` : scope;
    }
    case 'action':
      return doing.action.open
        ? 'everybody, without a token'
        : scopeText(doing.action.allowed(accessContext));
    default:
      return '';
  }
}

function readCell(resource: Resource, accessContext: AccessContext): string {
  if (resource.open) return 'everybody, without a token';
  const rowPolicies = readGrant(accessContext, resource)?.rowPolicies ?? [];
  const [only] = rowPolicies;
  if (only === undefined) return nothing;
  const plain = resource.storage === 'computed' || levelsOf(resource).length === 1;
  return rowPolicies
    .map(({ scope, level }, index) => {
      const rows = scope === 'all' && index > 0 ? 'all other rows' : scopeText(scope);
      return plain ? rows : `${rows}: level ${level}`;
    })
    .join('; ');
}

const nothing = '–';

/** The rows of a scope in words. */
function scopeText(scope: Scope): string {
  if (scope === 'all') return 'all rows';
  const possible = scope.filter((terms) => terms.every((term) => term.oneOf.length > 0));
  if (possible.length === 0) return nothing;
  return `rows with ${possible.map(termsText).join(', or with ')}`;
}

/** What a row must fulfil, in words. */
export function termsText(terms: readonly Term[]): string {
  return terms.map(termText).join(' and ');
}

function termText({ column, oneOf }: Term): string {
  const words = oneOf.map((value) => meanings.get(value) ?? (value === null ? 'empty' : String(value)));
  return `\`${column}\` = ${words.join(' or ')}`;
}

/** The levels that a resource's fields need, as far as anybody is shown less than others. */
export function levelsOf(resource: Resource): readonly FieldVisibility[] {
  const needed = new Set(readableFields(resource).map(({ level }) => level));
  return fieldVisibilities.filter((level) => needed.has(level));
}

/** Whether some caller may read rows of the resource without being shown this field. */
export function isHiddenFromSome(resource: Resource, field: Field): boolean {
  if (resource.storage === 'computed') return false;
  const rowPolicies = sampleCallers.flatMap(
    ({ accessContext }) => readGrant(accessContext, resource)?.rowPolicies ?? [],
  );
  return rowPolicies.some(({ level }) => !sees(level, field.level));
}
