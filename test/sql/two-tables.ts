// Two tables in memory that say what becomes of rows, one statement after another, as PostgreSQL would.
import type { Row } from '#resource/rule.ts';
import type { FamilyShape, Merging } from '#sql/database.ts';
import type { Effect } from '#sql/postgres-unit-log.ts';
import type { RowChange } from '#sql/row-question.ts';
import { Slot } from '#sql/statement.ts';

const texts = {
  insertProject: 'insert into "projects" ("id", "name") values ($1, $2)',
  insertTask: 'insert into "tasks" ("id", "project_id") values ($1, $2)',
  book: 'update "projects" set "hours" = $1, row_revision = row_revision + $2 where "id" = $3',
  raise: 'update "projects" set "hours" = "hours" + $1 where "client" = $2',
  rename: 'update "projects" set "name" = $1 where "id" = $2',
  deleteProject: 'delete from "projects" where "id" = $1',
  deleteTask: 'delete from "tasks" where "id" = $1',
  sum: 'update "tasks" set "seen" = (select sum("hours") + count(*) from "projects")',
};
/** What stands for several that change other rows takes a list of each value. */
export const families = {
  book: familyOf('update "projects" set "hours" = v0, row_revision = row_revision + v1', 3),
  raise: familyOf('update "projects" set "hours" = "hours" + v0', 2),
};
const mergings: Readonly<Record<string, Merging>> = {
  insertProject: { kind: 'insert', into: ['projects'], refersTo: new Set() },
  insertTask: { kind: 'insert', into: ['tasks'], refersTo: new Set(['projects']) },
  raise: { kind: 'update', row: null, adds: null, family: families.raise },
};

function familyOf(sql: string, values: number): FamilyShape {
  const indexes = Array.from({ length: values }, (_, index) => index);
  return {
    compiled: { sql, order: indexes.map((index) => new Slot(index)) },
    indexes,
    varying: new Set(indexes),
  };
}

/** A write. */
export function run(name: keyof typeof texts, ...parameters: readonly unknown[]): Effect {
  const row = Number(parameters[2]);
  const merging =
    name === 'book'
      ? ({ kind: 'update', row: String(row), adds: 1, family: families.book } as const)
      : mergings[name];
  return { kind: 'run', text: texts[name], parameters, merging, change: changeBy(name, parameters) };
}

/** What the service tells of such a write: rows keep their id and client. */
function changeBy(
  name: keyof typeof texts,
  [first, second, third]: readonly unknown[],
): RowChange | undefined {
  const of = { account: 1, table: name === 'insertTask' ? 'tasks' : 'projects' };
  if (name === 'raise') return { ...of, kind: 'some', having: { client: second } };
  if (name === 'insertProject') return { ...of, kind: 'insert', row: rowOf(Number(first)) };
  if (name === 'insertTask') return { ...of, kind: 'insert', row: { id: Number(first) } };
  const update = { kind: 'update', values: { hours: Number(first) }, revises: true } as const;
  return name === 'book' ? { ...of, ...update, id: Number(third), before: rowOf(Number(third)) } : undefined;
}

function rowOf(id: number): Row {
  return { id, client: clientOf(id) };
}

function clientOf(project: number): number {
  return project % 5;
}

/** The begin or end of a savepoint. */
export function savepoint(kind: 'mark' | 'release' | 'undo', name: string): Effect {
  return { kind, text: name, parameters: [] };
}

/** Of projects that are there before. */
export const projectIds = [1, 2, 3, 4, 5, 6];

interface Project {
  readonly name: string;
  readonly hours: number;
  readonly revision: number;
}

interface Tables {
  /** By their ids. */
  readonly projects: ReadonlyMap<number, Project>;
  readonly tasks: ReadonlyMap<number, { readonly project: number; readonly seen: number }>;
}

/**
 * What becomes of the tables. The service never changes a row that is not there, or refers to one: its rules have looked before.
 */
export function outcomeOf(effects: readonly Effect[]): Tables | 'refused' | 'never sent' {
  const before = projectIds.map((one) => [one, { name: `p${one}`, hours: 0, revision: 1 }] as const);
  let tables: Tables | null = { projects: new Map(before), tasks: new Map() };
  let isRefused = false;
  const marks: Tables[] = [];
  for (const effect of effects) {
    if (effect.kind === 'mark') marks.push(tables);
    else if (effect.kind === 'release') marks.pop();
    else if (effect.kind === 'undo') tables = marks.pop() as Tables;
    else tables = afterStatement(tables, effect);
    if (tables === null) return 'never sent';
    if (!isAllowed(tables)) isRefused = true;
  }
  return isRefused ? 'refused' : tables;
}

function isAllowed({ projects, tasks }: Tables): boolean {
  const names = [...projects.values()].map(({ name }) => name);
  return (
    new Set(names).size === names.length && [...tasks.values()].every(({ project }) => projects.has(project))
  );
}

type Value = string | number;

/** `null`: it is about a row that is not there. */
function afterStatement({ projects, tasks }: Tables, { text, parameters }: Effect): Tables | null {
  const values = parameters as readonly Value[];
  const [first, second, third] = values;
  const changed = (row: unknown, change: (before: Project) => Project): Tables | null => {
    const before = projects.get(Number(row));
    return before ? { tasks, projects: new Map([...projects, [Number(row), change(before)]]) } : null;
  };
  if (text.startsWith('insert into "projects"')) {
    const rows = pairsOf(values).map(
      ([id, name]) => [id, { name: String(name), hours: 0, revision: 1 }] as const,
    );
    return { tasks, projects: new Map([...projects, ...rows]) };
  }
  if (text.startsWith('insert into "tasks"')) {
    if (pairsOf(values).some(([, project]) => !projects.has(Number(project)))) return null;
    const rows = pairsOf(values).map(([id, project]) => [id, { project: Number(project), seen: 0 }] as const);
    return { projects, tasks: new Map([...tasks, ...rows]) };
  }
  if (text === families.book.compiled.sql)
    return eachOf(parameters).reduce<Tables | null>(
      (tables, one) => tables && afterStatement(tables, { kind: 'run', text: texts.book, parameters: one }),
      { projects, tasks },
    );
  if (text === families.raise.compiled.sql) {
    const added = eachOf(parameters);
    // As in PostgreSQL, a row is changed once, however often it is meant.
    const amountOf = (client: number): unknown => added.find((one) => one[1] === client)?.[0] ?? 0;
    return { tasks, projects: raised(projects, (client) => Number(amountOf(client))) };
  }
  if (text === texts.raise)
    return { tasks, projects: raised(projects, (client) => (client === second ? Number(first) : 0)) };
  if (text === texts.book)
    return changed(third, (row) => ({
      ...row,
      hours: Number(first),
      revision: row.revision + Number(second),
    }));
  if (text === texts.rename) return changed(second, (row) => ({ ...row, name: String(first) }));
  const without = <One>(rows: ReadonlyMap<number, One>): Map<number, One> =>
    new Map([...rows].filter(([row]) => row !== first));
  if (text === texts.deleteProject) return { tasks, projects: without(projects) };
  if (text === texts.deleteTask) return { projects, tasks: without(tasks) };
  const seen = [...projects.values()].reduce((sum, { hours }) => sum + hours + 1, 0);
  return { projects, tasks: new Map([...tasks].map(([row, task]) => [row, { ...task, seen }])) };
}

function raised(projects: Tables['projects'], amountOf: (client: number) => number): Tables['projects'] {
  const all = [...projects].map(
    ([one, row]) => [one, { ...row, hours: row.hours + amountOf(clientOf(one)) }] as const,
  );
  return new Map(all);
}

/** The values of each write that one statement with lists stands for. */
function eachOf(lists: readonly unknown[]): readonly (readonly unknown[])[] {
  const [first] = lists as readonly (readonly unknown[])[];
  return (first ?? []).map((_, place) =>
    (lists as readonly (readonly unknown[])[]).map((list) => list[place]),
  );
}

function pairsOf(values: readonly Value[]): readonly (readonly [number, Value])[] {
  return values.flatMap((value, place) =>
    place % 2 === 0 ? [[Number(value), values[place + 1] as Value] as const] : [],
  );
}
