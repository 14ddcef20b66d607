// The server answers the ids of another account like ids that no row has, in every request that can name an id.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { send } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { suite } from '../support/property.ts';
import { actionCellCount, actionCellsOf } from './action-cells.ts';
import {
  assertIsolated,
  assertOwnOnly,
  callers,
  clientOf,
  dump,
  ownIds,
  withoutTimes,
} from './assert-isolated.ts';
import { cellCount, cellsOf } from './isolation-cells.ts';
import { harmlessUpdates, samples } from './samples.ts';
import { startTwoAccounts, type TwoAccounts } from './two-accounts.ts';

/** Who asks from which account for ids of which. */
const most = [
  ['machine', 'left', 'right'],
  ['employee', 'left', 'right'],
] as const;
/** The other way round, and by a person who may do all, in the soak suite: rights are tested by other matrices. */
const others = [
  ['machine', 'right', 'left'],
  ['administrator', 'right', 'left'],
] as const;
const journeys = suite === 'soak' ? [...most, ...others] : most;

for (const engine of storageEngines) {
  describe(`ids of another account (${engine.name})`, () => {
    let both: TwoAccounts;
    let asserted = 0;
    before(async () => {
      both = await startTwoAccounts(engine);
    });
    after(() => both?.installation.close());

    for (const [caller, asking, asked] of journeys) {
      test(`answers ids of ${asked} to the ${caller} of ${asking} like unknown ids`, async () => {
        const [asker, other] = [both[asking], both[asked]];
        const { schema } = both.installation.app.engine;
        const kept = await dump(other, both.resources);
        for (const resource of both.resources) {
          for (const cell of [...cellsOf(schema, resource), ...actionCellsOf(schema, resource)]) {
            await assertIsolated(both, { cell, resource, asker, other, client: clientOf(asker, caller) });
            asserted += 1;
          }
        }
        assert.deepEqual(await dump(other, both.resources), kept);
      });
    }

    test('asserts every cell that the declarations make', () => {
      const { schema } = both.installation.app.engine;
      const total = both.resources.reduce(
        (sum, resource) => sum + cellCount(schema, resource) + actionCellCount(schema, resource),
        0,
      );
      assert.ok(total > 500, `only ${total} cells`);
      assert.equal(asserted, total * journeys.length);
    });

    test('returns only rows of the own account from unfiltered reads', async () => {
      for (const [caller, asking, asked] of journeys) {
        const [asker, other] = [both[asking], both[asked]];
        await assertOwnOnly(both, { asker, other, client: clientOf(asker, caller), caller });
      }
    });

    test('finds rows of the own account by the same requests', async () => {
      for (const resource of both.resources.filter(
        ({ name, fields }) => fields.has('id') && name in both.left.ids,
      )) {
        const id = both.left.ids[resource.name] as number;
        const { machine } = both.left.account;
        for (const query of [{ id }, { id: `${id}|${id}`, _op__id: 'betw' }, { id, _op__id: 'in' }]) {
          const { json } = await machine.get(`${resource.name}/read`, query);
          assert.deepEqual(
            json['Results'].map((row: { id: number }) => row.id),
            [id],
          );
        }
        assert.equal((await machine.get(`${resource.name}/read/${id}`)).json['NumResults'], 1, resource.name);
      }
    });

    test('accepts the same updates for rows of the own account', async () => {
      for (const [name, harmless] of Object.entries(harmlessUpdates)) {
        const answer = await both.left.account.machine.put(`${name}/update/${both.left.ids[name]}`, harmless);
        assert.equal(answer.status, 200, `${name}: ${answer.text}`);
      }
    });

    test('accepts a client_unique_id that another account uses', async () => {
      const [mine, theirs] = await Promise.all(
        [both.left, both.right].map(async (side) => {
          const sample = samples['timeTrackings']?.(side.nextSample());
          return side.account.machine.create('timeTrackings', { ...sample, client_unique_id: 'one name' });
        }),
      );
      assert.equal(ownIds(mine?.['id'], both.left), '<own>');
      assert.equal(ownIds(theirs?.['id'], both.right), '<own>');
    });

    test('refuses a token in another account, and does not reveal whether that exists', async () => {
      const bodies = new Set<string>();
      for (const caller of callers) {
        for (const account of [both.right.account.name, 'nobody']) {
          for (const path of ['users/read', 'users/read/1', 'deltaSync/read', 'nonsense/read']) {
            const { token } = clientOf(both.left, caller);
            const answer = await send(`${both.installation.address}/${account}/v4/${path}`, {
              method: 'GET',
              token,
            });
            assert.equal(answer.status, 401);
            assert.equal(answer.json['ErrorExtended'].errorCode, 'other_account');
            assert.ok(!answer.text.includes(both.right.mark));
            bodies.add(withoutTimes(answer.text).replace(/"ResourceName":"\w*"/, ''));
          }
        }
      }
      assert.equal(bodies.size, 1, [...bodies].join('\n'));
    });
  });
}
