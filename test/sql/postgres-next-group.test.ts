// While PostgreSQL commits, the writes that wait behind run on guesses, which show what they will ask.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tx } from '#sql/database.ts';
import { column, run } from './scratch.ts';
import { postgresSuite, scratchPostgres, type ScratchPostgres } from './postgres-scratch.ts';

/** Each commit that has inserted an id counter takes half a second, and fails where the counter is called `refused`. */
async function slowCommits({ asSuperuser }: ScratchPostgres): Promise<void> {
  await asSuperuser(
    `create function slow() returns trigger language plpgsql as $$ begin
      perform pg_sleep(0.5);
      if new.sequence = 'refused' then raise exception 'refused'; end if;
      return null;
    end $$`,
    'create constraint trigger slow after insert on row_counters deferrable initially deferred for each row execute function slow()',
  );
}

const insert = (tx: Tx, sequence: string): Promise<number> =>
  run(tx, 'insert into row_counters (account_id, sequence, next_id) values (1, $1, 0)', sequence);

/** Keeps the process busy. */
function work(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Writes one counter and, behind it, another, which is some work; answers in which order what happened. */
async function inOrder(
  { database }: ScratchPostgres,
  { first, milliseconds = 20 }: { readonly first: string; readonly milliseconds?: number },
): Promise<readonly string[]> {
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const one = database.write(1, async (tx) => {
    begun.resolve();
    await insert(tx, first);
  });
  await begun.promise;
  const other = database.write(
    1,
    async (tx) => {
      order.push('behind');
      work(milliseconds);
      await insert(tx, 'behind');
    },
    { isForeseeable: true },
  );
  await one.then(
    () => order.push('stored'),
    () => order.push('failed'),
  );
  await other;
  return order;
}

const sequences = (tx: Tx): Promise<unknown[]> =>
  column(tx, 'select sequence from row_counters order by sequence');

postgresSuite('a write behind one that commits', () => {
  test('runs on guesses meanwhile and writes once', async (t) => {
    const scratch = await scratchPostgres(t);
    await slowCommits(scratch);
    assert.deepEqual(await inOrder(scratch, { first: 'first' }), ['behind', 'stored', 'behind']);
    assert.deepEqual(await scratch.database.read(1, sequences), ['behind', 'first']);
  });

  test('runs on guesses again when its turn comes, where that takes a moment only', async (t) => {
    const scratch = await scratchPostgres(t);
    await slowCommits(scratch);
    const order = await inOrder(scratch, { first: 'first', milliseconds: 0 });
    assert.deepEqual(order, ['behind', 'stored', 'behind', 'behind']);
  });

  test('is stored although that commit fails', async (t) => {
    const scratch = await scratchPostgres(t);
    await slowCommits(scratch);
    assert.deepEqual(await inOrder(scratch, { first: 'refused' }), ['behind', 'failed', 'behind']);
    assert.deepEqual(await scratch.database.read(1, sequences), ['behind']);
  });
});
