// `findPeople` finds the people of an account for a command.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountError } from '#accounts/account-error.ts';
import { findPeople } from '#accounts/find-people.ts';
import { foldText } from '#values/folded-text.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';

onOwnInstallations('findPeople', { why: 'the account has the usual name' }, (place) => {
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

  test('returns each person once and in order for more than 400 people', async () => {
    const known: unknown[] = [...(await find(null))];
    for (const [batch, count] of [1, 199 - known.length, 1, 200, 57].entries()) {
      await hireMany(count, `b${batch}n`);
      known.push(...Array.from({ length: count }, (_, index) => `b${batch}n${index}`));
      assert.deepEqual(await find(null), known);
    }
  });

  test('finds a person by username in any letter case and refuses an unknown one', async () => {
    await hireMany(1, 'Zoe');
    assert.deepEqual(await find('zOE0'), ['Zoe0']);
    await assert.rejects(find('nobody'), AccountError);
  });
});
