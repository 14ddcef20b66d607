// Tests that the writing connection to a SQLite file remembers answers, and never gives one that does not hold any more.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import type { Statement, UnitTx } from '#sql/database.ts';
import { createAnswers } from '#sql/sqlite-answers.ts';
import { runs } from '../support/property.ts';
import { scratchDatabase } from './scratch.ts';

const tables = ['notes', 'people'] as const;
type TableName = (typeof tables)[number];

const question = (sql: string, ...parameters: readonly unknown[]): Statement => ({ sql, parameters });
const noteById = 'select "text" from "notes" where "id" = ?';
const joined = 'select a."text" from "notes" as a join "people" as b on a."id" = b."id" order by a."id"';

/** What happens in one write, in order. */
type Step =
  | { readonly kind: 'write'; readonly table: TableName; readonly id: number }
  | { readonly kind: 'undone write'; readonly table: TableName; readonly id: number }
  | { readonly kind: 'ask'; readonly id: number };

const ids = fc.integer({ min: 1, max: 3 });
const tableNames = fc.constantFrom(...tables);
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('write' as const), table: tableNames, id: ids }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('undone write' as const), table: tableNames, id: ids }),
  },
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('ask' as const), id: ids }) },
);
/** Writes one after another; each is undone as a whole, or follows a commit of another connection, now and then. */
const writes = fc.array(
  fc.record({
    steps: fc.array(steps, { maxLength: 2 }),
    fails: fc.integer({ min: 1, max: 8 }).map((one) => one === 1),
    other: fc.oneof(
      { weight: 19, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.record({ table: tableNames, id: ids }) },
    ),
  }),
  { minLength: 10, maxLength: 40 },
);

suite('answers that the writing connection remembers', () => {
  test('equal those of the file after random writes, undone writes and commits of others', async (t) => {
    const { database, file } = await scratchDatabase(t);
    const other = new Sqlite(file);
    t.after(() => other.close());
    for (const table of tables) {
      other.exec(`create table "${table}" ("id" integer primary key, "text" text)`);
      other.exec(`insert into "${table}" values (1, 'a'), (2, 'b'), (3, 'c')`);
    }
    let number = 0;
    const next = (): number => (number += 1);
    const write = (tx: UnitTx, table: TableName, id: number): void =>
      tx.run(question(`update "${table}" set "text" = ? where "id" = ?`, `${next()}`, id));
    /** A text of its own was never asked before, so that the file itself answers. */
    const compare = (tx: UnitTx, statement: Statement): void => {
      const afresh = tx.all({ ...statement, sql: `${statement.sql} /* ${next()} */` });
      assert.deepEqual({ ...tx.all(statement) }, { ...afresh });
    };
    const take = (tx: UnitTx, step: Step): void => {
      if (step.kind === 'write') write(tx, step.table, step.id);
      else if (step.kind === 'undone write') {
        const undone = new Error('undone');
        const work = (): void => {
          write(tx, step.table, step.id);
          compare(tx, question(noteById, step.id));
          throw undone;
        };
        assert.throws(() => tx.savepoint(work), undone);
      } else {
        compare(tx, question(noteById, step.id));
        compare(tx, question(joined));
      }
    };
    await fc.assert(
      fc.asyncProperty(writes, async (all) => {
        for (const one of all) {
          if (one.other !== null) {
            const { table, id } = one.other;
            other.prepare(`update "${table}" set "text" = ? where "id" = ?`).run(`${next()}`, id);
          }
          const written = database.write(null, (tx) =>
            tx.unit((unit) => {
              for (const step of one.steps) take(unit, step);
              if (one.fails) throw new Error('refused');
            }),
          );
          await written.catch((error: Error) => assert.equal(error.message, 'refused', error));
        }
      }),
      runs({ test: 60, long: 600, soak: 6_000 }),
    );
  });

  test('are given again when their tables were not written for two transactions', () => {
    const answers = createAnswers();
    let asked = 0;
    const ask = () => [{ text: `${(asked += 1)}` }];
    const find = (sql = noteById, id = 1): unknown => answers.find(question(sql, id), ask)[0]?.['text'];
    const transaction = (work = (): void => undefined): void => {
      answers.begin('same');
      work();
    };
    for (let index = 0; index < 3; index += 1) transaction();
    assert.deepEqual([find(), find(), find(noteById, 2), find()], ['1', '1', '2', '1']);
    transaction(() => answers.write('insert into "people" ("id") values (?)'));
    assert.deepEqual([find(), find(joined), find(joined)], ['1', '3', '4']);
    transaction(() => answers.write('update or fail "notes" set "text" = ?'));
    assert.deepEqual([find(), find()], ['5', '6']);
    for (let index = 0; index < 3; index += 1) transaction();
    assert.deepEqual([find(), find(), find(joined), find(joined)], ['7', '7', '8', '8']);
    answers.begin('another');
    assert.deepEqual([find(), find()], ['9', '9']);
    answers.write('alter table "notes" add column "more" text');
    assert.equal(find(), '10');
  });

  test('are frozen, so that no rule can change what the next one is answered', () => {
    const answers = createAnswers();
    for (let index = 0; index < 3; index += 1) answers.begin('same');
    const [row] = answers.find(question(noteById, 1), () => [{ text: 'a' }]);
    assert.throws(() => Object.assign(row as object, { text: 'b' }), TypeError);
  });
});
