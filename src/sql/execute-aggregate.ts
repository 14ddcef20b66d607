// Aggregates: sums, averages, extremes, counts and joined lists, exact at any size (decisions §4).
import { sql, type RawBuilder } from 'kysely';
import { unreachable } from '#errors/api-error.ts';
import {
  limitSlot,
  offsetSlot,
  type AggregateFunction,
  type AggregatePlan,
  type ReadPlan,
} from '#plan/read-plan.ts';
import type { FieldType, Stored, ValueContext } from '#resource/field-type.ts';
import type { Field } from '#resource/resource.ts';
import { decimalToNumber, roundedQuotient } from '#values/decimal.ts';
import { columnOf, comparedColumn, type Compilation } from './compile-predicate.ts';
import { listValues, ownTypes, recall, remember, tableOf, whereClause } from './compile-read.ts';
import type { Statement, Tx } from './database.ts';
import { bind, compile } from './statement.ts';

/** A row as shown: group columns, then aggregates, under their columns' names. */
export type AggregateRow = Record<string, string | number | null>;

/** Runs an aggregate plan. Group columns come out as values of their fields, aggregates as decisions §4 says. */
export async function executeAggregate(
  tx: Tx,
  { plan, aggregate, context }: { plan: ReadPlan; aggregate: AggregatePlan; context: ValueContext },
): Promise<readonly AggregateRow[]> {
  const found = await tx.all(aggregateStatement(tx, plan, aggregate));
  return found.map((row) => {
    const groups = aggregate.groups.map(
      (field) => [field.name, shown(field, row[field.name], context)] as const,
    );
    const results = aggregate.functions.map(({ field, apply }) => {
      const names = columnNames(aggregate, field);
      const values = {
        value: row[names.value],
        high: row[names.high],
        count: row[names.count],
      };
      return [field.name, result(apply, field, { ...values, context })] as const;
    });
    return Object.fromEntries([...groups, ...results]);
  });
}

/** The statement of an aggregate plan. */
export function aggregateStatement(tx: Tx, plan: ReadPlan, aggregate: AggregatePlan): Statement {
  const key = shapeKey(tx, plan, aggregate);
  let compiled = recall(key);
  if (compiled === undefined) {
    compiled = compile(tx.dialect, (db, value, dialect) => {
      const compilation: Compilation = { resource: plan.resource, dialect, value };
      const groups = aggregate.groups.map((field) => comparedColumn(field.name, compilation));
      const named = aggregate.groups.map((field, index) => sql`${groups[index]} as ${sql.ref(field.name)}`);
      const functions = aggregate.functions.flatMap(({ field, apply }) =>
        functionColumns(field, { apply, names: columnNames(aggregate, field) }, compilation),
      );
      // By place: what holds a parameter is not the same expression twice.
      const places = groups.map((_group, index) => sql`${sql.lit(index + 1)}`);
      const grouping = groups.length === 0 ? sql`` : sql`group by ${sql.join(places)}`;
      const limits = sql`limit ${value(limitSlot)} offset ${value(offsetSlot)}`;
      const text = sql`select ${sql.join([...named, ...functions])} from ${tableOf(plan, compilation)} ${whereClause(plan, compilation)} ${grouping} ${orderClause(plan, aggregate, compilation)} ${limits}`;
      return { compile: () => text.compile(db) };
    });
    remember(key, compiled);
  }
  return { ...bind(compiled, listValues(tx, plan)), bigints: true };
}

/** Characters that the joined lists of all groups hold: engines build them whole before any is shown. */
export async function joinedLength(tx: Tx, plan: ReadPlan, aggregate: AggregatePlan): Promise<number> {
  const joins = aggregate.functions.filter(({ apply }) => apply === 'group_concat');
  if (joins.length === 0) return 0;
  const key = `joined ${shapeKey(tx, plan, aggregate)}`;
  let compiled = recall(key);
  if (compiled === undefined) {
    compiled = compile(tx.dialect, (db, value, dialect) => {
      const compilation: Compilation = { resource: plan.resource, dialect, value };
      const lengths = joins.map(
        ({ field }) => sql`coalesce(sum(length(cast(${columnOf(field.name, compilation)} as text))), 0)`,
      );
      const text = sql`select ${sql.join(lengths, sql` + `)} as total from ${tableOf(plan, compilation)} ${whereClause(plan, compilation)}`;
      return { compile: () => text.compile(db) };
    });
    remember(key, compiled);
  }
  const [row] = await tx.all({ ...bind(compiled, listValues(tx, plan)), bigints: true });
  return Number(row?.['total'] ?? 0);
}

/** What the columns of one aggregate are called in the statement. */
interface ColumnNames {
  readonly value: string;
  readonly high: string;
  readonly count: string;
}

/** By place: PostgreSQL cuts names off after 63 bytes, and a field has up to 62. */
function columnNames({ functions }: AggregatePlan, field: Field): ColumnNames {
  const place = functions.findIndex((one) => one.field === field);
  return { value: `value_${place}`, high: `high_${place}`, count: `count_${place}` };
}

function functionColumns(
  field: Field,
  { apply, names }: { readonly apply: AggregateFunction; readonly names: ColumnNames },
  compilation: Compilation,
): RawBuilder<unknown>[] {
  const column = columnOf(field.name, compilation);
  const value = sql.ref(names.value);
  const count = sql.ref(names.count);
  switch (apply) {
    case 'sum':
    case 'avg':
      return [...exactSum(column, names), sql`count(${column}) as ${count}`];
    case 'max':
    case 'min':
    case 'count':
      return [sql`${sql.raw(apply)}(${column}) as ${value}`];
    case 'group_concat':
      return [sql`${compilation.dialect.jsonArray(column, sql.ref('id'))} as ${value}`];
    default:
      return unreachable(apply);
  }
}

/** Half of the bits of a whole number: sums of either half stay far within what engines add up exactly. */
const half = 2 ** 32;

function exactSum(column: RawBuilder<unknown>, names: ColumnNames): RawBuilder<unknown>[] {
  const high = sql`sum(${column} / ${sql.lit(half)}) as ${sql.ref(names.high)}`;
  return [high, sql`sum(${column} % ${sql.lit(half)}) as ${sql.ref(names.value)}`];
}

function joinedHalves(high: unknown, low: unknown): bigint | null {
  if (low === null || low === undefined) return null;
  return BigInt(high as bigint) * BigInt(half) + BigInt(low as bigint);
}

function orderClause(
  plan: ReadPlan,
  aggregate: AggregatePlan,
  compilation: Compilation,
): RawBuilder<unknown> {
  if (plan.order.length === 0) return sql``;
  const keys = plan.order.map(({ field, descending }) => {
    const group = aggregate.groups.includes(field);
    const column = group ? sql.ref(field.name) : aggregateOrderKey(field, aggregate, compilation);
    const key = group && isText(field) ? compilation.dialect.fold(column) : column;
    return sql`${key} ${sql.raw(descending ? 'desc nulls last' : 'asc nulls first')}`;
  });
  return sql`order by ${sql.join([...keys, ...spellings(aggregate, compilation)])}`;
}

/** Groups that differ in letter case alone need an order too, or pages would skip and repeat them. */
function spellings(aggregate: AggregatePlan, compilation: Compilation): RawBuilder<unknown>[] {
  return aggregate.groups.filter(isText).map((field) => sql`${columnOf(field.name, compilation)} asc`);
}

function isText({ type }: Field): boolean {
  return type.name === 'String' || type.name === 'Char';
}

function aggregateOrderKey(
  field: Field,
  aggregate: AggregatePlan,
  compilation: Compilation,
): RawBuilder<unknown> {
  const apply = aggregate.functions.find((one) => one.field === field)?.apply;
  if (apply === 'avg') return sql`avg(${columnOf(field.name, compilation)})`;
  if (apply === 'sum') return sql`sum(${columnOf(field.name, compilation)} * 1.0)`;
  return sql.ref(columnNames(aggregate, field).value);
}

/** What the statement found of one aggregate. */
interface Found {
  readonly value: unknown;
  readonly high: unknown;
  readonly count: unknown;
  readonly context: ValueContext;
}

function result(
  apply: AggregateFunction,
  field: Field,
  { value, high, count, context }: Found,
): string | number | null {
  const sum = apply === 'sum' || apply === 'avg' ? joinedHalves(high, value) : null;
  switch (apply) {
    case 'count':
      return Number(value);
    case 'sum':
      return sum === null ? null : total(sum, field.type);
    case 'avg':
      return sum === null ? null : average(sum, BigInt(count as bigint), field.type);
    case 'max':
    case 'min':
      return shown(field, value, context);
    case 'group_concat':
      return joined(field, value as string | null, context);
    default:
      return unreachable(apply);
  }
}

/** The rounded sum of exact parts. */
function total(sum: bigint, { scale, unit }: FieldType): number {
  return decimalToNumber(Number(roundedQuotient(sum, BigInt(unit))), scale);
}

/** Rounded half up to 2 digits. */
function average(sum: bigint, count: bigint, { scale, unit }: FieldType): number {
  const hundredths = roundedQuotient(sum * 100n, count * BigInt(unit) * 10n ** BigInt(scale));
  return decimalToNumber(Number(hundredths), 2);
}

function joined(field: Field, list: string | null, context: ValueContext): string | null {
  if (list === null) return null;
  const values = (JSON.parse(list) as Stored[]).filter((value) => value !== null);
  return values.length === 0 ? null : values.map((value) => field.type.render(value, context)).join(',');
}

function shown(field: Field, value: unknown, context: ValueContext): string | number | null {
  if (value === null || value === undefined) return null;
  return field.type.render(typeof value === 'bigint' ? Number(value) : (value as string | number), context);
}

function shapeKey(tx: Tx, plan: ReadPlan, aggregate: AggregatePlan): string {
  const functions = aggregate.functions.map(({ field, apply }) => [field.name, apply]);
  const order = plan.order.map((term) => [term.field.name, term.descending]);
  const shape = [
    plan.where,
    plan.rowPolicies.map((rowPolicy) => rowPolicy.where),
    order,
    functions,
    aggregate.groups.map(({ name }) => name),
    plan.report === null ? null : { ...plan.report, tellsOf: null },
  ];
  const text = JSON.stringify(shape);
  return `${tx.dialect.name} aggregate ${plan.resource.name} ${ownTypes(plan.resource, text)} ${text}`;
}
