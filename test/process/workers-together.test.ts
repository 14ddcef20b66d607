// What one worker of a service knows, all know: metrics, logs, failed logins, ended logins, jobs.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { password } from '../support/installation.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { hourbook, serve } from './executable.ts';
import { sendAlone, type Outcome } from './fresh-connection.ts';
import { acmeSite, createAcme, createSite, loginMachine } from './site.ts';
import { askToken, bearer, linesOf, logged, metricsOfAll, statusOf, tokensIn, two } from './workers.ts';

describeOnEveryEngine('the workers of a service', (engine) => {
  const acme = acmeSite(engine);

  it('shows the metrics of all workers, whichever is asked, and logs whole lines', async () => {
    const server = await serve(acme.database, two);
    const { token } = await loginMachine(server.address, acme.credential);
    const url = `${server.address}/acme/v4/users/read`;
    // Long lines from both, at the same time.
    const long = 'x'.repeat(3000);
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
      // Whoever is free has the next connection: on a crowded machine that may be the same one many times.
      assert.ok(
        counts.every((count) => count > 0),
        'connections go to both workers',
      );
    }
    await server.end('SIGTERM');
    const lines = server.output().trim().split('\n');
    for (const line of lines) assert.ok(JSON.parse(line), line);
    assert.equal(lines.filter((line) => line.includes(long)).length, 200);
  });

  it('counts failed logins together, and forgets logins in all workers at once', async () => {
    const server = await serve(acme.database, two);
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
    await server.end('SIGTERM');
  });

  it('notices a used refresh token whichever worker is shown it, and ends what descends from it everywhere', async () => {
    const server = await serve(acme.database, [...two, '--refresh-grace', '0s']);
    const unblocked = await hourbook(['user', 'unblock', 'acme', 'admin', '--database', acme.database]);
    assert.equal(unblocked.code, 0, unblocked.complaint);
    const first = tokensIn(
      await askToken(server, { grant_type: 'password', ...acme.credential, username: 'admin', password }),
    );
    const refresh = (refresh_token: string): Promise<Outcome> =>
      askToken(server, { grant_type: 'refresh_token', ...acme.credential, refresh_token });
    const second = tokensIn(await refresh(first.refresh_token));
    // The grace is over in the next second.
    await sleep(2100 - (Date.now() % 1000));
    assert.equal(statusOf(await refresh(first.refresh_token))[0], 400);
    for (let turn = 0; turn < 2; turn += 1) {
      assert.equal(statusOf(await refresh(second.refresh_token))[0], 400);
      const asked = await sendAlone(`${server.address}/acme/v4/users/me`, {
        headers: bearer(second.access_token),
      });
      assert.equal(statusOf(asked)[0], 401);
    }
    assert.equal(linesOf(server, 'refresh_token_reused').length, 1);
    await server.end('SIGTERM');
  });

  it('does each job once', async () => {
    const fresh = await createSite(engine);
    await createAcme(fresh);
    const server = await serve(fresh.database, ['--workers', '3']);
    const other = await serve(fresh.database, two);
    await logged(server, 'background_done', 3);
    await other.end('SIGTERM');
    await server.end('SIGTERM');
    const done = [...linesOf(server, 'background_done'), ...linesOf(other, 'background_done')];
    assert.deepEqual(done.map(({ task }) => task).toSorted(), [
      'extend_calendars',
      'extend_day_accounts',
      'purge_deletions',
      'purge_logins',
    ]);
    await fresh.remove();
  });

  it('makes the demo account once', async () => {
    const fresh = await createSite(engine);
    const server = await serve(fresh.database, [...two, '--demo']);
    assert.equal(server.output().match(/The demo account is ready/g)?.length, 1);
    assert.match(server.output(), new RegExp(`address +${server.address}/demo`));
    await server.end('SIGTERM');
    await fresh.remove();
  });
});
