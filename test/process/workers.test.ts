// Tests a service of several processes on one port: a worker that ends loses only its requests in flight.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeOnEveryEngine, sqliteEngine } from '../support/engines.ts';
import { countOf } from '../support/property.ts';
import { hourbook, serve, type LogLine, type ServingProcess } from './executable.ts';
import { sendAlone, type Outcome } from './fresh-connection.ts';
import { acmeSite, createAcme, createSite, loginMachine, type Credential, type Site } from './site.ts';
import {
  countdown,
  create,
  isAlive,
  linesOf,
  logged,
  messagesLike,
  metricsOfAll,
  two,
  workersOf,
} from './workers.ts';

describeOnEveryEngine('requests to a service of two workers', (engine) => {
  const acme = acmeSite(engine);
  let server: ServingProcess;
  before(async () => {
    server = await serve(acme.database, two);
  });

  it('loses only requests in flight when a worker is killed and starts another', async () => {
    const { token } = await loginMachine(server.address, acme.credential);
    const clients = 16;
    const killed = countOf({ test: 2, long: 2, soak: 100 });
    const acknowledged: string[] = [];
    const lost: string[] = [];
    const ended = new AbortController();
    const enough = countdown(60);
    const writers = all({ length: clients }, async (_, writer) => {
      for (let turn = 0; !ended.signal.aborted; turn += 1) {
        const message = `killed ${writer} ${turn}`;
        const outcome = await create(server, { token, message });
        if ('lost' in outcome) lost.push(message);
        else {
          assert.equal(outcome.status, 200, outcome.text);
          acknowledged.push(message);
          enough.count();
        }
      }
    });
    for (let kills = 1; kills <= killed; kills += 1) {
      await Promise.race([enough.reached(), writers]);
      const victim = workersOf(server)[kills % 2] as LogLine;
      process.kill(victim['pid'] as number, 'SIGKILL');
      await logged(server, 'worker_started', 2 + kills);
      enough.again();
    }
    await Promise.race([enough.reached(), writers]);
    ended.abort();
    await writers;
    assert.ok(lost.length <= killed * clients, `${lost.length} lost`);
    const found = await messagesLike(server, { token, like: 'killed' });
    assert.equal(new Set(found).size, found.length, 'nothing was done twice');
    assert.deepEqual(
      acknowledged.filter((message) => !found.includes(message)),
      [],
    );
    const unknown = new Set([...acknowledged, ...lost]);
    assert.deepEqual(
      found.filter((message) => !unknown.has(message)),
      [],
    );
    const deaths = linesOf(server, 'worker_ended');
    assert.deepEqual(
      deaths.map(({ signal, wanted, level }) => [signal, wanted, level]),
      Array.from({ length: killed }, () => ['SIGKILL', false, 'error']),
    );
  });

  it('loses no request when a worker gets SIGTERM and starts another', async () => {
    const { token } = await loginMachine(server.address, acme.credential);
    const halt = new AbortController();
    const enough = countdown(30);
    const started = linesOf(server, 'worker_started').length;
    const ended = linesOf(server, 'worker_ended').length;
    const writers = all({ length: 8 }, async (_, writer) => {
      for (let turn = 0; !halt.signal.aborted; turn += 1) {
        const outcome = await create(server, { token, message: `told ${writer} ${turn}` });
        assert.ok('status' in outcome && outcome.status === 200, JSON.stringify(outcome));
        enough.count();
      }
    });
    for (const index of [0, 1]) {
      await Promise.race([enough.reached(), writers]);
      const { pid } = workersOf(server)[index] as LogLine;
      process.kill(pid as number, 'SIGTERM');
      await logged(server, 'worker_started', started + 1 + index);
      enough.again();
    }
    await Promise.race([enough.reached(), writers]);
    halt.abort();
    await writers;
    assert.deepEqual(
      linesOf(server, 'worker_ended')
        .slice(ended)
        .map(({ code, wanted, level }) => [code, wanted, level]),
      [
        [0, true, 'info'],
        [0, true, 'info'],
      ],
    );
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
  });
});

describe('the processes of a service of two workers', () => {
  let site: Site;
  let credential: Credential;
  let server: ServingProcess;
  before(async () => {
    site = await createSite(sqliteEngine);
    credential = await createAcme(site);
    const timeouts = ['--headers-timeout', '1s', '--keep-alive-timeout', '1s'];
    server = await serve(site.database, [...two, ...timeouts]);
  });
  after(() => site.remove());

  it('log the start once after all workers, and each of them answers', async () => {
    assert.deepEqual(
      linesOf(server)
        .map(({ event }) => event)
        .filter((event) => event.startsWith('worker') || event.startsWith('server')),
      ['worker_started', 'worker_started', 'server_started'],
    );
    for (const path of ['/health/ready', '/health/live', '/health/ready', '/health/live']) {
      const outcome = await sendAlone(`${server.address}${path}`);
      assert.ok('status' in outcome && outcome.status === 200, path);
    }
  });

  it('answer 408 to a slow client', async () => {
    const { hostname, port } = new URL(server.address);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    await once(socket, 'close');
    assert.match(answer, /^HTTP\/1\.1 408 /);
  });

  it('end all on SIGTERM, and the last line is that of the service', async () => {
    const pids = workersOf(server).map(({ pid }) => pid as number);
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
    assert.deepEqual(pids.filter(isAlive), []);
    assert.deepEqual(
      linesOf(server)
        .map(({ event }) => event)
        .slice(-4),
      ['server_stopping', 'worker_ended', 'worker_ended', 'server_stopped'],
    );
  });

  it('write all in the first on SQLite, and in another when that is killed', async () => {
    const service = await serve(site.database, two);
    const { token } = await loginMachine(service.address, credential);
    const outcomes: Outcome[] = [];
    for (let kills = 0; !outcomes.some((outcome) => 'lost' in outcome); kills += 1) {
      assert.ok(kills < 5, 'a write never reached the first worker by way of the second');
      const pid = workersOf(service)[0]?.['pid'] as number;
      process.kill(pid, 'SIGSTOP');
      // One connection is given to each of the two. In its first moment the second writes itself.
      const sent = [1, 2].map((turn) => create(service, { token, message: `stopped ${kills} ${turn}` }));
      await sleep(500);
      process.kill(pid, 'SIGKILL');
      outcomes.push(...(await Promise.all(sent)));
      await logged(service, 'worker_started', 3 + kills);
      await sleep(500 * kills);
    }
    const { length } = outcomes.filter((outcome) => 'lost' in outcome);
    assert.equal(length, 1);
    assert.ok(outcomes.every((outcome) => 'lost' in outcome || outcome.status === 200));
    assert.equal((await messagesLike(service, { token, like: 'stopped' })).length, outcomes.length - 1);
    const { text } = (await create(service, { token, message: 'again' })) as { text: string };
    assert.match(text, /"Success":true/);
    assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
  });

  it('write in the second on SQLite while the first hangs for more than ten seconds', async () => {
    const service = await serve(site.database, two);
    const { token } = await loginMachine(service.address, credential);
    const pid = workersOf(service)[0]?.['pid'] as number;
    const outcomes: Promise<Outcome>[] = [];
    for (;;) {
      assert.ok(outcomes.length < 10, 'a write never reached the first worker by way of the second');
      process.kill(pid, 'SIGSTOP');
      // One connection is given to each of the two. In its first moment the second writes itself.
      const sent = [1, 2].map((turn) => create(service, { token, message: `hanging ${turn}` }));
      outcomes.push(...sent);
      if ('lost' in (await Promise.race(sent))) break;
      process.kill(pid, 'SIGCONT');
      await Promise.all(sent);
    }
    const next = await create(service, { token, message: 'hanging again' });
    assert.ok('status' in next && next.status === 200, JSON.stringify(next));
    process.kill(pid, 'SIGKILL');
    const statuses = (await Promise.all(outcomes)).flatMap((one) => ('lost' in one ? [] : [one.status]));
    assert.deepEqual(
      statuses,
      outcomes.slice(1).map(() => 200),
    );
    assert.equal((await messagesLike(service, { token, like: 'hanging' })).length, outcomes.length);
    await logged(service, 'worker_started', 3);
    assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
  });

  it('serve on SQLite where no temporary file can be made', async () => {
    const service = await serve(site.database, two, { TMPDIR: '/does/not/exist' });
    const { token } = await loginMachine(service.address, credential);
    for (const turn of [1, 2, 3, 4]) {
      const outcome = await create(service, { token, message: `without a folder ${turn}` });
      assert.ok('status' in outcome && outcome.status === 200, JSON.stringify(outcome));
    }
    await logged(service, 'writes_not_shared', 1);
    assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
  });

  it('omit one that hangs from the metrics and kill it at shutdown', async () => {
    const service = await serve(site.database, [...two, '--shutdown-grace', '0s']);
    const [stuck, sound] = workersOf(service) as [LogLine, LogLine];
    process.kill(stuck['pid'] as number, 'SIGSTOP');
    // One connection may be given to the worker that does not take it; the next goes to the other.
    const never = sendAlone(`${service.address}/health/live`).catch((error: unknown) => error);
    const again = sendAlone(`${service.address}/health/live`).catch((error: unknown) => error);
    await Promise.race([never, again]);
    const told = await metricsOfAll(service, 1);
    assert.match(told, new RegExp(`^hourbook_build_info\\{worker="${sound['worker']}"`, 'm'));
    assert.doesNotMatch(told, new RegExp(`worker="${stuck['worker']}"`));
    assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
    assert.deepEqual(
      linesOf(service, 'worker_ended').map(({ pid, signal }) => [pid, signal]),
      [
        [sound['pid'], null],
        [stuck['pid'], 'SIGKILL'],
      ],
    );
    assert.deepEqual([stuck, sound].map(({ pid }) => pid as number).filter(isAlive), []);
    await Promise.all([never, again]);
  });

  it('end with the process that supervises them', async () => {
    const service = await serve(site.database, two);
    const pids = workersOf(service).map(({ pid }) => pid as number);
    assert.deepEqual(pids.map(isAlive), [true, true]);
    await service.end('SIGKILL');
    for (let waits = 0; waits < 6000 && pids.some(isAlive); waits += 1) await sleep(10);
    assert.deepEqual(pids.filter(isAlive), []);
  });
});

describe('a service that cannot start', () => {
  let site: Site;
  before(async () => {
    site = await createSite(sqliteEngine);
  });
  after(() => site.remove());

  it('ends with the same line as one process when the database cannot be opened', async () => {
    const words = ['serve', '--port', '0', '--database', `sqlite:${site.folder}`];
    const [alone, together] = [await hourbook(words), await hourbook([...words, ...two])];
    assert.match(alone.complaint, /^hourbook: Cannot open the database .*\n$/);
    assert.deepEqual([together.code, together.complaint], [1, alone.complaint]);
  });

  it('ends with 1 when the port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const database = `sqlite:${join(site.folder, 'taken.db')}`;
    const ended = await hourbook(['serve', '--port', String(port), '--database', database, ...two]);
    assert.equal(ended.code, 1);
    assert.match(ended.complaint, /^hourbook: listen EADDRINUSE/);
    taken.close();
  });
});

/** Runs so many at once. The first failure reaches a test that waits for something else meanwhile. */
function all(
  { length }: { readonly length: number },
  work: (_: unknown, index: number) => Promise<void>,
): Promise<unknown> {
  const everything = Promise.all(Array.from({ length }, work));
  everything.catch(() => {});
  return everything;
}
