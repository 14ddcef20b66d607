// Tests imports against the job that clears interrupted imports.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { jobKinds } from '#accounts/background-tasks.ts';
import { runDueJobs } from '#accounts/run-due-jobs.ts';
import { importAccount } from '#transfer/import-account.ts';
import { claimSeconds } from '#sql/background-jobs.ts';
import { scratchDirectory } from '../sql/scratch.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation } from '../support/installation.ts';
import { exportTo, rowCounts } from './moved.ts';
import { resealed } from './resealed.ts';

for (const engine of storageEngines) {
  describe(`a finished import (${engine.name})`, () => {
    it('has no clearing job and keeps its rows', async (t) => {
      const place = await startInstallation({ engine });
      t.after(() => place.close());
      const { engine: parts } = place.app;
      const file = join(scratchDirectory(t), 'acme.jsonl');
      await exportTo(parts.database, { accountId: place.account.id, file });
      const { accountId } = await importAccount(parts, { file, name: 'second' });
      const moved = await rowCounts(parts.database, accountId);
      const promised = await parts.database.read(null, (tx) =>
        tx.all({ sql: "select * from background_jobs where name = 'clear_account'", parameters: [] }),
      );
      assert.deepEqual(promised, []);
      place.clock.shift += 10 * claimSeconds * 1000;
      await runDueJobs(parts, { kinds: jobKinds(parts), stop: new AbortController().signal });
      const left = await rowCounts(parts.database, accountId);
      assert.deepEqual(left, moved);
    });
  });

  describe(`an import past its claim (${engine.name})`, () => {
    it('fails and leaves no row when a server clears it', async (t) => {
      const place = await startInstallation({ engine });
      t.after(() => place.close());
      const { engine: parts } = place.app;
      const file = join(scratchDirectory(t), 'acme.jsonl');
      await place.account.machine.create('messages', { sender_id: 1, message: 'many' });
      await exportTo(parts.database, { accountId: place.account.id, file });
      let next = 1_000_000;
      const many = (table: string, row: readonly unknown[]): readonly (readonly unknown[])[] =>
        table === 'messages'
          ? Array.from({ length: 30_000 }, () => [(next += 1), ...row.slice(1)])
          : [table === 'row_counters' && row[0] === 'messages' ? ['messages', 2_000_000] : row];
      writeFileSync(file, resealed(readFileSync(file, 'utf8'), many));
      const kept = await rowCounts(parts.database, place.account.id);
      const id = place.account.id + 1;

      let isOver = false;
      const importing = importAccount(parts, { file, name: 'slow' }).finally(() => (isOver = true));
      const refused = assert.rejects(importing, /Another process has taken over clear_account/);
      while (((await rowCounts(parts.database, id))['messages'] ?? 0) === 0) assert.equal(isOver, false);
      place.clock.shift += (claimSeconds + 1) * 1000;
      const kinds = jobKinds(parts).filter(({ name }) => name === 'clear_account');
      await runDueJobs(parts, { kinds, stop: new AbortController().signal });
      await refused;
      assert.deepEqual(await rowCounts(parts.database, id), {});
      assert.deepEqual(await rowCounts(parts.database, place.account.id), kept);
      const { accountId } = await importAccount(parts, { file, name: 'slow' });
      assert.equal((await rowCounts(parts.database, accountId))['messages'], 30_000);
    });
  });
}
