// Statements of one shape, such as questions about the days of many people or changes of them, as one statement: PostgreSQL and the
// driver take longer for another statement than for another row.
import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '#resource/resource.ts';
import type { Comparison } from '#resource/rule.ts';
import type { FamilyShape, Statement } from './database.ts';
import type { Dialect } from './dialect.ts';
import { bind, compile, Slot, type Compiled, type SlotOf } from './statement.ts';

/** So few are sent one by one: their statements are prepared already. */
const fewest = 4;

/** Values before those of the comparisons: the account, and one of the statement's own. */
export const before = 2;

/** A value of a statement, by its index; `type`: of the column with which it is compared, or which it changes. */
interface Varying {
  readonly index: number;
  readonly type: 'integer' | 'text' | undefined;
}

/**
 * The shape of statements that ask for rows by comparisons; `null`: each is asked alone. `one` is one of them, which `select`
 * makes.
 */
export function familyOfQuestions(
  dialect: Dialect,
  { resource, comparisons, one }: ComparedBy & { readonly one: Compiled },
  select: (value: SlotOf) => RawBuilder<unknown>,
): FamilyShape | null {
  return familyShape(dialect, { one, varying: varyingOf({ resource, comparisons }) }, ({ value, lists }) => {
    const names = sql.join([...lists.names, sql.raw('place')]);
    return sql`select asked.place as asked_place, found.* from unnest(${lists.values}) with ordinality as asked (${names}), lateral (${select(value)}) as found`;
  });
}

/** What a statement compares. */
interface ComparedBy {
  readonly resource: Resource;
  readonly comparisons: readonly Comparison[];
}

/** The values of comparisons that may differ within a family. */
export function varyingOf({ resource, comparisons }: ComparedBy): readonly Varying[] {
  return comparisons.flatMap(({ column, is }, place) =>
    is === 'null' || is === 'not null' || is === 'in'
      ? []
      : [{ index: before + place, type: typeOf(resource, column) }],
  );
}

/** An update, compiled once. */
export interface Update {
  readonly one: Compiled;
  /** How it becomes one with those that change other rows. */
  readonly family: FamilyShape | undefined;
}

/** What an update sets and of which rows, with its values in their slots. */
export interface UpdateParts {
  readonly set: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

/** Compiles an update; `begin` is `update`, or what the dialect says in its place. */
export function compileUpdate(
  dialect: Dialect,
  { begin, table, varying }: UpdateFrame,
  parts: (value: SlotOf) => UpdateParts,
): Update {
  const one = compile(dialect, (db, value) => {
    const { set, where } = parts(value);
    const text = sql`${begin} ${sql.table(table)} set ${set} ${where}`;
    return { compile: () => text.compile(db) };
  });
  if (!dialect.wantsMeaning) return { one, family: undefined };
  const family = familyShape(dialect, { one, varying }, ({ value, lists }) => {
    const { set, where } = parts(value);
    const names = sql.join(lists.names);
    return sql`${begin} ${sql.table(table)} set ${set} from unnest(${lists.values}) as asked (${names}) ${where}`;
  });
  return { one, family: family ?? undefined };
}

interface UpdateFrame {
  readonly begin: RawBuilder<unknown>;
  readonly table: string;
  readonly varying: readonly Varying[];
}

/** The lists of what varies, and what their columns are called. */
interface Lists {
  readonly values: RawBuilder<unknown>;
  readonly names: readonly RawBuilder<unknown>[];
}

function familyShape(
  dialect: Dialect,
  { one, varying: given }: { readonly one: Compiled; readonly varying: readonly Varying[] },
  build: (parts: { readonly value: SlotOf; readonly lists: Lists }) => RawBuilder<unknown>,
): FamilyShape | null {
  if (given.length === 0 || given.some(({ type }) => type === undefined)) return null;
  const varying = new Set(given.map(({ index }) => index));
  const compiled = compile(dialect, (db, slot) => {
    const values = given.map(
      ({ index, type }) => sql`${slot(index)}::${sql.raw(type === 'text' ? 'text' : 'bigint')}[]`,
    );
    const lists = { values: sql.join(values), names: given.map(({ index }) => sql.raw(`v${index}`)) };
    const value: SlotOf = (index) => (varying.has(index) ? sql.raw(`asked.v${index}`) : slot(index));
    const text = build({ value, lists });
    return { compile: () => text.compile(db) };
  });
  return { compiled, indexes: one.order.map((part) => (part instanceof Slot ? part.index : -1)), varying };
}

/** The type of a column that the table or its view has; `undefined`: an account's own field. */
export function typeOf({ fields, hidden }: Resource, column: string): Varying['type'] {
  return column === 'id' ? 'integer' : (fields.get(column)?.type.column ?? hidden[column]?.column);
}

/** One statement, and how its rows are told apart for the statements that it stands for. */
export interface Asking<Item> {
  readonly statement: Statement;
  readonly items: readonly Item[];
  readonly rowsOf: (rows: Rows, place: number) => Rows;
}

type Rows = readonly Record<string, unknown>[];

/** The statements to send for items that have one each: those of a family become one. */
export function inFamilies<Item>(
  items: readonly Item[],
  statementOf: (item: Item) => Statement,
): readonly Asking<Item>[] {
  const families = new Map<FamilyShape, { readonly first: Statement; readonly members: Item[] }>();
  for (const item of items) {
    const statement = statementOf(item);
    const { family } = statement;
    if (family === undefined) continue;
    const known = families.get(family);
    if (known === undefined) families.set(family, { first: statement, members: [item] });
    else if (sharesRest(family, known.first, statement)) known.members.push(item);
  }
  const together = [...families.entries()].filter(([, { members }]) => members.length >= fewest);
  const members = new Set(together.flatMap(([, family]) => family.members));
  const alone = items.filter((item) => !members.has(item));
  return [
    ...alone.map((item) => ({ statement: statementOf(item), items: [item], rowsOf: (rows: Rows) => rows })),
    ...together.map(([shape, family]) => asFamily(shape, family.members, statementOf)),
  ];
}

function sharesRest({ indexes, varying }: FamilyShape, one: Statement, other: Statement): boolean {
  return indexes.every(
    (index, place) => varying.has(index) || isSame(one.parameters[place], other.parameters[place]),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function asFamily<Item>(
  { compiled, indexes, varying }: FamilyShape,
  items: readonly Item[],
  statementOf: (item: Item) => Statement,
): Asking<Item> {
  const parameters = items.map((item) => statementOf(item).parameters);
  const values: unknown[] = [];
  for (const [place, index] of indexes.entries())
    if (index >= 0)
      values[index] = varying.has(index) ? parameters.map((one) => one[place]) : parameters[0]?.[place];
  let split: readonly Rows[] | null = null;
  return {
    statement: bind(compiled, values),
    items,
    rowsOf(rows, place) {
      split ??= byPlace(rows, items.length);
      return split[place] as Rows;
    },
  };
}

/** The rows of each place, in the order in which they come. */
function byPlace(rows: Rows, count: number): readonly Rows[] {
  const found: Record<string, unknown>[][] = Array.from({ length: count }, () => []);
  for (const { asked_place: place, ...row } of rows) found[Number(place) - 1]?.push(row);
  return found;
}
