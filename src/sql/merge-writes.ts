// Makes few statements of many writes that come to the same: rows of a table are inserted together, the last change of a row stands
// for those before it, and changes of different rows are made together.
import type { Merging, Statement } from './database.ts';
import { inFamilies } from './families.ts';
import type { Effect } from './postgres-unit-log.ts';
import { concernOthers, keptValue } from './row-question.ts';
import { writtenTable } from './written-table.ts';

/** Writes of one text, at the place of the first. None depends on the order of the others. */
interface Group {
  readonly place: number;
  readonly text: string;
  readonly members: Member[];
}

interface Member {
  effect: Effect;
}

type Insert = Extract<Merging, { readonly kind: 'insert' }>;

/** A write that may become one with others. */
interface Write extends Effect {
  readonly merging: Merging;
}

/** Fewer statements, in the order in which they are to be sent. */
export function mergeWrites(effects: readonly Effect[]): readonly Effect[] {
  const left: (Effect | Group)[] = [];
  /** To which writes of the same text may still be added, by this text. */
  const open = new Map<string, Group>();
  const tables = new Map<string, TableWrites>();
  const other = (effect: Effect): void => {
    // It may read the tables that it names, or depend on the rows that are there: what comes later stays behind it.
    for (const text of open.keys())
      if (effect.kind !== 'run' || effect.text.includes(writtenTable(text) ?? '')) open.delete(text);
    left.push(effect);
  };
  const add = (effect: Write): void => {
    const { text, merging } = effect;
    const table = writtenTable(text) ?? '';
    const written = tables.get(table) ?? createTableWrites();
    tables.set(table, written);
    let group = open.get(text);
    const last = written.lastConcerning(effect, group?.place ?? left.length);
    const same =
      group?.place === last && merging.kind === 'update' ? written.sameRow(group, effect) : undefined;
    if (same !== undefined) {
      same.effect = standingFor(same.effect, effect);
      return;
    }
    if (group === undefined || last > group.place || (last === group.place && merging.kind === 'update')) {
      group = { place: left.length, text, members: [] };
      left.push(group);
      open.set(text, group);
    }
    const member = { effect };
    group.members.push(member);
    written.add(group, member);
    if (merging.kind === 'insert') closeBefore(open, group, merging);
  };
  for (const effect of effects) {
    if (effect.merging === undefined) other(effect);
    else add(effect as Write);
  }
  return left.flatMap((one) => ('members' in one ? statementsOf(one) : [one]));
}

/** Rows that come later may refer to one of this group: they must not go in before. */
function closeBefore(open: Map<string, Group>, { place }: Group, { into }: Insert): void {
  for (const [text, other] of open) {
    const merging = other.members[0]?.effect.merging;
    const refers = merging?.kind === 'insert' && into.some((name) => merging.refersTo.has(name));
    if (other.place < place && refers) open.delete(text);
  }
}

/** The update that stands for one before it too. */
function standingFor(before: Effect, effect: Effect): Effect {
  const adds = effect.merging?.kind === 'update' ? effect.merging.adds : null;
  if (adds === null) return effect;
  const sum = Number(effect.parameters[adds]) + Number(before.parameters[adds]);
  return { ...effect, parameters: effect.parameters.with(adds, sum) };
}

/** What was written in one table. */
interface TableWrites {
  add(group: Group, member: Member): void;
  /** The place of the last group with a write that must not come after this one; -1: none. Any place above `limit` will do. */
  lastConcerning(write: Write, limit: number): number;
  /** The write of the group that changes the same row. */
  sameRow(group: Group, write: Write): Member | undefined;
}

interface Placed {
  readonly group: Group;
  readonly member: Member;
}

function createTableWrites(): TableWrites {
  /** The last write of each row, those of several rows, and all. */
  const byRow = new Map<string, Placed>();
  const ofSeveral: Placed[] = [];
  const all: Placed[] = [];
  return {
    add(group, member) {
      const placed = { group, member };
      const row = rowOf(member.effect);
      if (row === null) ofSeveral.push(placed);
      else byRow.set(row, placed);
      all.push(placed);
    },
    lastConcerning(write, limit) {
      const row = rowOf(write);
      let last = (row === null ? undefined : byRow.get(row)?.group.place) ?? -1;
      for (const { group, member } of row === null ? all : ofSeveral) {
        if (group.place > last && !areApart(member.effect, write)) last = group.place;
        if (last > limit) break;
      }
      return last;
    },
    sameRow(group, write) {
      const row = rowOf(write);
      const placed = row === null ? undefined : byRow.get(row);
      return placed?.group === group ? placed.member : undefined;
    },
  };
}

/** Tells the row that is written; `null`: there may be several. */
function rowOf({ merging, change }: Effect): string | null {
  if (merging?.kind === 'update') return merging.row;
  const id = change && keptValue(change, 'id');
  return id === undefined ? null : String(id);
}

/** Whether it does not matter which of two writes of a table comes first. */
function areApart(one: Effect, other: Effect): boolean {
  if (one.merging?.kind === 'insert' && other.merging?.kind === 'insert') return true;
  return one.change !== undefined && other.change !== undefined && concernOthers(one.change, other.change);
}

function statementsOf({ text, members }: Group): readonly Effect[] {
  const effects = members.map(({ effect }) => effect);
  if (effects[0]?.merging?.kind === 'insert') return insertedTogether(effects);
  const statementOf = ({ parameters, merging }: Effect): Statement => ({
    sql: text,
    parameters,
    family: merging?.kind === 'update' ? merging.family : undefined,
  });
  return inFamilies(effects, statementOf).map(({ statement }) => ({
    kind: 'run',
    text: statement.sql,
    parameters: statement.parameters,
  }));
}

/** Rows of one statement: few numbers, so that few statements are kept prepared. */
const rowsTogether = [64, 32, 16, 8, 4, 2];

function insertedTogether(effects: readonly Effect[]): readonly Effect[] {
  const left: Effect[] = [];
  let done = 0;
  for (const size of rowsTogether)
    for (; effects.length - done >= size; done += size)
      left.push(manyInserted(effects.slice(done, done + size)));
  return [...left, ...effects.slice(done)];
}

const texts = new Map<string, string>();

function manyInserted(effects: readonly Effect[]): Effect {
  const [{ text, parameters }] = effects as readonly [Effect];
  const name = `${effects.length} ${text}`;
  let together = texts.get(name);
  if (together === undefined) {
    const [, head, row] = /^(insert into .*? values )(\(.*\))$/s.exec(text) ?? [];
    if (head === undefined || row === undefined)
      throw new Error(`This inserts no row by its values: ${text}`);
    const rows = effects.map((_, place) =>
      row.replaceAll(/\$(\d+)/g, (_all, number) => `$${Number(number) + place * parameters.length}`),
    );
    together = `${head}${rows.join(', ')}`;
    texts.set(name, together);
  }
  return { kind: 'run', text: together, parameters: effects.flatMap((one) => one.parameters) };
}
