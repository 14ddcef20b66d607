// Tests what becomes of a move of a shard whose command ends. A function stands in for that of Citus, and takes long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { moveShard, type SpreadNode } from '#sql/shard-groups.ts';
import { openLine } from '../support/cuttable-line.ts';
import { postgresSuite, scratchPostgres } from './postgres-scratch.ts';

const node = (group: number): SpreadNode => ({
  group,
  host: `node${group}`,
  port: 5432,
  takesShards: true,
  answers: true,
});

postgresSuite('the move of a shard', () => {
  test('ends on the server as well when its client is gone', async (t) => {
    const { url, open, asSuperuser } = await scratchPostgres(t);
    await asSuperuser(
      `create function citus_move_shard_placement(bigint, text, int, text, int, text) returns void
        language sql as 'select pg_sleep(600)'`,
    );
    const line = await openLine(url);
    t.after(() => line.close());
    const database = await open({ url: line.url });
    const moves = async (): Promise<number> => {
      const sql = `select 1 from pg_stat_activity where state = 'active' and datname = current_database()
        and query like 'select citus_move_shard_placement(7, ''node1'', 5432, ''node2'', 5432, %'`;
      return (await asSuperuser(sql)).length;
    };
    const moved = moveShard(database, { shard: 7, from: node(1), to: node(2) });
    const refused = assert.rejects(moved, (error) => database.dialect.isUnavailable(error));
    while ((await moves()) === 0) await pause(50);
    await line.cut();
    await refused;
    for (let tries = 0; (await moves()) > 0; tries += 1) {
      assert.ok(tries < 600, 'the move goes on without its client');
      await pause(100);
    }
  });
});
