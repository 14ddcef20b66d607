// How far deletions were forgotten moves with the account: where it arrives, others may keep theirs longer.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { importAccount } from '#moving/import-account.ts';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { loadAccount } from '#sql/load-account.ts';
import { purgeDeletions } from '#sql/purge-deletions.ts';
import { scratchDirectory } from '../sql/scratch.ts';
import { createClient, fetchToken, type Answer } from '../support/client.ts';
import { storageEngines, type StorageEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { exportTo } from './moved.ts';
import { olderFile } from './older-file.ts';

const day = 86_400;

async function started(t: TestContext, engine: StorageEngine, name: string): Promise<Installation> {
  const place = await startInstallation({ engine, account: name });
  t.after(() => place.close());
  return place;
}

/** The file that the version before this was kept would have written of an account with these statements' rows. */
async function fileBefore(t: TestContext, statements: readonly string[]): Promise<string> {
  const all = await loadMigrations();
  const kept = all.findIndex(({ name }) => name.endsWith('purged-until'));
  return olderFile(t, { migrations: all.slice(0, kept), statements });
}

for (const engine of storageEngines) {
  describe(`an account of which deletions were forgotten (${engine.name})`, () => {
    it('says so where it arrives', async (t) => {
      const [here, there] = [await started(t, engine, 'acme'), await started(t, engine, 'other')];
      const { machine, id, name, clientId, clientSecret } = here.account;
      const skill = await machine.create('skills', { syn: 'Gone' });
      here.clock.shift += 5000;
      const from = (await machine.get('skills/read')).json['RequestStartTime'];
      await machine.delete(`skills/delete/${skill['id']}`);
      for (const { clock } of [here, there]) clock.shift += 60 * day * 1000;
      assert.ok((await purgeDeletions(here.app.engine.database, { keptSeconds: 30 * day })) > 0);
      const file = join(scratchDirectory(t), 'acme.jsonl');
      await exportTo(here.app.engine.database, { accountId: id, file });
      await importAccount(there.app.engine, { file, name: null });
      const where = { address: there.address, account: name };
      const login = {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      };
      const client = createClient(where, (await fetchToken(where, login)).access_token);
      const since = (text: string): Promise<Answer> =>
        client.get('skills/read', { _since: text, _fetch_deleted: 1 });
      assert.equal((await since(from)).json['FullResync'], 1);
      const now = (await client.get('skills/read')).json['RequestStartTime'];
      assert.ok(!('FullResync' in (await since(now)).json));
    });
  });

  describe(`an account out of a file that does not say how far deletions were forgotten (${engine.name})`, () => {
    const known: readonly [
      title: string,
      statements: readonly string[],
      expected: (now: number) => unknown,
    ][] = [
      [
        'is complete from the oldest that is left of it',
        [
          "insert into deletions values (7, 4, 'tasks', 3, 2000, '{}'), (7, 5, 'tasks', 4, 3000, '{}')",
          "insert into former_sights values (7, 2, 3, 1500, '{}')",
          "insert into row_counters values (7, 'deletions', 6), (7, 'former_sights', 3)",
        ],
        () => 1500,
      ],
      [
        'tells of nothing but the last day when nothing is left of what was recorded',
        ["insert into row_counters values (7, 'deletions', 6)"],
        (now) => now - day,
      ],
      ['is complete when nothing was ever recorded', [], () => null],
    ];
    for (const [title, statements, expected] of known)
      it(title, async (t) => {
        const file = await fileBefore(t, statements);
        const place = await started(t, engine, 'acme');
        const { database } = place.app.engine;
        const earliest = expected(Math.floor(Date.now() / 1000));
        const { accountId } = await importAccount(place.app.engine, { file, name: null });
        const latest = expected(Math.floor(Date.now() / 1000));
        const account = await database.read(accountId, (tx) => loadAccount(tx, 'old'));
        const found = account?.purgedUntil;
        if (earliest === null) assert.equal(found, null);
        else assert.ok(Number(found) >= Number(earliest) && Number(found) <= Number(latest), String(found));
      });
  });
}
