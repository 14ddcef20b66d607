// Tests `account export` and `account import` with the real executable, beside a server and with a killed import.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimSeconds } from '#sql/background-jobs.ts';
import { openDatabase } from '#sql/open-database.ts';
import { rowCounts } from '../transfer/moved.ts';
import { resealed } from '../transfer/resealed.ts';
import { createClient, fetchToken } from '../support/client.ts';
import { password, startInstallation } from '../support/installation.ts';
import type { StorageEngine } from '../support/engines.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { hourbook, serve, startCommand, type ServingProcess } from './executable.ts';
import { createAcme, createSite, loginMachine, type Credential, type Site } from './site.ts';

describeOnEveryEngine('account export and import', (engine) => {
  let site: Site;
  let credential: Credential;
  let server: ServingProcess;

  before(async () => {
    site = await createSite(engine);
    credential = await createAcme(site);
    server = await serve(site.database);
  });
  after(() => site.remove());

  const fileNamed = (name: string): string => join(site.folder, name);
  const exportTo = (file: string, account = 'acme') =>
    hourbook(['account', 'export', account, '--to', file, '--json', '--database', site.database]);
  const importFrom = (file: string, ...more: readonly string[]) =>
    hourbook(['account', 'import', file, '--json', '--database', site.database, ...more]);

  it('export writes one consistent state while clients write', async () => {
    const client = await loginMachine(server.address, credential);
    const ended = new AbortController();
    const enough = Promise.withResolvers<void>();
    let written = 0;
    const writers = Array.from({ length: 8 }, async () => {
      while (!ended.signal.aborted) {
        await client.create('messages', { sender_id: 1, message: 'during the export' });
        written += 1;
        if (written === 30) enough.resolve();
      }
    });
    await enough.promise;
    const acknowledged = written;
    const { code, complaint } = await exportTo(fileNamed('busy.jsonl'));
    ended.abort();
    await Promise.all(writers);
    assert.equal(code, 0, complaint);
    const lines = readFileSync(fileNamed('busy.jsonl'), 'utf8').split('\n');
    const messages = rowsOf(lines, 'messages').length;
    // The counter stands at the beginning of the file, the rows near its end.
    const counter = rowsOf(lines, 'row_counters').find(([sequence]) => sequence === 'messages');
    assert.equal(counter?.[1], messages + 1);
    assert.ok(messages >= acknowledged && messages < written, `${messages} of ${written}`);
  });

  it('export reports rows and checksum and refuses to overwrite a file', async () => {
    const file = fileNamed('once.jsonl.gz');
    const { json } = await exportTo(file);
    const { rows, sha256, ...rest } = json as { rows: number; sha256: string };
    assert.deepEqual(rest, { file, account: 'acme', waiting_mails: 0, files: 0 });
    assert.ok(rows > 100);
    assert.match(sha256, /^[0-9a-f]{64}$/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const again = await exportTo(file);
    assert.deepEqual(
      [again.code, again.complaint],
      [1, `hourbook: ${file} exists already; an export never overwrites one.\n`],
    );
    const nobody = await exportTo(fileNamed('nobody'), 'nobody');
    assert.match(nobody.complaint, /there is no account "nobody"; see hourbook account list/);
    assert.ok(!existsSync(fileNamed('nobody')));
  });

  it('export refuses a missing folder and names it', async () => {
    const folder = fileNamed('nowhere');
    const file = join(folder, 'deep', 'acme.jsonl');
    const refused = await exportTo(file);
    assert.equal(refused.code, 1);
    assert.equal(
      refused.complaint,
      `hourbook: ${file} cannot be written: there is no folder ${dirname(file)}; make it first.\n`,
    );
    assert.equal(existsSync(folder), false);
  });

  it('import refuses a folder', async () => {
    const folder = dirname(fileNamed('any'));
    const refused = await hourbook(['account', 'import', folder, '--database', site.database]);
    assert.equal(refused.code, 1);
    assert.equal(
      refused.complaint,
      `hourbook: ${folder} is a folder, and should be a file that account export wrote.\n`,
    );
  });

  it('import adds an account that the running server serves at once', async () => {
    const file = fileNamed('serving.jsonl');
    await exportTo(file);
    const client = await loginMachine(server.address, credential);
    const ended = new AbortController();
    let written = 0;
    const writer = (async () => {
      for (; !ended.signal.aborted; written += 1)
        await client.create('messages', { sender_id: 1, message: 'during the import' });
    })();
    const imported = await importFrom(file, '--as', 'second');
    ended.abort();
    await writer;
    assert.equal(imported.code, 0, imported.complaint);
    assert.ok(written > 0);
    assert.deepEqual(
      { ...(imported.json as object), account_id: 0, rows: 0 },
      { account: 'second', account_id: 0, suspended: false, rows: 0, files: 0, files_left: 0 },
    );
    const token = await fetchToken(
      { address: server.address, account: 'second' },
      { grant_type: 'password', ...credential, username: 'admin', password },
    );
    const second = createClient({ address: server.address, account: 'second' }, token.access_token);
    assert.equal((await second.get('users/me')).status, 200);
    const refused = await importFrom(file, '--as', 'second');
    assert.deepEqual(
      [refused.code, refused.complaint],
      [1, 'hourbook: There is an account "second" already.\n'],
    );
  });

  it('import keeps an account suspended and names account resume', async () => {
    const done = async (words: string): Promise<void> => {
      const { code, complaint } = await hourbook([...words.split(' '), '--database', site.database]);
      assert.equal(code, 0, complaint);
    };
    await done('account suspend second');
    await exportTo(fileNamed('suspended.jsonl'), 'second');
    const words = [
      'account',
      'import',
      fileNamed('suspended.jsonl'),
      '--as',
      'third',
      '--database',
      site.database,
    ];
    assert.match((await hourbook(words)).output, /It is suspended, as it was: hourbook account resume third/);
    await done('account resume third');
  });

  it('a killed import leaves no account, and a server removes its rows later', async () => {
    const file = fileNamed('large.jsonl');
    await exportTo(fileNamed('small.jsonl'));
    let next = 1_000_000;
    const many = (table: string, row: readonly unknown[]): readonly (readonly unknown[])[] => {
      // The counter is beyond every id, or the import is refused.
      if (table === 'row_counters' && row[0] === 'messages') return [['messages', 100_000_000]];
      if (table !== 'messages') return [row];
      return [row, ...Array.from({ length: 500 }, () => [(next += 1), ...row.slice(1)])];
    };
    writeFileSync(file, resealed(readFileSync(fileNamed('small.jsonl'), 'utf8'), many));
    const database = await openDatabase({ url: site.database, clock: Date.now, observe: () => {} });
    try {
      const [counter] = await database.read(null, (tx) =>
        tx.all({
          sql: "select next_id from installation_counters where sequence = 'accounts'",
          parameters: [],
        }),
      );
      const id = Number(counter?.['next_id']);
      const importing = startCommand([
        'account',
        'import',
        file,
        '--as',
        'killed',
        '--database',
        site.database,
      ]);
      while (((await rowCounts(database, id))['messages'] ?? 0) === 0) {
        assert.equal(importing.ended(), null, 'the import has ended before it was killed');
        await sleep(5);
      }
      assert.deepEqual(await importing.kill(), { code: null, signal: 'SIGKILL' });
      const left = await rowCounts(database, id);
      assert.ok((left['messages'] ?? 0) > 0 && left['users'] === 1, 'it was killed in the middle');

      const listed = await hourbook(['account', 'list', '--json', '--database', site.database]);
      assert.ok(!(listed.json as { account: string }[]).some(({ account }) => account === 'killed'));
      const client = await loginMachine(server.address, credential);
      await client.create('messages', { sender_id: 1, message: 'the others do not notice' });
      const again = await importFrom(fileNamed('small.jsonl'), '--as', 'killed');
      assert.equal(again.code, 0, 'its name is free');

      const kept = await rowCounts(database, 1);
      await clearLater(
        { ...engine, create: async () => ({ url: site.database, remove: async () => {} }) },
        async () => Object.keys(await rowCounts(database, id)).length === 0,
      );
      assert.deepEqual(await rowCounts(database, id), {});
      const { account_id } = again.json as { account_id: number };
      assert.ok(Object.keys(await rowCounts(database, account_id)).length > 15);
      assert.deepEqual(await rowCounts(database, 1), kept);
    } finally {
      await database.close();
    }
  });
});

function rowsOf(lines: readonly string[], table: string): readonly (readonly unknown[])[] {
  const start = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`)) + 1;
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('['));
  return lines.slice(start, end).map((line) => JSON.parse(line) as readonly unknown[]);
}

/** What a server does by itself once the claim of the killed import has ended. */
async function clearLater(engine: StorageEngine, isClear: () => Promise<boolean>): Promise<void> {
  const place = await startInstallation({
    engine,
    account: 'later',
    startsAt: new Date(Date.now() + (claimSeconds + 5) * 1000).toISOString(),
  });
  try {
    for (let waits = 0; waits < 3000 && !(await isClear()); waits += 1) await sleep(20);
  } finally {
    await place.close();
  }
}
