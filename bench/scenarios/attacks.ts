// How long the reads of one account take while another client tries to hold the service up. The reads
// come twenty a second, one after another as they are due, so that some of them meet each block of the event loop.
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { foundAccount } from '../data/found-account.ts';
import { percentile } from '../measure/statistics.ts';
import { note } from '../note.ts';
import type { Measurement, Scenario } from '../scenario.ts';
import { attackNames, type AttackTarget } from '../servers/attack-names.ts';
import type { Service } from '../servers/service.ts';

const readsEach = 50;
const victim = 'victim';

/** The attacks, and the highest 99th percentile of them. */
export const attacks: Scenario = {
  name: 'attacks',
  run: async ({ options, fixture }) => {
    const file = fixture.fileOf('main');
    const { credentials } = await foundAccount(options.command, { file, account: victim });
    const service = await fixture.start('main');
    const other = await startReads(service, credentials);
    const found: { name: string; high: number }[] = [];
    try {
      await reads(other, options.seconds);
      for (const name of ['none', ...attackNames]) {
        const { origin, headers } = service;
        const target: AttackTarget = {
          name,
          origin,
          headers,
          path: service.path(''),
          people: fixture.people,
        };
        // A thread of its own: what the attacker does must not hold up the clock of the reads.
        const attacker = new Worker(new URL('../servers/attacker.ts', import.meta.url), {
          workerData: target,
        });
        const latencies = await reads(other, Math.max(5, options.seconds));
        await attacker.terminate();
        found.push({ name, high: percentile(latencies, 0.99) });
        note(`${name}: p99 ${percentile(latencies, 0.99).toFixed(1)} ms of ${latencies.length} reads`);
        await delay(1_000);
      }
    } finally {
      await service.stop();
    }
    const detail = found.map(({ name, high }) => `${name} ${high.toFixed(0)}`).join(', ');
    const value = Math.max(...found.map(({ high }) => high));
    const measurement: Measurement = { target: 'attacks', value, detail };
    return [measurement];
  },
};

type Reading = () => Promise<void>;

async function startReads(
  service: Service,
  credentials: { readonly clientId: string; readonly clientSecret: string },
): Promise<Reading> {
  const form = {
    grant_type: 'client_credentials',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  };
  const login = await fetch(`${service.origin}/${victim}/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  return async () => {
    const answer = await fetch(`${service.origin}/${victim}/v4/users/read`, { headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the other account was answered ${answer.status}`);
  };
}

/** Milliseconds that each read took from when it was due; one that is refused ends the scenario. */
async function reads(read: Reading, seconds: number): Promise<readonly number[]> {
  const began = performance.now();
  const due = Array.from(
    { length: Math.round((seconds * 1000) / readsEach) },
    (_, index) => index * readsEach,
  );
  return Promise.all(
    due.map(async (moment) => {
      await delay(Math.max(0, began + moment - performance.now()));
      const start = performance.now();
      await read();
      return performance.now() - start;
    }),
  );
}
