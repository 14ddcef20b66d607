// Tests the transfer of an account between all engines: rows, secrets, tokens and delta clients.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { createDemo } from '#accounts/create-demo.ts';
import { importAccount } from '#transfer/import-account.ts';
import { createCopy, type SynchronisedCopy } from '../contract/delta/synchronised-copy.ts';
import { histories, take, touched, type Step, type World, type Writer } from '../contract/delta/history.ts';
import { prepareWorld } from '../contract/delta/prepare-world.ts';
import { byHand, run, scratchDirectory } from '../sql/scratch.ts';
import { createClient, fetchToken, type Client, type Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { assertLookedFor } from '../support/expected-work.ts';
import { runs, seed } from '../support/property.ts';
import { password, startInstallation, type Installation } from '../support/installation.ts';
import { addRowToEveryTable } from './every-table.ts';
import { accountTables, exportTo, linesAfterFirst, rowCounts } from './moved.ts';

/** Tables that stay behind when an account moves. */
const stayingBehind = new Set(
  'tokens login_failures mail_requests known_addresses one_time_codes mail_outbox create_keys'.split(' '),
);

for (const engine of storageEngines) {
  for (const other of storageEngines) {
    describe(`transfer of an account from ${engine.name} to ${other.name}`, () => {
      let here: Installation;
      let there: Installation;

      before(async () => {
        here = await startInstallation({ engine });
        there = await startInstallation({ engine: other, account: 'theirs' });
      });
      after(async () => {
        await here?.close();
        await there?.close();
      });

      it('gives the same export file again for the demo with rows in each table', async (t) => {
        const folder = scratchDirectory(t);
        const demo = await createDemo(here.app.engine);
        assert.ok(demo !== null);
        const [, { id }] = (await accounts(here)) as [unknown, { id: number }];
        await addRowToEveryTable(here.app.engine.database, id);
        const counted = await rowCounts(here.app.engine.database, id);
        assert.deepEqual(Object.keys(counted).toSorted(), (await accountTables()).toSorted());
        assert.ok(Object.values(counted).every((rows) => rows > 0));
        const moving = Object.fromEntries(
          Object.entries(counted).filter(([table]) => !stayingBehind.has(table)),
        );
        for (const name of ['demo.jsonl', 'demo.jsonl.gz']) {
          const [first, second, third] = [1, 2, 3].map((turn) => join(folder, `${turn}-${name}`)) as [
            string,
            string,
            string,
          ];
          const { rows } = await exportTo(here.app.engine.database, { accountId: id, file: first });
          assert.ok(rows > 1500);
          await exportTo(here.app.engine.database, { accountId: id, file: second });
          assert.ok(readFileSync(first).equals(readFileSync(second)), 'one state, one file');
          const moved = await importAccount(there.app.engine, { file: first, name: null });
          assert.deepEqual(
            { ...moved, accountId: 0 },
            { accountId: 0, name: 'demo', suspended: false, rows, files: 0, filesLeft: 1 },
          );
          assert.ok(
            Object.values(moving).some((count) => count > 1000),
            'more than one page',
          );
          assert.deepEqual(await rowCounts(there.app.engine.database, moved.accountId), moving);
          await assertLookedFor(there.app.engine, moved.accountId);
          await exportTo(there.app.engine.database, { accountId: moved.accountId, file: third });
          assert.ok(readFileSync(first).equals(readFileSync(third)), 'the same after the move');
          await there.app.engine.database.write(null, (tx) =>
            run(tx, `update accounts set name = 'moved-${moved.accountId}' where id = ${moved.accountId}`),
          );
        }
      });

      it('keeps all rows of random histories under another account name', async (t) => {
        const folder = scratchDirectory(t);
        const { machine, id } = here.account;
        const { world, writers } = await prepareWorld([machine]);
        let turn = 0;
        const property = fc.asyncProperty(histories, async (history) => {
          turn += 1;
          await writeAll(history, { world, writers });
          const [first, second] = [`${folder}/${turn}.jsonl`, `${folder}/${turn}-again.jsonl`];
          await exportTo(here.app.engine.database, { accountId: id, file: first });
          const { accountId } = await importAccount(there.app.engine, { file: first, name: `turn-${turn}` });
          await exportTo(there.app.engine.database, { accountId, file: second });
          assert.equal(linesAfterFirst(second), linesAfterFirst(first));
          const [counted, moved] = [
            await rowCounts(here.app.engine.database, id),
            await rowCounts(there.app.engine.database, accountId),
          ];
          assert.ok((counted['deletions'] ?? 0) > 0 && (counted['former_sights'] ?? 0) > 0);
          assert.ok(Number(counted['tokens']) > 0);
          const staying = new Set(['tokens', 'known_addresses']);
          const rest = Object.entries(counted).filter(([table]) => !staying.has(table));
          assert.deepEqual(moved, Object.fromEntries(rest));
        });
        await fc.assert(property, { ...runs({ test: 1, long: 3, soak: 300 }), endOnFailure: true });
      });

      it('keeps client secrets and passwords and ends all tokens', async (t) => {
        const file = join(scratchDirectory(t), 'acme.jsonl');
        const { clientId, clientSecret, machine, id } = here.account;
        await exportTo(here.app.engine.database, { accountId: id, file });
        assert.equal(statSync(file).mode & 0o777, 0o600);
        await importAccount(there.app.engine, { file, name: 'Moved' });
        const where = { address: there.address, account: 'moved' };
        const client = { client_id: clientId, client_secret: clientSecret };
        const { access_token } = await fetchToken(where, {
          grant_type: 'password',
          ...client,
          username: 'admin',
          password,
        });
        const me = await createClient(where, access_token).get('users/me');
        assert.equal(me.json['Results'][0]['username'], 'admin');
        const old = await createClient(where, machine.token).get('users/read');
        assert.equal(old.status, 401);
      });

      it('writes no secret into the file', async (t) => {
        const file = join(scratchDirectory(t), 'acme.jsonl');
        const { clientSecret, machine, id } = here.account;
        await exportTo(here.app.engine.database, { accountId: id, file });
        const text = readFileSync(file, 'utf8');
        for (const secret of [clientSecret, machine.token, password]) assert.ok(!text.includes(secret));
      });

      it('lets delta clients continue with only the rows written in between', async (t) => {
        const folder = scratchDirectory(t);
        const startsAt = '2026-06-10T12:00:00Z';
        const old = await startInstallation({ engine, startsAt });
        t.after(() => old.close());
        const [history, later] = fc.sample(histories, { seed, numRuns: 2 }) as [Histories, Histories];
        const { world, writers } = await prepareWorld([old.account.machine]);
        const copy = createCopy({ include: touched });
        await writeAll(history, { world, writers });
        old.clock.shift += 5000;
        await copy.synchronise(old.account.machine);
        // What is written after a client's last look and before the move must reach it after the move.
        await old.account.machine.create('messages', { sender_id: 1, message: 'between' });
        old.clock.shift += 5000;

        const file = join(folder, 'acme.jsonl');
        await exportTo(old.app.engine.database, { accountId: old.account.id, file });
        const young = await startInstallation({ engine: other, account: 'first', startsAt });
        t.after(() => young.close());
        young.clock.shift = old.clock.shift + 5000;
        await importAccount(young.app.engine, { file, name: null });
        const machine = await machineOf(young, old);
        const asked = rowsAnswered(machine);
        await copy.synchronise(asked.client);
        assert.equal(asked.rows(), 1, 'no more than what was written meanwhile');
        assert.deepEqual(shown(copy), await served(copy, machine));

        await writeAll(later, { world, writers: writers.map((writer) => ({ ...writer, client: machine })) });
        young.clock.shift += 2000;
        await copy.synchronise(machine);
        assert.deepEqual(shown(copy), await served(copy, machine));
      });
    });
  }
}

type Histories = readonly (readonly Step[])[];

async function accounts({ app }: Installation): Promise<readonly Record<string, unknown>[]> {
  return app.engine.database.read(null, (tx) =>
    tx.all({ sql: byHand('select id, name from accounts order by id'), parameters: [] }),
  );
}

async function writeAll(
  history: Histories,
  { world, writers }: { readonly world: World; readonly writers: readonly Writer[] },
): Promise<void> {
  await Promise.all(
    history.map(async (steps, index) => {
      for (const step of steps) await take(step, world, writers[index] as Writer);
    }),
  );
}

/** The account's program, logged in where the account is now. */
async function machineOf(young: Installation, { account }: Installation): Promise<Client> {
  const where = { address: young.address, account: account.name };
  const client = { client_id: account.clientId, client_secret: account.clientSecret };
  const { access_token } = await fetchToken(where, { grant_type: 'client_credentials', ...client });
  return createClient(where, access_token);
}

/** A client that counts the rows and deletions that it is told. */
function rowsAnswered(client: Client): { readonly client: Client; readonly rows: () => number } {
  let rows = 0;
  const get: Client['get'] = async (path, query, headers) => {
    const answer = await client.get(path, query, headers);
    for (const part of Object.values(answer.json['Results'] as Record<string, Envelope>))
      rows += (part['Results'] as unknown[]).length + ((part['Deleted'] ?? []) as unknown[]).length;
    return answer;
  };
  return { client: { ...client, get }, rows: () => rows };
}

function shown(copy: SynchronisedCopy): Record<string, readonly Envelope[]> {
  return Object.fromEntries([...copy.resources].map(([name, rows]) => [name, sorted([...rows.values()])]));
}

async function served(copy: SynchronisedCopy, client: Client): Promise<Record<string, readonly Envelope[]>> {
  const all: Record<string, readonly Envelope[]> = {};
  for (const name of copy.resources.keys()) {
    const answer = await client.get(`${name}/read`, { _limit: 10_000 });
    all[name] = sorted(answer.json['Results'] as Envelope[]);
  }
  return all;
}

function sorted(rows: readonly Envelope[]): readonly Envelope[] {
  return rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
