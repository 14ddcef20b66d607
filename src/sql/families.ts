// Questions of one shape, such as those about the days of many people, as one statement: PostgreSQL and the driver take longer for
// another statement than for another row.
import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '#resource/resource.ts';
import type { Comparison } from '#resource/rule.ts';
import type { Family, FamilyShape, Statement } from './database.ts';
import type { Dialect } from './dialect.ts';
import { bind, compile, type SlotOf } from './statement.ts';

/** So few are asked one by one: their statements are prepared already. */
const fewest = 4;

/** Values before those of the comparisons: the account, and the limit. */
const before = 2;

/**
 * The shape of statements that ask for rows by comparisons; `null`: each is asked alone. `select` makes one of them, whose values
 * `value` names.
 */
export function familyShape(
  dialect: Dialect,
  { resource, comparisons }: { readonly resource: Resource; readonly comparisons: readonly Comparison[] },
  select: (value: SlotOf) => RawBuilder<unknown>,
): FamilyShape | null {
  const compared = comparisons.map(({ column, is }, place) => ({
    index: before + place,
    varies: is !== 'null' && is !== 'not null' && is !== 'in',
    type: typeOf(resource, column),
  }));
  const given = compared.filter(({ varies }) => varies);
  if (given.length === 0 || given.some(({ type }) => type === undefined)) return null;
  const varying = new Set(given.map(({ index }) => index));
  const compiled = compile(dialect, (db, value) => {
    const lists = given.map(
      ({ index, type }) => sql`${value(index)}::${sql.raw(type === 'text' ? 'text' : 'bigint')}[]`,
    );
    const names = [...given.map(({ index }) => sql.raw(`v${index}`)), sql.raw('place')];
    const one = select((index) => (varying.has(index) ? sql.raw(`asked.v${index}`) : value(index)));
    const text = sql`select asked.place as asked_place, found.* from unnest(${sql.join(lists)}) with ordinality as asked (${sql.join(names)}), lateral (${one}) as found`;
    return { compile: () => text.compile(db) };
  });
  return { compiled, varying };
}

/** The type of a column that the table or its view has; `undefined`: an account's own field. */
function typeOf({ fields, hidden }: Resource, column: string): 'integer' | 'text' | undefined {
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
  const families = new Map<FamilyShape, { readonly first: Family; readonly members: Item[] }>();
  for (const item of items) {
    const { family } = statementOf(item);
    if (family === undefined) continue;
    const known = families.get(family.shape);
    if (known === undefined) families.set(family.shape, { first: family, members: [item] });
    else if (sharesRest(known.first, family)) known.members.push(item);
  }
  const together = [...families.values()]
    .map(({ members }) => members)
    .filter(({ length }) => length >= fewest);
  const members = new Set(together.flat());
  const alone = items.filter((item) => !members.has(item));
  return [
    ...alone.map((item) => ({ statement: statementOf(item), items: [item], rowsOf: (rows: Rows) => rows })),
    ...together.map((one) => asFamily(one, one.map(statementOf))),
  ];
}

function sharesRest({ shape, values }: Family, other: Family): boolean {
  return values.every((value, index) => shape.varying.has(index) || isSame(value, other.values[index]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function asFamily<Item>(items: readonly Item[], statements: readonly Statement[]): Asking<Item> {
  const families = statements.map(({ family }) => family as Family);
  const { shape, values } = families[0] as Family;
  const lists = values.map((value, index) =>
    shape.varying.has(index) ? families.map((family) => family.values[index]) : value,
  );
  let split: readonly Rows[] | null = null;
  return {
    statement: bind(shape.compiled, lists),
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
