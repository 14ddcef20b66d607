// Tests that the purge date of deletions is transferred with an account.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { importAccount } from '#transfer/import-account.ts';
import { purgeDeletions } from '#sql/purge-deletions.ts';
import { scratchDirectory } from '../sql/scratch.ts';
import { createClient, fetchToken, type Answer } from '../support/client.ts';
import { storageEngines, type StorageEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { exportTo } from './moved.ts';

const day = 86_400;

async function started(t: TestContext, engine: StorageEngine, name: string): Promise<Installation> {
  const place = await startInstallation({ engine, account: name });
  t.after(() => place.close());
  return place;
}

for (const engine of storageEngines) {
  describe(`transfer of an account with purged deletions (${engine.name})`, () => {
    it('keeps the purge date: an older delta gets FullResync', async (t) => {
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
}
