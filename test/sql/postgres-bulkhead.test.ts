// Tests that what is left behind on a connection for one node of a spread database holds up no account of another node.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openBulkhead } from '#sql/postgres-bulkhead.ts';
import type { PostgresConnection } from '#sql/postgres-connection.ts';
import { openPool } from '#sql/postgres-pool.ts';
import { postgresSuite, scratchPostgres } from './postgres-scratch.ts';

postgresSuite('connections to several nodes', () => {
  test('are given on when the end of what was read on them is answered', async (t) => {
    const { url } = await scratchPostgres(t, { empty: true });
    const pool = openPool({ url, most: 2 });
    t.after(() => pool.close());
    const nodeOf = async (account: number): Promise<string> => `node of ${account}`;
    const { use } = openBulkhead({ pool, nodeOf, most: 1 });
    const session = async (connection: PostgresConnection): Promise<unknown> =>
      (await connection.script('select pg_backend_pid() as pid'))[0]?.[0]?.['pid'];
    const ends: string[] = [];
    const slow = await use(1, async (connection) => {
      const pid = await session(connection);
      await connection.script('begin');
      // As a node that is frozen keeps the end of a read waiting.
      void connection.script('select pg_sleep(1)').then(() => ends.push('read'));
      connection.rollback();
      return pid;
    });
    const other = await use(2, session);
    assert.notEqual(other, slow);
    assert.deepEqual(ends, [], 'an account of the other node did not wait');
    assert.equal(await use(1, session), slow, 'the node has no second connection');
    assert.deepEqual(ends, ['read']);
  });

  test('are not taken for silent by a process that was busy when the answer came', async (t) => {
    const { url } = await scratchPostgres(t, { empty: true });
    const pool = openPool({ url, most: 1 });
    t.after(() => pool.close());
    const { use } = openBulkhead({ pool, nodeOf: async () => 'node', most: 1 });
    const asked = use(1, async (connection, first) => {
      const answer = first(connection.script('select 1 as one'));
      // Longer than a silent node is waited for.
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_200));
      return answer;
    });
    assert.deepEqual(await asked, [[{ one: 1 }]]);
  });

  test('to a node that was silent are tried by one request, while others are refused', async (t) => {
    const { url } = await scratchPostgres(t, { empty: true });
    const pool = openPool({ url, most: 8 });
    t.after(() => pool.close());
    const { use } = openBulkhead({ pool, nodeOf: async () => 'node', most: 4 });
    const asked: string[] = [];
    const ask = (name: string, seconds: number): Promise<string> =>
      use(1, async (connection, first) => {
        asked.push(name);
        await first(connection.script(`select pg_sleep(${seconds})`));
        return name;
      });
    const silent = /the node of the account does not answer/;
    await assert.rejects(ask('first', 3), silent);
    await assert.rejects(ask('at rest', 0), silent);
    let trial: Promise<string> | undefined;
    // It rests for some seconds.
    for (let look = 0; look < 600 && asked.length === 1; look += 1) {
      trial = ask('trial', 3);
      trial.catch(() => undefined);
      await assert.rejects(ask('beside', 0), silent);
      await pause(20);
    }
    await assert.rejects(trial as Promise<string>, silent);
    for (let look = 0; look < 600 && asked.length === 2; look += 1) {
      await ask('found', 0).catch(() => undefined);
      await pause(20);
    }
    assert.deepEqual(await Promise.all([ask('one', 0), ask('two', 0)]), ['one', 'two']);
    assert.deepEqual(asked, ['first', 'trial', 'found', 'one', 'two']);
  });
});
