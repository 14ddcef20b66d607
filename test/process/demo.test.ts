// Tests `hourbook serve --demo`: a shell accepts the printed lines, and the credential is printed once.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { createClient, fetchToken, type Envelope } from '../support/client.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { hourbook, serve, textOfStart, type ServingProcess } from './executable.ts';
import { createSite, type Credential, type Site } from './site.ts';

const run = promisify(execFile);

describeOnEveryEngine('hourbook serve --demo', (engine) => {
  let site: Site;
  let server: ServingProcess;
  let told: ToldDemo;

  before(async () => {
    site = await createSite(engine);
    server = await serve(site.database, ['--demo']);
    told = (await server.logged('demo_created')) as unknown as ToldDemo;
  });

  after(() => site.remove());

  const labelled = (label: 'console' | 'address' | 'client_id' | 'client_secret'): string => told[label];
  const pasted = (): string => told.try.join('\n');
  const shell = (script: string): Promise<{ stdout: string; stderr: string }> => run('bash', ['-c', script]);

  it('prints the logins when the account has all its bookings, not before', () => {
    const events = eventsOf(server);
    const [begun, filled, printed] = ['demo_filling', 'background_done of demo', 'demo_created'].map(
      (event) => events.indexOf(event),
    ) as [number, number, number];
    assert.ok(events.indexOf('server_started') < begun && begun < filled && filled < printed, String(events));
    assert.equal(told.filled, true);
  });

  it('prints its address', () => {
    assert.equal(labelled('address'), `${server.address}/demo`);
  });

  it('prints an address that a browser opens', async () => {
    assert.equal(labelled('console'), `${server.address}/@demo/`);
    const page = await fetch(labelled('console'));
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  });

  it('prints three shell lines that read and create rows', async () => {
    assert.equal(pasted().trim().split('\n').length, 3);
    const { stdout, stderr } = await shell(pasted());
    assert.equal(stderr, '');
    const [read, created] = parseAll(stdout);
    assert.equal(read?.['Success'], true);
    const people = read['Results'] as Envelope[];
    assert.ok(people.length > 3);
    assert.ok(people.every((one) => one['fullname'] !== '' && one['department']['department_name'] !== ''));
    assert.deepEqual([created?.['Success'], created?.['SuccessNested']], [true, true]);
    assert.equal(created?.['Results'][0]['name'], 'Bridge');
    assert.equal(created?.['NumResultsNested'], 2);
  });

  it('prints a credential and two logins that get tokens', async () => {
    const client = { client_id: labelled('client_id'), client_secret: labelled('client_secret') };
    const { logins } = told;
    assert.deepEqual(
      logins.map(({ username, role }) => [username, role]),
      [
        ['admin', 'administrator'],
        ['mira', 'leader of a department'],
        ['emil', 'employee'],
      ],
    );
    for (const { username, password } of logins) {
      const body = new URLSearchParams({ grant_type: 'password', ...client, username, password });
      const answer = await fetch(`${labelled('address')}/auth/oauth2/token`, { method: 'POST', body });
      assert.equal(answer.status, 200, username);
    }
  });

  it('has four timesheet templates and no booking on a public holiday', async () => {
    const form = {
      grant_type: 'client_credentials',
      client_id: labelled('client_id'),
      client_secret: labelled('client_secret'),
    };
    const { access_token } = await fetchToken({ address: server.address, account: 'demo' }, form);
    const machine = createClient({ address: server.address, account: 'demo' }, access_token);
    const rows = async (path: string, query: Record<string, string | number>): Promise<readonly Envelope[]> =>
      (await machine.get(path, query)).json['Results'];
    const people = await rows('users/read', { _resolve: 'timesheet_template_id' });
    const names = people.map((one) => one['timesheet_template']['name'] as string);
    assert.deepEqual([...new Set(names)].toSorted(), [
      'Five mornings',
      'Four days of 6 hours',
      'Full time',
      'Part time',
    ]);
    const holidays = new Set((await rows('publicHolidays/read', {})).map((day) => day['date']));
    const booked = await rows('timeTrackings/read', { _limit: 10_000, _fields: 'start_date' });
    assert.ok(booked.length > 300 && holidays.size > 40);
    assert.deepEqual(
      booked.filter((one) => holidays.has(one['start_date'])),
      [],
    );
  });

  it('prints no credential when it starts again and keeps the first one valid', async () => {
    await server.end('SIGTERM');
    const again = await serve(site.database, ['--demo']);
    const { stdout } = await shell(pasted().replaceAll(server.address, again.address));
    const death = await again.end('SIGTERM');
    assert.equal(death.code, 0);
    assert.ok(isJson(again), again.output());
    assert.ok(isJson(server), server.output());
    assert.equal(parseAll(stdout)[0]?.['Success'], true);
  });

  it('says when it starts again how to get in: by commands that work', async () => {
    const again = await serve(site.database, ['--demo']);
    const { newPassword, newClient } = (await again.logged('demo_kept')) as unknown as Record<string, string>;
    // On PostgreSQL the address is shown without its password.
    const words = (command = ''): string[] => [...command.split(' ').slice(1, -1), site.database];
    const issued = (await hourbook([...words(newClient), '--json'])).json as Credential;
    const env = { HOURBOOK_PASSWORD: 'seven green umbrellas' };
    assert.equal((await hourbook(words(newPassword), { env })).code, 0);
    const who = { grant_type: 'password', username: 'admin', password: env.HOURBOOK_PASSWORD };
    const { client_id, client_secret } = issued;
    const token = await fetchToken(
      { address: again.address, account: 'demo' },
      { ...who, client_id, client_secret },
    );
    assert.ok(token.access_token);
    await again.end('SIGTERM');
  });

  it('prints text for people with --log-format text, migrations on one line', async (t) => {
    const other = await createSite(engine);
    t.after(() => other.remove());
    const text = await textOfStart(other.database);
    // The tests' databases on PostgreSQL have their tables already.
    if (engine.name === 'sqlite')
      assert.match(text, /^\d\d:\d\d:\d\d the schema is up to date: \d+ applied, the last \d{4}-\S+$/m);
    assert.match(text, /^\d\d:\d\d:\d\d Hourbook \S+ listens on /m);
    assert.match(text, /^The demo account is ready\. This is shown only once\.$/m);
    const filling = text.indexOf('the demo account is being filled; its logins follow in a few seconds');
    const filled = text.indexOf('the demo account has all its bookings');
    assert.ok(filling > 0 && filling < filled && filled < text.indexOf('The demo account is ready.'), text);
    assert.doesNotMatch(text, /far below zero/);
    assert.match(text, /^ {2}client_secret +\S+$/m);
    assert.doesNotMatch(text, /^\{/m);
  });
});

describeOnEveryEngine('a server that ends while it fills the demo account', (engine) => {
  it('prints the logins all the same, and whether bookings are missing', async (t) => {
    const site = await createSite(engine);
    t.after(() => site.remove());
    const server = await serve(site.database, ['--demo']);
    await server.logged('demo_filling');
    assert.equal((await server.end('SIGTERM')).code, 0);
    const told = (await server.logged('demo_created')) as unknown as ToldDemo;
    assert.equal(told.logins.length, 3);
    assert.equal(told.filled, eventsOf(server).includes('background_done of demo'));
  });
});

describeOnEveryEngine('two servers started with --demo at once', (engine) => {
  it('serve, and one of them prints the credential', async (t) => {
    const site = await createSite(engine);
    t.after(() => site.remove());
    const servers = await Promise.all([1, 2].map(() => serve(site.database, ['--demo'])));
    for (const { address } of servers) assert.equal((await fetch(`${address}/health/ready`)).status, 200);
    const kinds = servers.map((server) =>
      Promise.race([server.logged('demo_created'), server.logged('demo_kept')]),
    );
    const told = (await Promise.all(kinds)).map(({ event }) => event);
    assert.deepEqual(told.toSorted(), ['demo_created', 'demo_kept']);
  });
});

/** What one line tells of a new demo account. */
interface ToldDemo {
  readonly filled: boolean;
  readonly console: string;
  readonly address: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly logins: readonly { readonly username: string; readonly password: string; readonly role: string }[];
  readonly try: readonly string[];
}

/** Whether a pipe got nothing but lines of JSON. */
function isJson(server: ServingProcess): boolean {
  const lines = server.output().split('\n');
  return lines.every((line) => line === '' || line.startsWith('{'));
}

/** What was logged, in this order; of background tasks with the name of the task. */
function eventsOf(server: ServingProcess): readonly string[] {
  return (parseAll(server.output()) as unknown as readonly { event: string; task?: string }[]).map(
    ({ event, task }) => (task === undefined ? event : `${event} of ${task}`),
  );
}

/** Several JSON documents one after another, as curl leaves them. */
function parseAll(text: string): readonly Envelope[] {
  return text
    .replaceAll(/\}\s*\{"Host"/g, '}\n{"Host"')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Envelope);
}
