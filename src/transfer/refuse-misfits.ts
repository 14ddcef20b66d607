// Rows that no write of the service could have left, before any of them moves in: values that their fields do not take,
// trees with circles, and counters behind the rows that they count.
import { AccountError } from '#accounts/account-error.ts';
import { types } from '#resource/define-resource.ts';
import type { FieldType, Stored } from '#resource/field-type.ts';
import { missedBound } from '#resource/missed-bound.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { rowColumns, type RowValue, type RowValues } from '#sql/table-rows.ts';
import type { Table } from '#sql/table.ts';
import { isTimeZone } from '#values/time-zone.ts';
import { ValueError } from '#values/value-error.ts';
import { checkCounters } from './check-counters.ts';
import { checkOwnFields } from './check-own-fields.ts';
import { checkTree } from './check-tree.ts';
import { misfit, type RowCheck } from './row-check.ts';
import type { RowSource } from './row-source.ts';

/** Reads every row once. Throws an AccountError that names the first row that breaks a rule of its resource. */
export async function refuseMisfits(
  { tables, eachPage }: Pick<RowSource, 'tables' | 'eachPage'>,
  resources: Iterable<Resource>,
): Promise<void> {
  const stored = [...resources].filter(({ storage, flagView }) => storage === 'account' && flagView === null);
  const counters = checkCounters(stored);
  const own = checkOwnFields(stored);
  const checks = new Map(
    tables.map(({ table }) => [
      table.name,
      [counters.of(table.name), own.of(table.name), ...checksOf(table, stored)] as readonly RowCheck[],
    ]),
  );
  await eachPage(
    () => true,
    async ({ placed: { table }, rows }) => {
      const names = rowColumns(table).map(({ name }) => name);
      for (const row of rows)
        for (const check of checks.get(table.name) ?? []) check.row(namedRow(names, row));
    },
  );
  for (const { end } of [...checks.values()].flat()) end();
  counters.end();
  own.end();
}

function namedRow(names: readonly string[], values: RowValues): Row {
  return Object.fromEntries(names.map((name, place) => [name, values[place] as RowValue]));
}

function checksOf(table: Table, stored: readonly Resource[]): readonly RowCheck[] {
  const sharers = stored.filter((resource) => resource.table === table.name);
  if (sharers.length === 0) return systemChecks(table.name);
  const fields = new Map(sharers.map((resource) => [resource, keptFields(resource)]));
  const kinds: RowCheck = {
    row(row) {
      const resource = sharers.find(({ fixed }) =>
        Object.keys(fixed).every((name) => row[name] === fixed[name]),
      );
      if (resource === undefined)
        throw misfit(
          { table: table.name, row, column: Object.keys(sharers[0]?.fixed ?? {})[0] ?? 'id' },
          'that of a resource',
        );
      checkRow(row, { table: table.name, resource, fields: fields.get(resource) ?? [] });
    },
    end: () => {},
  };
  const tree = sharers.find((resource) => resource.tree !== null)?.tree ?? null;
  return tree === null ? [kinds] : [kinds, checkTree(table.name, tree)];
}

function keptFields({ fields }: Resource): readonly Field[] {
  return [...fields.values()].filter(({ stored, total, secret }) => stored && total === undefined && !secret);
}

function checkRow(
  row: Row,
  { table, resource, fields }: { table: string; resource: Resource; fields: readonly Field[] },
): void {
  for (const field of fields) {
    const value = row[field.name] ?? null;
    const expected = value === null ? (field.required ? 'no empty one' : null) : expectedOf(field, value);
    if (expected !== null) throw misfit({ table, row, column: field.name }, expected);
  }
  for (const [name, { type }] of Object.entries(resource.hidden)) {
    const value = row[name] ?? null;
    const expected = type === undefined || value === null ? null : expectedOfType(type, value);
    if (expected !== null) throw misfit({ table, row, column: name }, expected);
  }
  const unfit = resource.unfit?.(row) ?? null;
  if (unfit !== null)
    throw new AccountError(
      `The row of ${table} with id ${row['id']} breaks a rule of ${resource.name}: ${unfit}`,
    );
}

/** Server moments are the same in every zone. */
const context = { serverTimeZone: 'UTC' };

function expectedOf(field: Field, value: Exclude<Stored, null>): string | null {
  const expected = expectedOfType(field.type, value);
  if (expected !== null) return expected;
  if (field.zone === true && !isTimeZone(String(value)))
    return 'an IANA time zone name such as Europe/Vienna';
  return missedBound(field, value, context);
}

function expectedOfType(type: FieldType, value: Exclude<Stored, null>): string | null {
  try {
    const again = type.parse(type.render(value, context), context);
    return type.column === 'text' && again !== value ? `spelt ${JSON.stringify(again)}` : null;
  } catch (error) {
    return error instanceof ValueError ? error.expected : `a value of the type ${type.name}`;
  }
}

type Expected = (value: Exclude<Stored, null>) => string | null;

const expectedZone: Expected = (value) =>
  isTimeZone(String(value)) ? null : 'an IANA time zone name such as Europe/Vienna';
const expectedObject: Expected = (value) => (isObject(String(value)) ? null : 'an object as JSON');
const expectedMoment: Expected = (value) => expectedOfType(types.moment, value);

/** Columns of the service's own tables that it reads as more than text and numbers. */
const systemColumns: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  server_time_zones: { timezone: expectedZone, used_until: expectedMoment },
  deletions: { scope_row: expectedObject, deleted_at: expectedMoment },
  former_sights: { sight: expectedObject, used_until: expectedMoment },
  purged_deletions: { purged_until: expectedMoment },
};

function systemChecks(table: string): readonly RowCheck[] {
  return Object.entries(systemColumns[table] ?? {}).map(([column, expectedOfValue]) => ({
    row(row) {
      const expected = expectedOfValue((row[column] ?? '') as Exclude<Stored, null>);
      if (expected !== null) throw misfit({ table, row, column }, expected);
    },
    end: () => {},
  }));
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
