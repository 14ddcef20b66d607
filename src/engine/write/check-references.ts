// Ids that rows hold of other rows: they must exist, and for this caller; and rows in use cannot be deleted.
import { ApiError } from '#errors/api-error.ts';
import { invalidValue } from '#plan/parse-value.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { findRows } from '#sql/store.ts';
import { knownRow } from './identity-map.ts';
import { mayRead } from '../read/readable-row.ts';
import type { WriteRun } from './write-run.ts';
import { together } from '#resource/missing.ts';

/** The fields of a resource, or the parameters of an action. */
export interface SentFields {
  readonly fields: ReadonlyMap<string, Field>;
  /** Relations that are not checked. */
  readonly history: ReadonlySet<string>;
}

/** Checks every id that the client sent and that differs from what the row already holds. */
export function checkReferences(
  run: WriteRun,
  { fields, history }: SentFields,
  sent: Row,
  before: Row = {},
): void {
  const checks = Object.entries(sent).map(([name, value]) => () => {
    const relation = fields.get(name)?.relation;
    if (relation === undefined || value === null || before[name] === value || history.has(name)) return;
    const targets = run.schema.targets(relation);
    if (targets.length === 0) return;
    if (!someReadable(run, targets, value as number)) throw unknownId(name, value, targets);
  });
  together(checks);
}

/** The refusal of an id that is no row's, or of none that the caller may read. */
export function unknownId(name: string, value: Stored, targets: readonly Resource[]): ApiError {
  const known = targets.map((target) => target.name).join(' or ');
  const { message } = invalidValue(name, value, `the id of a row of ${known}`);
  return new ApiError('unknown_reference', message, { field: name });
}

const examples = 3;

/** Refuses the deletion of a row that others still refer to, naming some of them. */
export function refuseInUse(run: WriteRun, resource: Resource, row: Row): void {
  for (const { other, columns } of usesOf(run, resource)) {
    const comparisons = Object.entries(columns).map(([column, key]) => ({
      column,
      is: '=' as const,
      value: row[key] ?? null,
    }));
    const found = findRows(run, other, { comparisons, options: { limit: examples + 1 } });
    const users = found.filter((one) => other.table !== resource.table || one['id'] !== row['id']);
    if (users.length === 0) continue;
    const ids = users.slice(0, examples).map((one) => one['id']);
    const more = users.length > examples ? ' and more' : '';
    const field = Object.keys(columns).join(', ');
    const advice = resource.fields.has('active') ? '; deactivate it instead' : '';
    const sentence = `${resource.name} ${row['id']} is still used by ${other.name} ${ids.join(', ')}${more} (${field})${advice}.`;
    throw new ApiError('in_use', sentence, {
      field: 'id',
      data: { resource: other.name, field, ids },
    });
  }
}

interface Use {
  readonly other: Resource;
  /** Column of the other resource → the column that it repeats. */
  readonly columns: Readonly<Record<string, string>>;
}

function usesOf({ schema }: WriteRun, resource: Resource): readonly Use[] {
  const byId = schema
    .referencesTo(resource)
    .map(({ resource: other, field }) => ({ other, columns: { [field.name]: 'id' } }));
  const byOthers = Object.entries(resource.usedThrough).flatMap(([name, columns]) => {
    const other = schema.resources.get(name);
    return other === undefined ? [] : [{ other, columns }];
  });
  return [...byId, ...byOthers];
}

function someReadable(run: WriteRun, targets: readonly Resource[], id: number): boolean {
  for (const target of targets) {
    const row = knownRow(run, target, id);
    if (row !== undefined && mayRead(run.accessContext, target, row)) return true;
  }
  return false;
}
