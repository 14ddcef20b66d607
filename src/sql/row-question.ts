// What a question asks of the rows of one table, and what becomes of its answer when a row of the table is written: worked out
// in memory, so that the database need not be asked again. Where that cannot be told for certain, it says so.
import { isOwnName } from '#resource/own-fields.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Blocks, Resource } from '#resource/resource.ts';
import type { Comparison, FindOptions, Row } from '#resource/rule.ts';

type Rows = readonly Record<string, unknown>[];

/** The rows of a resource that meet every condition. */
export interface RowQuestion {
  readonly table: string;
  readonly account: number;
  readonly conditions: readonly Comparison[];
  readonly options: FindOptions | undefined;
  /**
   * Whether a row of the resource is just a row of its table. If not, `conditions` are only those on columns of the table, and
   * the answer stays known only while rows are written that break one of them.
   */
  readonly isPlain: boolean;
  /** Another table that rows are made of, and the column that is the same in both. */
  readonly blocks: Pick<Blocks, 'table' | 'shared'> | null;
}

/** What a statement makes of rows of a table. */
export type RowChange = { readonly table: string; readonly account: number } & Known;

type Known =
  | { readonly kind: 'insert'; readonly row: Row }
  /** `before` may lack columns; with `revises` the revision goes up by one. */
  | {
      readonly kind: 'update';
      readonly id: number;
      readonly before: Row;
      readonly values: Row;
      readonly revises: boolean;
    }
  | { readonly kind: 'delete'; readonly ids: readonly number[] }
  /** It is not known what changes, but all rows that change have these values, before and afterwards. */
  | { readonly kind: 'some'; readonly having: Readonly<Record<string, unknown>> };

/** The question as such; `undefined`: it is not about rows of an account. */
export function questionOf(
  { resource, accountId }: { readonly resource: Resource; readonly accountId: number },
  comparisons: readonly Comparison[],
  options: FindOptions | undefined,
): RowQuestion | undefined {
  const { table, blocks, storage } = resource;
  if (storage !== 'account') return undefined;
  const fixed = Object.entries(resource.fixed).map(
    ([column, value]) => ({ column, is: '=', value }) as const,
  );
  const isWhole = isTable(resource) && !comparisons.some(({ column }) => isOwnName(column));
  const conditions = [...fixed, ...comparisons.filter(({ column }) => isWhole || isStored(resource, column))];
  return { table, account: accountId, conditions, options, isPlain: isWhole, blocks };
}

/** Whether a row of the resource is a row of its table, column by column. */
function isTable({ flagView, blocks, own }: Resource): boolean {
  return flagView === null && blocks === null && own.names.length === 0;
}

/** Whether the column is one of the table, under the same name and with the same value. */
function isStored({ fields, flagView, lastChange }: Resource, column: string): boolean {
  if (column === lastChange || column === 'row_revision' || isOwnName(column)) return false;
  return fields.get(column)?.total === undefined && flagView?.columns[column] === undefined;
}

/** A change as such; `undefined`: it is not of rows of an account. */
export function changeOf(
  { resource, accountId: account }: { readonly resource: Resource; readonly accountId: number },
  change: Known,
): RowChange | undefined {
  const { table, storage } = resource;
  if (storage !== 'account') return undefined;
  if (isTable(resource) && change.kind !== 'some') return { table, account, ...change };
  const having = Object.entries(keptOf(change)).filter(([column]) => isStored(resource, column));
  return { table, account, kind: 'some', having: Object.fromEntries(having) };
}

/** The values that rows have before and after a change. */
function keptOf(change: Known): Readonly<Record<string, unknown>> {
  if (change.kind === 'some') return change.having;
  if (change.kind === 'insert') return change.row;
  if (change.kind === 'delete') return change.ids.length === 1 ? { id: change.ids[0] } : {};
  const kept = Object.entries(change.before).filter(([column]) => !(column in change.values));
  return Object.fromEntries(kept);
}

/** The value of a column that rows have before and after a change; `undefined`: it is not known. */
export function keptValue(change: RowChange, column: string): unknown {
  if (change.kind === 'some') return change.having[column];
  if (change.kind === 'insert') return change.row[column];
  if (change.kind === 'update') return column in change.values ? undefined : change.before[column];
  return column === 'id' && change.ids.length === 1 ? change.ids[0] : undefined;
}

/** Whether two changes of a table are certain to concern other rows. */
export function concernOthers(one: RowChange, other: RowChange): boolean {
  const columns = one.kind === 'some' ? one.having : other.kind === 'some' ? other.having : { id: null };
  return Object.keys(columns).some((column) => {
    const [first, second] = [keptValue(one, column), keptValue(other, column)];
    return first !== undefined && second !== undefined && first !== second;
  });
}

/** Whether it may be told what becomes of the answer, once it is known. */
export function mayBeTold(question: RowQuestion, change: RowChange): boolean {
  return isApart(question, change) || (question.isPlain && change.kind !== 'some');
}

/** Whether a change is about other rows than those that are asked for. */
function isApart({ table, account, blocks, conditions, isPlain }: RowQuestion, change: RowChange): boolean {
  const isOwn = change.table === table;
  if (change.account !== account || (!isOwn && change.table !== blocks?.table)) return true;
  // What becomes of a plain answer is known in any case.
  if (isPlain && change.kind !== 'some') return false;
  return conditions.some(({ column, is, value }) => {
    const kept = keptValue(change, column);
    return is === '=' && kept !== undefined && kept !== value && (isOwn || column === blocks?.shared);
  });
}

/** Whether the row meets the conditions; `null`: it lacks a column, or they compare what only the database compares. */
export function meets({ conditions }: RowQuestion, row: Readonly<Record<string, unknown>>): boolean | null {
  let isKnown = true;
  for (const condition of conditions) {
    const met = meetsOne(condition, row[condition.column]);
    if (met === false) return false;
    if (met === null) isKnown = false;
  }
  return isKnown ? true : null;
}

function meetsOne({ is, value }: Comparison, stored: unknown): boolean | null {
  if (stored === undefined) return null;
  if (is === 'null' || is === 'not null') return (stored === null) === (is === 'null');
  if (stored === null || value === null) return false;
  if (is === 'in') {
    const orders = (value as readonly Stored[]).map((one) => (one === null ? 1 : orderOf(stored, one)));
    return orders.includes(null) ? null : orders.includes(0);
  }
  const order = orderOf(stored, value);
  if (order === null) return null;
  if (is === '=' || is === '!=') return (order === 0) === (is === '=');
  if (order === 0) return is === '<=' || is === '>=';
  return order < 0 === (is === '<' || is === '<=');
}

/** Text is compared by code points, which the halves of a surrogate pair are not. */
const surrogate = /[\uD800-\uDFFF]/;

/** Below 0, 0 or above it, as the first comes before, with or after the second; `null`: they are not of one kind. */
function orderOf(first: unknown, second: unknown): number | null {
  if (typeof first === 'number' && typeof second === 'number') return first - second;
  if (typeof first !== 'string' || typeof second !== 'string') return null;
  if (first === second) return 0;
  if (surrogate.test(first) || surrogate.test(second)) return null;
  return first < second ? -1 : 1;
}

/** What the question is answered after the change, if it was answered `rows` before; `null`: that cannot be told. */
export function rowsAfter(question: RowQuestion, rows: Rows, change: RowChange): Rows | null {
  if (isApart(question, change)) return rows;
  if (!question.isPlain || change.kind === 'some') return null;
  if (change.kind === 'insert') return entered(question, rows, change.row);
  if (rows.some((row) => row['id'] === undefined)) return null;
  if (change.kind === 'update') return updated(question, rows, change);
  return change.ids.reduce<Rows | null>((left, id) => left && without(question, left, id), rows);
}

function updated(
  question: RowQuestion,
  rows: Rows,
  { id, before, values, revises }: Extract<RowChange, { readonly kind: 'update' }>,
): Rows | null {
  const place = rows.findIndex((row) => row['id'] === id);
  const isChosenAnew = question.conditions.some(({ column }) => column in values);
  const isSortedAnew = sortKeys(question).some(({ column }) => column in values);
  if (place < 0 && !isChosenAnew) return isSortedAnew && isCut(question, rows) ? null : rows;
  const from = rows[place] ?? before;
  const revision = Number(from['row_revision']) + (revises ? 1 : 0);
  const after: Row = { ...(from as Row), ...values, row_revision: revision };
  if (place >= 0 && !isChosenAnew && !isSortedAnew) {
    const kept = shown(question, after);
    return kept && rows.with(place, kept);
  }
  const left = place < 0 ? rows : without(question, rows, id);
  return left && entered(question, left, after);
}

/** Whether there may be rows behind the last of them. */
function isCut({ options }: RowQuestion, rows: Rows): boolean {
  return options?.limit !== undefined && rows.length >= options.limit;
}

function without(question: RowQuestion, rows: Rows, id: number): Rows | null {
  const place = rows.findIndex((row) => row['id'] === id);
  if (place < 0) return rows;
  return isCut(question, rows) ? null : rows.toSpliced(place, 1);
}

/** With a row that was not among them, if it meets the conditions. */
function entered(question: RowQuestion, rows: Rows, row: Row): Rows | null {
  const isMet = meets(question, row);
  if (isMet !== true) return isMet === null ? null : rows;
  const keys = sortKeys(question);
  const orders = rows.map((other) => orderOfRows(keys, row, other));
  const added = shown(question, row);
  if (added === null || orders.includes(null)) return null;
  const place = orders.findIndex((order) => (order as number) < 0);
  return rows.toSpliced(place < 0 ? rows.length : place, 0, added).slice(0, question.options?.limit);
}

/** What the answer shows of a row; `null`: it lacks a column. */
function shown({ options }: RowQuestion, row: Row): Record<string, unknown> | null {
  // Only whole rows have their account.
  if (options?.columns === undefined) return row['account_id'] === undefined ? null : row;
  const some = options.columns.map((name) => [name, row[name]] as const);
  return some.some(([, value]) => value === undefined) ? null : Object.fromEntries(some);
}

interface SortKey {
  readonly column: string;
  readonly isDown: boolean;
}

function sortKeys({ options }: RowQuestion): readonly SortKey[] {
  return [...(options?.orderBy ?? []), 'id'].map((key) =>
    key.startsWith('-') ? { column: key.slice(1), isDown: true } : { column: key, isDown: false },
  );
}

/** Empty values come before all others, and the other way round downwards. */
function orderOfRows(
  keys: readonly SortKey[],
  first: Readonly<Record<string, unknown>>,
  second: Readonly<Record<string, unknown>>,
): number | null {
  for (const { column, isDown } of keys) {
    const [one, other] = [first[column], second[column]];
    if (one === undefined || other === undefined) return null;
    const order =
      one === null || other === null ? Number(one !== null) - Number(other !== null) : orderOf(one, other);
    if (order === null) return null;
    if (order !== 0) return isDown ? -order : order;
  }
  return 0;
}
