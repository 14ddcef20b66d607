// Tests the state that the workers of a service share: metrics, logs, failed logins, ended logins and jobs.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { password } from '../support/installation.ts';
import { describeOnEveryEngine, sqliteEngine } from '../support/engines.ts';
import { hourbook, serve, type ServingProcess } from './executable.ts';
import { sendAlone, type Outcome } from './fresh-connection.ts';
import { acmeSite, createSite, loginMachine } from './site.ts';
import { askToken, bearer, firstJobs, linesOf, metricsOfAll, statusOf, tokensIn, two } from './workers.ts';

/** Makes the log line of a request long, so that a pipe could cut it. */
const long = 'x'.repeat(3000);

describeOnEveryEngine('state that workers share', (engine) => {
  const acme = acmeSite(engine);
  let server: ServingProcess;
  let other: ServingProcess;
  before(async () => {
    server = await serve(acme.database, [...two, '--refresh-grace', '0s']);
    other = await serve(acme.database);
  });

  it('shows the metrics of all workers on a port of their own, and nothing else there', async () => {
    for (const [workers, flags] of [
      [2, ['--workers', '2']],
      [1, []],
    ] as const) {
      const service = await serve(acme.database, [...flags, '--metrics-port', '0']);
      const { metrics } = await service.logged('server_started');
      const text = await (await fetch(String(metrics))).text();
      assert.equal(text.match(/^hourbook_build_info\{/gm)?.length, workers);
      assert.equal((await fetch(String(metrics).replace('/metrics', '/'))).status, 404);
      assert.doesNotMatch(await (await fetch(`${service.address}/metrics`)).text(), /hourbook_build_info/);
      assert.equal((await service.end('SIGTERM')).code, 0);
    }
  });

  it('shows the metrics of all workers in each of them', async () => {
    const { token } = await loginMachine(server.address, acme.credential);
    const url = `${server.address}/acme/v4/users/read`;
    await Promise.all(
      Array.from({ length: 200 }, () => sendAlone(`${url}?_unknown=${long}`, { headers: bearer(token) })),
    );
    for (let turn = 0; turn < 3; turn += 1) {
      const text = await metricsOfAll(server, 2);
      const counts = [1, 2].map((worker) => {
        const sample = `hourbook_requests_total{worker="${worker}",resource="users",action="read",status="200"} `;
        return Number(
          text
            .split('\n')
            .find((line) => line.startsWith(sample))
            ?.slice(sample.length),
        );
      });
      assert.equal((counts[0] ?? 0) + (counts[1] ?? 0), 200);
      assert.ok(
        counts.every((count) => count > 0),
        'connections go to both workers',
      );
    }
  });

  it('counts failed logins and ends a revoked token in all workers', async () => {
    const login = (secret: string, username = 'admin'): Promise<Outcome> =>
      askToken(server, { grant_type: 'password', ...acme.credential, username, password: secret });
    for (let turn = 0; turn < 5; turn += 1)
      assert.deepEqual(statusOf(await login('wrong one')), [400, undefined]);
    for (const secret of ['wrong one', password, password]) {
      const [status, retryAfter] = statusOf(await login(secret));
      assert.equal(status, 400);
      assert.ok(Number(retryAfter) > 0, 'both workers wait');
    }
    const machines = await Promise.all(
      Array.from({ length: 4 }, async () =>
        tokensIn(await askToken(server, { grant_type: 'client_credentials', ...acme.credential })),
      ),
    );
    const statuses = async (): Promise<unknown> =>
      Promise.all(
        machines.flatMap(({ access_token }) =>
          [1, 2].map(
            async () =>
              statusOf(
                await sendAlone(`${server.address}/acme/v4/users/read`, { headers: bearer(access_token) }),
              )[0],
          ),
        ),
      );
    assert.deepEqual(await statuses(), Array<number>(8).fill(200));
    const revoked = await sendAlone(`${server.address}/acme/auth/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ ...acme.credential, token: machines[0]?.access_token ?? '' }),
    });
    assert.equal(statusOf(revoked)[0], 200);
    assert.deepEqual(await statuses(), [401, 401, ...Array<number>(6).fill(200)]);
  });

  it('refuses a reused refresh token and its descendants in every worker', async () => {
    const unblocked = await hourbook(['user', 'unblock', 'acme', 'admin', '--database', acme.database]);
    assert.equal(unblocked.code, 0, unblocked.complaint);
    const first = tokensIn(
      await askToken(server, { grant_type: 'password', ...acme.credential, username: 'admin', password }),
    );
    const refresh = (refresh_token: string): Promise<Outcome> =>
      askToken(server, { grant_type: 'refresh_token', ...acme.credential, refresh_token });
    const second = tokensIn(await refresh(first.refresh_token));
    // The grace is over in the second after the next one.
    const used = Math.floor(Date.now() / 1000);
    while (Date.now() < (used + 2) * 1000) await sleep(20);
    assert.equal(statusOf(await refresh(first.refresh_token))[0], 400);
    for (let turn = 0; turn < 2; turn += 1) {
      assert.equal(statusOf(await refresh(second.refresh_token))[0], 400);
      const asked = await sendAlone(`${server.address}/acme/v4/users/me`, {
        headers: bearer(second.access_token),
      });
      assert.equal(statusOf(asked)[0], 401);
    }
    assert.equal(linesOf(server, 'refresh_token_reused').length, 1);
  });

  it('runs each background job once in two services', async () => {
    const done = (): readonly unknown[] =>
      [server, other].flatMap((one) => linesOf(one, 'background_done').map(({ task }) => task));
    for (let waits = 0; done().length < firstJobs.length; waits += 1) {
      assert.ok(waits < 3000, `only ${done().join()} were done`);
      await sleep(20);
    }
    await Promise.all([server.end('SIGTERM'), other.end('SIGTERM')]);
    assert.deepEqual(done().toSorted(), firstJobs);
  });

  it('logs whole lines when two workers log long lines at the same time', () => {
    const lines = server.output().trim().split('\n');
    for (const line of lines) assert.ok(JSON.parse(line), line);
    assert.equal(lines.filter((line) => line.includes(long)).length, 200);
  });
});

describe('several workers with --demo', () => {
  it('create the demo account once', async () => {
    const fresh = await createSite(sqliteEngine);
    after(() => fresh.remove());
    const server = await serve(fresh.database, [...two, '--demo']);
    await server.logged('demo_created');
    const created = linesOf(server, 'demo_created');
    assert.deepEqual(
      created.map(({ address }) => address),
      [`${server.address}/demo`],
    );
    assert.deepEqual(linesOf(server, 'demo_kept'), []);
    await server.end('SIGTERM');
  });
});
