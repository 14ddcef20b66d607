// Units of work: what does not wait, on an engine that answers at once and on one that is far away.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { missing, together } from '#resource/missing.ts';
import type { Database, UnitTx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import { allocateId } from '#sql/store.ts';
import { databaseWithAccount } from '../support/empty-database.ts';
import { storageEngines } from '../support/engines.ts';

const accountId = 1;

const insert = statement((db, value) =>
  db.insertInto('clients').values({ account_id: value(0), id: value(1), company_name: value(2) }),
);
const rename = statement((db, value) =>
  db
    .updateTable('clients')
    .set({ company_name: value(2) })
    .where('account_id', '=', value(0))
    .where('id', '=', value(1)),
);
const names = statement((db, value) =>
  db.selectFrom('clients').select('company_name').where('account_id', '=', value(0)).orderBy('id'),
);
const byId = statement((db, value) =>
  db
    .selectFrom('clients')
    .select('company_name')
    .where('account_id', '=', value(0))
    .where('id', '=', value(1)),
);
const namesOf = (tx: UnitTx): readonly unknown[] =>
  names.all(tx, [accountId]).map((row) => row['company_name']);

for (const engine of storageEngines) {
  const open = (t: TestContext): Promise<Database> => databaseWithAccount(t, engine);
  const written = (database: Database): Promise<readonly unknown[]> =>
    database.read(accountId, (tx) => tx.unit(namesOf));

  describe(`units of work (${engine.name})`, () => {
    it('see what they have written, wherever they look', async (t) => {
      const database = await open(t);
      const seen = await database.write(accountId, (tx) =>
        tx.unit((unit) => {
          const looks = [namesOf(unit)];
          for (const name of ['one', 'two']) {
            insert.run(unit, [accountId, allocateId({ tx: unit, accountId }, 'clients'), name]);
            looks.push(namesOf(unit));
          }
          rename.run(unit, [accountId, 1, 'first']);
          looks.push(namesOf(unit));
          return looks;
        }),
      );
      assert.deepEqual(seen, [[], ['one'], ['one', 'two'], ['first', 'two']]);
      assert.deepEqual(await written(database), ['first', 'two']);
    });

    it('write each row once, however often they run', async (t) => {
      const database = await open(t);
      let runs = 0;
      const counted = await database.write(accountId, (tx) =>
        tx.unit((unit) => {
          runs += 1;
          for (let id = 1; id <= 5; id += 1) {
            insert.run(unit, [accountId, id, `client ${id}`]);
            assert.equal(namesOf(unit).length, id);
          }
          return rename.change(unit, [accountId, 99, 'nobody']) + rename.change(unit, [accountId, 5, 'last']);
        }),
      );
      assert.equal(counted, 1);
      assert.equal(engine.name === 'sqlite' ? runs === 1 : runs > 1, true, `${runs} runs`);
      assert.deepEqual((await written(database)).at(-1), 'last');
    });

    it('put back what they had changed outside before they run again', async (t) => {
      const database = await open(t);
      const noted: string[] = ['before'];
      await database.write(accountId, (tx) =>
        tx.unit(
          (unit) => {
            noted.push('written');
            insert.run(unit, [accountId, 1, 'one']);
            noted.push(String(namesOf(unit)));
          },
          () => {
            const kept = [...noted];
            return () => noted.splice(0, noted.length, ...kept);
          },
        ),
      );
      assert.deepEqual(noted, ['before', 'written', 'one']);
    });

    it('are not harmed by a guess that the database refuses', async (t) => {
      const database = await open(t);
      const read = (): Promise<unknown> =>
        database.write(accountId, (tx) =>
          tx.unit(
            (unit) => {
              const [first] = namesOf(unit);
              // The name of the time before is no number.
              const [row] = byId.all(unit, [accountId, first === 'one' ? 1 : Number(first)]);
              return row?.['company_name'];
            },
            () => () => undefined,
          ),
        );
      const write = (work: (unit: UnitTx) => void): Promise<void> =>
        database.write(accountId, (tx) => tx.unit(work));
      await write((unit) => insert.run(unit, [accountId, 1, 'one']));
      assert.equal(await read(), 'one');
      await write((unit) => rename.run(unit, [accountId, 1, 'NaN']));
      // The name is seen, and guessed the next time.
      assert.deepEqual(await written(database), ['NaN']);
      await write((unit) => rename.run(unit, [accountId, 1, '1']));
      assert.equal(await read(), '1');
    });

    it('number rows on after a savepoint was undone', async (t) => {
      const database = await open(t);
      const insertNext = (unit: UnitTx, name: string): void =>
        insert.run(unit, [accountId, allocateId({ tx: unit, accountId }, 'clients'), name]);
      await database.write(accountId, async (tx) => {
        await tx.unit((unit) => insertNext(unit, 'one'));
        await tx.unit((unit) => {
          insertNext(unit, 'two');
          assert.throws(() => unit.savepoint(() => (insertNext(unit, 'undone'), assert.fail('undone'))), {
            message: 'undone',
          });
          // An answer that comes after the savepoint was sent makes the unit run again from before it.
          assert.equal(namesOf(unit).length, 2);
          insertNext(unit, 'three');
        });
      });
      assert.deepEqual(await written(database), ['one', 'two', 'three']);
    });

    it('make a secret once', async (t) => {
      const database = await open(t);
      let made = 0;
      const secret = await database.write(accountId, (tx) =>
        tx.unit((unit) => {
          const one = unit.once(() => `secret ${(made += 1)}`);
          insert.run(unit, [accountId, 1, one]);
          namesOf(unit);
          return one;
        }),
      );
      assert.equal(made, 1);
      assert.deepEqual(await written(database), [secret]);
    });

    it('throw a violated key where it was written, and undo its savepoint alone', async (t) => {
      const database = await open(t);
      const outcome = await database.write(accountId, (tx) =>
        tx.unit((unit) => {
          insert.run(unit, [accountId, 1, 'kept']);
          try {
            unit.savepoint(() => {
              insert.run(unit, [accountId, 2, 'undone']);
              insert.run(unit, [accountId, 1, 'twice']);
              insert.run(unit, [accountId, 3, 'never']);
            });
          } catch (error) {
            if (error === missing) throw error;
            insert.run(unit, [accountId, 4, 'after']);
            return unit.dialect.constraintOf(error)?.kind;
          }
          return 'stored';
        }),
      );
      assert.equal(outcome, 'unique');
      assert.deepEqual(await written(database), ['kept', 'after']);
    });

    it('go on after a violated key behind which a guess was asked', async (t) => {
      const database = await open(t);
      const outcome = await database.write(accountId, (tx) =>
        tx.unit(
          (unit) => {
            insert.run(unit, [accountId, 1, 'kept']);
            try {
              unit.savepoint(() => {
                insert.run(unit, [accountId, 1, 'twice']);
                namesOf(unit);
              });
            } catch (error) {
              if (error === missing) throw error;
              const before = namesOf(unit);
              unit.savepoint(() => insert.run(unit, [accountId, 2, 'after']));
              return [unit.dialect.constraintOf(error)?.kind, ...before, ...namesOf(unit)];
            }
            return ['stored'];
          },
          () => () => undefined,
        ),
      );
      assert.deepEqual(outcome, ['unique', 'kept', 'kept', 'after']);
      assert.deepEqual(await written(database), ['kept', 'after']);
    });

    it('leave nothing when a key is violated outside of a savepoint', async (t) => {
      const database = await open(t);
      const writing = database.write(accountId, (tx) =>
        tx.unit((unit) => {
          insert.run(unit, [accountId, 1, 'one']);
          insert.run(unit, [accountId, 1, 'twice']);
        }),
      );
      await assert.rejects(writing, (error) => database.dialect.constraintOf(error)?.kind === 'unique');
      assert.deepEqual(await written(database), []);
    });

    // So many that PostgreSQL is sent some of them before the last.
    it('stand or fall together, as many as there are', async (t) => {
      const database = await open(t);
      const many = Array.from({ length: 3_000 }, (_, place) => place + 1);
      const write = (last: number): Promise<void> =>
        database.write(accountId, async (tx) => {
          for (const one of many)
            await tx.unit((unit) =>
              unit.savepoint(() => insert.run(unit, [accountId, one === many.length ? last : one, 'x'])),
            );
        });
      await assert.rejects(write(1), (error) => database.dialect.constraintOf(error)?.kind === 'unique');
      assert.deepEqual(await written(database), []);
      await write(many.length);
      assert.equal((await written(database)).length, many.length);
    });

    it('run a step that has ended no more, with all that it knew', async (t) => {
      const database = await open(t);
      const noted: string[] = [];
      const keep = (): (() => void) => {
        const kept = [...noted];
        return () => void noted.splice(0, noted.length, ...kept);
      };
      const ids = await database.write(accountId, (tx) =>
        tx.unit(
          (unit) =>
            ['one', 'two', 'three'].map((name) =>
              unit.step(() => {
                const id = allocateId({ tx: unit, accountId }, 'clients');
                insert.run(unit, [accountId, id, name]);
                noted.push(`${name} of ${namesOf(unit).length}`);
                return id;
              }, keep),
            ),
          keep,
        ),
      );
      assert.deepEqual(ids, [1, 2, 3]);
      assert.deepEqual(noted, ['one of 1', 'two of 2', 'three of 3']);
      assert.deepEqual(await written(database), ['one', 'two', 'three']);
    });
  });
}

describe('questions that are asked together', () => {
  it('are all asked before the run ends for an answer', () => {
    const asked: number[] = [];
    const ask = (number: number) => () => {
      asked.push(number);
      if (number < 3) throw missing;
    };
    assert.throws(
      () => together([ask(1), ask(2), ask(3)]),
      (error) => error === missing,
    );
    assert.deepEqual(asked, [1, 2, 3]);
  });

  it('answer in their order, and refuse at once', () => {
    assert.deepEqual(together([() => 'one', () => 2]), ['one', 2]);
    const refusal = new Error('refused');
    assert.throws(
      () =>
        together([
          () => {
            throw refusal;
          },
          () => {
            throw missing;
          },
        ]),
      (error) => error === refusal,
    );
  });
});
