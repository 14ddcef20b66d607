// A server returns all rows with `FullResync` when `_since` precedes deletions that any server has purged (decisions
// §5).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startApp, type RunningApp } from '#app';
import { readConfig } from '#config';
import { purgeDeletions } from '#sql/purge-deletions.ts';
import { createClient, type Answer, type Client } from '../support/client.ts';
import { run } from '../sql/scratch.ts';
import { statementsOf } from '../support/counting-engine.ts';
import { idsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import { unhurried } from '../support/unhurried.ts';

const day = 86_400;
const flags = { 'deletions-kept': '30d' };

/** Tokens end while time passes. */
const anew = (place: Place): Promise<Client> => place.account.login('admin');

/** `RequestStartTime` of an answer that sees everything so far; then a few seconds pass. */
async function mark(place: Place): Promise<string> {
  place.installation.clock.shift += 5000;
  const { json } = await (await anew(place)).get('skills/read', { _limit: 0 });
  place.installation.clock.shift += 5000;
  return json['RequestStartTime'];
}

/** Something to be forgotten: the id of a row that was deleted. */
async function deleted(place: Place): Promise<number> {
  const client = await anew(place);
  const { id } = await client.create('skills', { syn: 'Gone' });
  await client.delete(`skills/delete/${id}`);
  return id;
}

const purge = (place: Place, keptDays: number): Promise<number> =>
  purgeDeletions(place.installation.app.engine.database, { keptSeconds: keptDays * day });

const pass = (place: Place, days: number): void => void (place.installation.clock.shift += days * day * 1000);

const deletedIds = ({ json }: Answer): number[] => json['Deleted'].map((row: Shown) => row['id']);

onEveryEngine(
  'purged deletions',
  (place) => {
    let other: RunningApp;

    before(async () => {
      const { databaseUrl: database } = place.installation;
      const given = { database, port: '0', 'deletions-kept': '400d', ...unhurried };
      other = await startApp(readConfig({ flags: given, env: {} }), {
        clock: () => Date.now() + place.installation.clock.shift,
        observe: () => {},
      });
    });
    after(() => other.close());

    const fromOther = async (address: string, from: string): Promise<Answer> => {
      const { token } = await anew(place);
      const client = createClient({ address: other.address, account: place.account.name }, token);
      return client.get(address, { _since: from, _fetch_deleted: 1 });
    };

    it('returns all rows with FullResync 1 from a server that keeps deletions longer', async () => {
      const from = await mark(place);
      await deleted(place);
      pass(place, 60);
      const id = await deleted(place);
      assert.ok((await purge(place, 30)) > 0);
      const answer = await fromOther('skills/read', from);
      assert.equal(answer.json['FullResync'], 1);
      assert.deepEqual(idsOf(answer), idsOf(await (await anew(place)).get('skills/read')));
      const { json } = await fromOther('deltaSync/read', from);
      assert.equal(json['Results'].skills.FullResync, 1);
      const since = await mark(place);
      assert.ok(!('FullResync' in (await fromOther('skills/read', since)).json));
      assert.ok(deletedIds(await fromOther('skills/read', from)).includes(id));
    });

    it('does not move the limit back when a server that keeps more purges too', async () => {
      const oldest = await mark(place);
      await deleted(place);
      pass(place, 100);
      const from = await mark(place);
      await deleted(place);
      pass(place, 60);
      assert.ok((await purge(place, 30)) > 0);
      const { account, installation } = place;
      const old = Math.floor((Date.now() + installation.clock.shift) / 1000) - 100 * day;
      await installation.app.engine.database.write(account.id, (tx) =>
        run(tx, `insert into deletions values (${account.id}, 1000, 'skills', 1000, ${old}, '{}')`),
      );
      assert.equal(await purge(place, 90), 1);
      for (const since of [oldest, from])
        assert.equal((await fromOther('skills/read', since)).json['FullResync'], 1);
    });

    it('queries only rows and deletions for a delta read of an unchanged account', async () => {
      const from = await mark(place);
      const delta = {
        method: 'GET',
        path: 'skills/read/',
        query: new URLSearchParams({ _since: from, _fetch_deleted: '1' }).toString(),
      };
      await statementsOf(place.installation, delta);
      const asked = (await statementsOf(place.installation, delta)).map(({ sql }) => sql);
      const tables = asked.flatMap((text) => [...text.matchAll(/ from "?(\w+)/g)].map(([, table]) => table));
      assert.deepEqual(new Set(tables), new Set(['skills', 'deletions']), asked.join('\n'));
    });

    it('returns no FullResync when the purge has removed nothing', async () => {
      await deleted(place);
      pass(place, 50);
      await purge(place, 30);
      const from = await mark(place);
      pass(place, 60);
      assert.equal(await purge(place, 30), 0);
      const id = await deleted(place);
      const answer = await fromOther('skills/read', from);
      assert.ok(!('FullResync' in answer.json));
      assert.deepEqual(deletedIds(answer), [id]);
    });
  },
  { flags },
);
