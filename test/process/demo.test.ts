// `hourbook serve --demo`: what is printed works as it is pasted into a shell, and is printed once.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { createClient, fetchToken, type Envelope } from '../support/client.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { serve, type ServingProcess } from './executable.ts';
import { createSite, type Site } from './site.ts';

const run = promisify(execFile);

describeOnEveryEngine('hourbook serve --demo', (engine) => {
  let site: Site;
  let server: ServingProcess;
  let printed: string;

  before(async () => {
    site = await createSite(engine);
    server = await serve(site.database, ['--demo']);
    printed = await printedBy(server);
  });

  after(() => site.remove());

  /** The value that stands behind a label. */
  const labelled = (label: string): string =>
    new RegExp(`^  ${label} +(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
  const pasted = (): string => printed.slice(printed.indexOf('Try it:\n') + 'Try it:\n'.length);
  const shell = (script: string): Promise<{ stdout: string; stderr: string }> => run('bash', ['-c', script]);

  it('prints the address at which it serves', () => {
    assert.equal(labelled('address'), `${server.address}/demo`);
  });

  it('prints three lines that work in a shell as they stand', async () => {
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

  it('prints a credential and logins that get tokens', async () => {
    const client = { client_id: labelled('client_id'), client_secret: labelled('client_secret') };
    const logins = [...printed.matchAll(/^ {4}(\S+) \/ (\S+) +\((.+)\)$/gm)];
    assert.deepEqual(
      logins.map(([, username, , role]) => [username, role]),
      [
        ['admin', 'administrator'],
        ['emil', 'employee'],
      ],
    );
    for (const [, username = '', password = ''] of logins) {
      const body = new URLSearchParams({ grant_type: 'password', ...client, username, password });
      const answer = await fetch(`${labelled('address')}/auth/oauth2/token`, { method: 'POST', body });
      assert.equal(answer.status, 200, username);
    }
  });

  it('has people who work full time and part time, and nobody on a public holiday', async () => {
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

  it('prints nothing anew when it starts again, and keeps what there is', async () => {
    await server.end('SIGTERM');
    const again = await serve(site.database, ['--demo']);
    const { stdout } = await shell(pasted().replaceAll(server.address, again.address));
    const death = await again.end('SIGTERM');
    assert.equal(death.code, 0);
    assert.ok(
      again
        .output()
        .split('\n')
        .every((line) => line === '' || line.startsWith('{')),
      again.output(),
    );
    assert.equal(parseAll(stdout)[0]?.['Success'], true);
  });
});

describeOnEveryEngine('several servers started with --demo at once', (engine) => {
  it('all serve, and one of them tells of the account', async (t) => {
    const site = await createSite(engine);
    t.after(() => site.remove());
    const servers = await Promise.all([1, 2, 3].map(() => serve(site.database, ['--demo'])));
    for (const { address } of servers) assert.equal((await fetch(`${address}/health/ready`)).status, 200);
    const printed = await Promise.all(servers.map(printedBy));
    assert.equal(printed.filter((text) => text.includes('client_secret')).length, 1);
  });
});

/** The text between the lines of the log; it comes right after the server has started. */
async function printedBy(server: ServingProcess): Promise<string> {
  // A request's line in the log stands behind all that was printed before.
  await fetch(`${server.address}/demo/v4/users/read`);
  await server.logged('request_done');
  const lines = server.output().split('\n');
  return lines.filter((line) => !line.startsWith('{')).join('\n');
}

/** Several JSON documents one after another, as curl leaves them. */
function parseAll(text: string): readonly Envelope[] {
  return text
    .replaceAll(/\}\s*\{"Host"/g, '}\n{"Host"')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Envelope);
}
