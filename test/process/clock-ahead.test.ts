// A real server whose clock is 400 days ahead writes; one with the right clock books right, and `clock heal` ends the rest.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { send } from '../support/client.ts';
import { rowOf } from '../support/expectations.ts';
import { storageEngines } from '../support/engines.ts';
import { hourbook, serve, type ServingProcess } from './executable.ts';
import { createAcme, createSite, loginMachine, type Credential, type Site } from './site.ts';

const [library] = globSync('/usr/lib/{*/,}faketime/libfaketimeMT.so.1');
const missing = 'libfaketime is missing; install the package faketime';
const ahead = { LD_PRELOAD: library ?? '', FAKETIME: '+400d', FAKETIME_DONT_FAKE_MONOTONIC: '1' };

for (const engine of storageEngines) {
  describe(`a server 400 days ahead (${engine.name})`, { skip: library === undefined && missing }, () => {
    let site: Site;
    let credential: Credential;
    let server: ServingProcess;
    before(async () => {
      site = await createSite(engine);
      credential = await createAcme(site);
      server = await serve(site.database, [], ahead);
      await (await loginMachine(server.address, credential)).create('skills', { syn: 'Ahead' });
      await server.end('SIGTERM');
      server = await serve(site.database);
    });
    after(() => site?.remove());

    const warning = async (): Promise<unknown> =>
      (await send(`${server.address}/health/ready`, { method: 'GET' })).json['warning'];

    it('is followed by bookings of the present and a warning', async () => {
      const machine = await loginMachine(server.address, credential);
      const sentAt = Date.now();
      const asked = { user_id: 1, task_id: 4, timezone: 'UTC' };
      const started = rowOf(await machine.post('timeTrackings/start', asked));
      assert.ok(Math.abs(Date.parse(`${started['start_time']}Z`) - sentAt) < 60_000, JSON.stringify(started));
      const { seconds } = await server.logged('clock_behind');
      assert.ok((seconds as number) > 399 * 86_400);
      assert.match(String(await warning()), /^The clock is \d+ seconds behind/);
    });

    it('leaves nothing behind after clock heal', async () => {
      await server.end('SIGTERM');
      const { code, complaint, json } = await hourbook([
        'clock',
        'heal',
        '--json',
        '--database',
        site.database,
      ]);
      assert.equal(code, 0, complaint);
      const [healed] = (json as { accounts: { moved: number }[] }).accounts;
      assert.ok((healed?.moved ?? 0) > 0);
      server = await serve(site.database);
      await (await loginMachine(server.address, credential)).create('skills', { syn: 'Later' });
      assert.equal(await warning(), undefined);
    });
  });
}
