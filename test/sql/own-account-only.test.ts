// Tests that a transaction in one account asks for rows of that account only, also when it asks beforehand on guesses: on a spread
// database the rows of another account may be on a node that does not answer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { postgresEngine, type StorageEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { postgresSuite } from './postgres-scratch.ts';

type Query = (this: object, ...words: unknown[]) => unknown;

postgresSuite('a transaction in an account', () => {
  let installation: Installation;
  before(async () => {
    const engine = postgresEngine as StorageEngine;
    installation = await startInstallation({ engine, flags: { 'answer-cache': '0' } });
  });
  after(() => installation?.close());

  test('asks for rows of that account only, also when the last one was in another', async () => {
    for (let number = 0; number < 10; number += 1)
      await installation.account.machine.create('skills', { syn: `skill ${number}` });
    let other = installation.account;
    const { asked, faults } = await watched(async () => {
      other = await installation.addAccount('other');
      await other.machine.create('skills', { syn: 'first' });
      await other.machine.get('skills/read', { _limit: 1 });
    });
    assert.deepEqual(faults, []);
    assert.ok(asked.includes(other.id), 'no statement of the other account was seen');
  });
});

/** Accounts of which rows are asked while `work` runs, and those that are not the account of the transaction. */
async function watched(
  work: () => Promise<void>,
): Promise<{ readonly asked: readonly number[]; readonly faults: readonly string[] }> {
  const driver = pg.Client.prototype as unknown as { query: Query };
  const { query } = driver;
  const accountOf = new WeakMap<object, number>();
  const asked: number[] = [];
  const faults: string[] = [];
  driver.query = function (this: object, ...words: unknown[]) {
    const { text = '', values = [] } = words[0] as { text?: string; values?: readonly unknown[] };
    const scope = /app\.account_id\D+(\d+)/.exec(text)?.[1];
    if (scope !== undefined) accountOf.set(this, Number(scope));
    const own = accountOf.get(this);
    for (const [, place] of text.matchAll(/"account_id" = \$(\d+)/g)) {
      const account = Number(values[Number(place) - 1]);
      asked.push(account);
      if (own !== undefined && account !== own) faults.push(`in account ${own}, of ${account}: ${text}`);
    }
    return query.apply(this, words);
  };
  try {
    await work();
  } finally {
    driver.query = query;
  }
  return { asked, faults };
}
