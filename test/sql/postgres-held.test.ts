// Tests what is left of writes that were held back.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createHeldWrites } from '#sql/postgres-held.ts';
import type { Effect } from '#sql/postgres-unit-log.ts';
import { runs } from '../support/property.ts';
import { families, outcomeOf, projectIds, run, savepoint } from './two-tables.ts';

interface Ids {
  /** The newest id that was given, and that of the newest project. */
  last: number;
  project: number;
}
type Step = (ids: Ids) => readonly Effect[];

const id = fc.constantFrom(...projectIds);
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
  {
    weight: 4,
    arbitrary: fc.record({ id, hours: fc.nat(9) }).map((one) => () => [run('book', one.hours, 1, one.id)]),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ client: fc.nat(4), hours: fc.nat(9) })
      .map((one) => () => [run('raise', one.hours, one.client)]),
  },
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
  .array(fc.oneof({ weight: 5, arbitrary: written }, { weight: 1, arbitrary: inside }), { maxLength: 24 })
  .map((steps) => {
    const given: Ids = { last: projectIds.length, project: 1 };
    return steps.flatMap((step) => step(given));
  });

function left(all: readonly Effect[]): readonly Effect[] {
  const held = createHeldWrites();
  held.hold(all);
  return held.take();
}

describe('writes that are held back', () => {
  it('come to the same as each by itself, or are refused as well', () => {
    let [fewer, refused] = [0, 0];
    const sent = new Set<string>();
    fc.assert(
      fc.property(effects, (all) => {
        const outcome = outcomeOf(all);
        fc.pre(outcome !== 'never sent');
        const some = left(all);
        assert.deepEqual(outcomeOf(some), outcome);
        for (const { text } of some) sent.add(text);
        if (outcome === 'refused') refused += 1;
        else if (some.length < all.length) fewer += 1;
      }),
      runs({ test: 5_000, long: 30_000, soak: 500_000 }),
    );
    // Otherwise this test would say little.
    assert.ok(fewer > 100 && refused > 50, `${fewer} fewer, ${refused} refused`);
    for (const { compiled } of Object.values(families)) assert.ok(sent.has(compiled.sql), compiled.sql);
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
