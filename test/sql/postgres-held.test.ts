// Tests what is left of writes that were held back. Two tables in memory say what becomes of rows, one statement after another.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Merging } from '#sql/database.ts';
import { createHeldWrites } from '#sql/postgres-held.ts';
import type { Effect } from '#sql/postgres-unit-log.ts';
import { runs } from '../support/property.ts';

const texts = {
  insertProject: 'insert into "projects" ("id", "name") values ($1, $2)',
  insertTask: 'insert into "tasks" ("id", "project_id") values ($1, $2)',
  book: 'update "projects" set "hours" = $1, row_revision = row_revision + $2 where "id" = $3',
  rename: 'update "projects" set "name" = $1 where "id" = $2',
  deleteProject: 'delete from "projects" where "id" = $1',
  deleteTask: 'delete from "tasks" where "id" = $1',
  sum: 'update "tasks" set "seen" = (select sum("hours") + count(*) from "projects")',
};
const mergings: Readonly<Record<string, Merging>> = {
  insertProject: { kind: 'insert', into: ['projects'], refersTo: new Set() },
  insertTask: { kind: 'insert', into: ['tasks'], refersTo: new Set(['projects']) },
};

function run(name: keyof typeof texts, ...parameters: readonly unknown[]): Effect {
  const merging =
    name === 'book' ? ({ kind: 'update', key: String(parameters[2]), adds: 1 } as const) : mergings[name];
  return { kind: 'run', text: texts[name], parameters, merging };
}

function savepoint(kind: 'mark' | 'release' | 'undo', name: string): Effect {
  return { kind, text: name, parameters: [] };
}

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
function outcomeOf(effects: readonly Effect[]): Tables | 'refused' | 'never sent' {
  let tables: Tables | null = { projects: new Map(), tasks: new Map() };
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
  if (text === texts.book)
    return changed(third, (row) => ({
      ...row,
      hours: Number(first),
      revision: row.revision + Number(second),
    }));
  if (text === texts.rename) return changed(second, (row) => ({ ...row, name: String(first) }));
  const without = <Row>(rows: ReadonlyMap<number, Row>): Map<number, Row> =>
    new Map([...rows].filter(([row]) => row !== first));
  if (text === texts.deleteProject) return { tasks, projects: without(projects) };
  if (text === texts.deleteTask) return { projects, tasks: without(tasks) };
  const seen = [...projects.values()].reduce((sum, { hours }) => sum + hours + 1, 0);
  return { projects, tasks: new Map([...tasks].map(([row, task]) => [row, { ...task, seen }])) };
}

function pairsOf(values: readonly Value[]): readonly (readonly [number, Value])[] {
  return values.flatMap((value, place) =>
    place % 2 === 0 ? [[Number(value), values[place + 1] as Value] as const] : [],
  );
}

interface Ids {
  /** The newest id that was given, and that of the newest project. */
  last: number;
  project: number;
}
type Step = (ids: Ids) => readonly Effect[];

const id = fc.integer({ min: 1, max: 3 });
const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const insertProject = name.map((given): Step => (ids) => {
  ids.project = ids.last += 1;
  return [run('insertProject', ids.project, given)];
});
const insertTask = fc
  .constantFrom('newest', 1, 2)
  .map((project): Step => (ids) => [
    run('insertTask', (ids.last += 1), project === 'newest' ? ids.project : project),
  ]);
const written: fc.Arbitrary<Step> = fc.oneof(
  insertProject,
  insertTask,
  fc.record({ id, hours: fc.nat(9) }).map((one) => () => [run('book', one.hours, 1, one.id)]),
  fc.record({ id, name }).map((one) => () => [run('rename', one.name, one.id)]),
  id.map((one) => () => [run('deleteProject', one)]),
  id.map((one) => () => [run('deleteTask', one)]),
  fc.constant(() => [run('sum')]),
);
const inside: fc.Arbitrary<Step> = fc
  .record({
    steps: fc.array(written, { maxLength: 4 }),
    end: fc.constantFrom('release' as const, 'undo' as const),
  })
  .map(({ steps, end }) => (ids) => [
    savepoint('mark', 's'),
    ...steps.flatMap((step) => step(ids)),
    savepoint(end, 's'),
  ]);
const effects = fc
  .array(fc.oneof({ weight: 5, arbitrary: written }, { weight: 1, arbitrary: inside }), { maxLength: 14 })
  .map((steps) => {
    const ids: Ids = { last: 0, project: 0 };
    return steps.flatMap((step) => step(ids));
  });

function left(all: readonly Effect[]): readonly Effect[] {
  const held = createHeldWrites();
  held.hold(all);
  return held.take();
}

describe('writes that are held back', () => {
  it('come to the same as each by itself, or are refused as well', () => {
    let [fewer, refused] = [0, 0];
    fc.assert(
      fc.property(effects, (all) => {
        const outcome = outcomeOf(all);
        fc.pre(outcome !== 'never sent');
        const some = left(all);
        assert.deepEqual(outcomeOf(some), outcome);
        if (outcome === 'refused') refused += 1;
        else if (some.length < all.length) fewer += 1;
      }),
      runs({ test: 5_000, long: 30_000, soak: 500_000 }),
    );
    // Otherwise this test would say little.
    assert.ok(fewer > 100 && refused > 50, `${fewer} fewer, ${refused} refused`);
  });

  it('are one statement for the rows of a table, and one for a row that changes often', () => {
    const items = Array.from({ length: 32 }, (_, place) => [
      savepoint('mark', 's'),
      run('insertProject', 100 + place, `p${place}`),
      run('insertTask', 100 + place, 100 + place),
      run('book', place, 1, 1),
      savepoint('release', 's'),
    ]);
    const [projects, tasks, booked, ...more] = left(items.flat());
    assert.match(projects?.text ?? '', /^insert into "projects" .* values \(\$1, \$2\), .*, \(\$63, \$64\)$/);
    assert.deepEqual(projects?.parameters.slice(-2), [131, 'p31']);
    assert.equal(tasks?.parameters.length, 64);
    assert.deepEqual(booked?.parameters, [31, 32, 1]);
    assert.deepEqual(more, []);
  });

  it('leave nothing of a savepoint that is undone before anything is written in it', () => {
    const held = createHeldWrites();
    held.hold([run('rename', 'a', 1), savepoint('mark', 'job')]);
    held.hold([savepoint('mark', 'inner'), savepoint('release', 'inner')]);
    assert.equal(held.undo('job'), true);
    assert.deepEqual(held.take(), [run('rename', 'a', 1)]);
  });

  it('are sent before the savepoint in which they were written is undone', () => {
    const held = createHeldWrites();
    const all = [savepoint('mark', 'job'), run('rename', 'a', 1)];
    held.hold(all);
    assert.equal(held.undo('job'), false);
    assert.deepEqual(held.take(), all);
  });

  it('leave nothing of the release of a sent savepoint that is undone after all', () => {
    const held = createHeldWrites();
    held.hold([savepoint('release', 'sent')]);
    assert.equal(held.undo('sent'), false);
    assert.deepEqual(held.take(), []);
  });
});
