// ReadPlan → SQL, once per shape. Values come from the plan by place, so equal shapes share a prepared statement.
import { sql, type RawBuilder } from 'kysely';
import {
  accountSlot,
  limitSlot,
  offsetSlot,
  type OrderTerm,
  type Predicate,
  type RowQuery,
} from '#plan/read-plan.ts';
import { compilePredicate, columnOf, type Compilation } from './compile-predicate.ts';
import type { Resource } from '#resource/resource.ts';
import type { Tx, Statement } from './database.ts';
import { reportSource } from './reports/report-source.ts';
import { sourceOf } from './source.ts';
import { bind, compile, type Compiled } from './statement.ts';
import type { Column } from './table.ts';

/** Column under which a row tells the index of its row policy. */
export const rowPolicyColumn = '__tier';
/** Column that is 1 while the row is open and shows elapsed time. */
export const openColumn = '__open';

const shapes = new Map<string, Compiled>();
const shapesKept = 5_000;

/** What a statement selects: `keys` (id, revision, row policy), or named columns with id and row policy. */
export type Selection = 'keys' | readonly string[];

/** The statement of a plan's page of rows. */
export function compileRead(tx: Tx, plan: RowQuery, selection: Selection): Statement {
  const key = shapeKey(tx, plan, selection);
  let compiled = shapes.get(key);
  if (compiled === undefined) {
    compiled = compile(tx.dialect, (db, value, dialect) => {
      const compilation: Compilation = { resource: plan.resource, dialect, value };
      const list = sql.join([...selected(plan, selection, compilation)]);
      const limits = sql`limit ${value(limitSlot)} offset ${value(offsetSlot)}`;
      const order = sql.join(orderOf(plan, compilation));
      const text = sql`select ${list} from ${tableOf(plan, compilation)} ${whereClause(plan, compilation)} order by ${order} ${limits}`;
      return { compile: () => text.compile(db) };
    });
    remember(key, compiled);
  }
  return bind(compiled, listValues(tx, plan));
}

/** The table of a plan's rows, the rows themselves when they are derived, or those that a report adds up. */
export function tableOf(
  { resource, source, report }: RowQuery,
  { dialect, value }: Compilation,
): RawBuilder<unknown> {
  if (report !== null) return reportSource(report, { value, dialect });
  if (source === null) return sourceOf(resource);
  return sql`${dialect.rowsOf(value(source), derivedColumns(resource))} as ${sql.ref(resource.table)}`;
}

/** The columns of a derived resource's rows. */
export function derivedColumns({ fields }: Resource): readonly Column[] {
  return [...fields.values()].map(({ name, type }) => ({
    name,
    type: type.column === 'integer' ? 'bigint' : 'text',
  }));
}

/** `where` with the account first; also used by aggregates. */
export function whereClause(plan: RowQuery, compilation: Compilation): RawBuilder<unknown> {
  const conditions = [
    ...accountConditions(plan, compilation),
    ...plan.where.map((part) => compilePredicate(part, compilation)),
  ];
  const rowPolicies = plan.rowPolicies.map((rowPolicy) => rowPolicy.where);
  if (!rowPolicies.includes(null)) {
    conditions.push(compilePredicate({ op: 'or', terms: rowPolicies as Predicate[] }, compilation));
  }
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

/** Keeps a compiled shape; forgets all when there are too many. */
export function remember(key: string, compiled: Compiled): void {
  if (shapes.size >= shapesKept) shapes.clear();
  shapes.set(key, compiled);
}

/** Looks a compiled shape up. */
export function recall(key: string): Compiled | undefined {
  return shapes.get(key);
}

/** Lists become one parameter each, in the dialect's form. */
export function listValues(tx: Tx, plan: RowQuery): readonly unknown[] {
  const { listParameter, rowsParameter } = tx.dialect;
  return plan.values.map((value, slot) => {
    if (!Array.isArray(value)) return value;
    return slot === plan.source ? rowsParameter(value) : listParameter(value);
  });
}

function accountConditions(plan: RowQuery, { value }: Compilation): RawBuilder<boolean>[] {
  const account =
    plan.resource.storage === 'account'
      ? [sql<boolean>`${sql.ref('account_id')} = ${value(accountSlot)}`]
      : [];
  const fixed = Object.entries(plan.resource.fixed).map(
    ([name, constant]) => sql<boolean>`${sql.ref(name)} = ${sql.lit(constant)}`,
  );
  return [...account, ...fixed];
}

function* selected(
  plan: RowQuery,
  selection: Selection,
  compilation: Compilation,
): Generator<RawBuilder<unknown>> {
  yield sql.ref('id');
  if (plan.rowPolicies.length > 1) yield rowPolicyExpression(plan, compilation);
  if (selection === 'keys') {
    yield sql.ref('row_revision');
    const elapsed = elapsedColumn(plan);
    if (elapsed !== null)
      yield sql`case when ${sql.ref(elapsed)} is null then 1 else 0 end as ${sql.ref(openColumn)}`;
    return;
  }
  for (const name of selection) {
    if (name === 'id') continue;
    const field = plan.resource.fields.get(name);
    yield field?.elapsed === undefined
      ? sql.ref(name)
      : sql`${columnOf(name, compilation)} as ${sql.ref(name)}`;
  }
}

/**
 * The types of an account's own fields that a shape names: fields of other accounts have the same names and other types.
 */
export function ownTypes({ fields, own }: Resource, shape: string): string {
  const used = own.names.filter((name) => shape.includes(`"${name}"`));
  return used.map((name) => `${name}:${fields.get(name)?.type.name}`).join();
}

function elapsedColumn(plan: RowQuery): string | null {
  for (const field of plan.resource.fields.values())
    if (field.elapsed !== undefined) return field.elapsed.column;
  return null;
}

function rowPolicyExpression(plan: RowQuery, compilation: Compilation): RawBuilder<unknown> {
  const cases = plan.rowPolicies.slice(0, -1).map((rowPolicy, index) => {
    const condition = compilePredicate(rowPolicy.where ?? { op: 'and', terms: [] }, compilation);
    return sql`when ${condition} then ${sql.raw(String(index))}`;
  });
  return sql`case ${sql.join(cases, sql` `)} else ${sql.raw(String(plan.rowPolicies.length - 1))} end as ${sql.ref(rowPolicyColumn)}`;
}

/** The keys by which rows are sorted; the id closes them. A sum keeps SQLite from walking all rows by id. */
function orderOf({ order, narrow }: RowQuery, compilation: Compilation): RawBuilder<unknown>[] {
  const id = sql.ref('id');
  const [first] = order;
  if (first === undefined) return [narrow ? sql`+${id} asc` : sql`${id} asc`];
  if (first.field.name === 'id' && first.only === null)
    return [first.descending ? sql`${id} desc` : sql`${id} asc`];
  return [...order.flatMap((term) => orderKeys(term, compilation)), sql`${id} asc`];
}

function orderKeys({ field, descending, only }: OrderTerm, compilation: Compilation): RawBuilder<unknown>[] {
  const column = columnOf(field.name, compilation);
  const text = field.type.name === 'String' || field.type.name === 'Char';
  const key = text ? compilation.dialect.fold(column) : column;
  const shown = only === null ? key : sql`case when ${compilePredicate(only, compilation)} then ${key} end`;
  return [sql`${shown} ${sql.raw(descending ? 'desc nulls last' : 'asc nulls first')}`];
}

function shapeKey(tx: Tx, plan: RowQuery, selection: Selection): string {
  const order = plan.order.map((term) => [term.field.name, term.descending, term.only]);
  const shape = JSON.stringify([
    plan.where,
    plan.rowPolicies.map((rowPolicy) => rowPolicy.where),
    order,
    selection,
    plan.narrow,
  ]);
  return `${tx.dialect.name} ${plan.resource.name} ${ownTypes(plan.resource, shape)} ${shape}`;
}
