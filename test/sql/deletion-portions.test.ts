// A device that was away for long asks for many deletions: they are read in portions, each by walking on in an index.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deletionPortions } from '#sql/deletions.ts';
import type { Statement, Tx } from '#sql/database.ts';
import { asUnit } from '#sql/transaction.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import { lookedAtInPostgres } from './rows-looked-at.ts';
import { byHand, run } from './scratch.ts';

const [count, atOnce, deletedAt] = [20_000, 100, 1_785_000_000];

onEveryEngine('portions of deletions', (place) => {
  test('look at the rows of the portion, however many went in the same second', async () => {
    await recordDeletions(place);
    const { database, schema } = place.installation.app.engine;
    const resource = schema.resources.get('skills');
    assert.ok(resource !== undefined);
    const accountId = place.account.id;
    const statements: Statement[] = [];
    const ids = await database.read(accountId, async (tx) => {
      const seen: Tx = { ...tx, all: (asked) => (statements.push(asked), tx.all(asked)) };
      const found: number[] = [];
      const asked = { resource, since: deletedAt, atOnce };
      for await (const some of deletionPortions({ tx: seen, accountId }, asked))
        found.push(...some.map(({ id }) => Number(id)));
      return found;
    });
    assert.deepEqual(
      ids,
      Array.from({ length: count }, (_, index) => 1_000_001 + index),
    );
    assert.equal(statements.length, count / atOnce + 1);
    const [, second] = statements as [Statement, Statement];
    if (database.dialect.name === 'postgres') {
      const { rows, plan } = await lookedAtInPostgres(place, second);
      assert.equal(rows, atOnce, plan);
      return;
    }
    const explained = { ...second, sql: `explain query plan ${second.sql}` };
    const plan = await database.read(accountId, (tx) => tx.all(explained));
    assert.match(
      String(plan[0]?.['detail']),
      /^SEARCH deletions USING INDEX deletions_resource_deleted_at_id/,
    );
    assert.equal(plan.length, 1, 'it sorts nothing');
  });
});

/** As many rows as a large clean-up removes in one second. */
async function recordDeletions({ installation, account }: Place): Promise<void> {
  const { database } = installation.app.engine;
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  const values = `${account.id}, 1000000 + n, 'skills', 1000000 + n, ${deletedAt}, '{}'`;
  const columns = 'account_id, id, resource, row_id, deleted_at, scope_row';
  const sql = `insert into deletions (${columns}) ${numbers} select ${values} from numbers`;
  assert.equal(await database.write(account.id, (tx) => run(tx, sql)), count);
  if (database.dialect.name === 'postgres')
    await database.write(
      account.id,
      asUnit((tx) => tx.run({ sql: byHand('analyze deletions'), parameters: [] })),
    );
}
