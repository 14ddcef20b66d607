// The people of an account whom commands are about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountError } from '#accounts/account-error.ts';
import { findPeople } from '#accounts/find-people.ts';
import { foldText } from '#values/folded-text.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';

onEveryEngine('the people of an account', (place) => {
  const hireMany = (count: number, name: string): Promise<void> =>
    inAccount(place.installation, (view) =>
      view.insertAll(
        'users',
        Array.from({ length: count }, (_, index) => {
          const username = `${name}${index}`;
          return {
            username,
            username_folded: foldText(username),
            firstname: 'One',
            lastname: 'Of many',
            active: 1,
          };
        }),
      ),
    );
  const find = (username: string | null): Promise<readonly unknown[]> =>
    findPeople(place.installation.app.engine, { account: 'ACME', username }, (row) => row['username']).then(
      ({ people }) => people,
    );

  test('are found each once and in order, however many there are', async () => {
    const known: unknown[] = [...(await find(null))];
    for (const [batch, count] of [1, 199 - known.length, 1, 200, 57].entries()) {
      await hireMany(count, `b${batch}n`);
      known.push(...Array.from({ length: count }, (_, index) => `b${batch}n${index}`));
      assert.deepEqual(await find(null), known);
    }
  });

  test('are found by name in any letter case, or not at all', async () => {
    await hireMany(1, 'Zoe');
    assert.deepEqual(await find('zOE0'), ['Zoe0']);
    await assert.rejects(find('nobody'), AccountError);
  });
});
