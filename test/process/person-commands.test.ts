// Tests `person export` and `person anonymise` beside a running server.
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setSetting } from '../holidays/holidays.ts';
import { unzip } from '../personal-data/unzip.ts';
import type { Client } from '../support/client.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { booking, hire } from '../time-tracking/booking.ts';
import { hourbook, serve, type Ended, type ServingProcess } from './executable.ts';
import { createAcme, createSite, loginMachine, type Site } from './site.ts';

describeOnEveryEngine('hourbook person', (engine) => {
  let site: Site;
  let server: ServingProcess;
  let machine: Client;
  let person: number;

  before(async () => {
    site = await createSite(engine);
    const credential = await createAcme(site);
    server = await serve(site.database);
    machine = await loginMachine(server.address, credential);
    const days = { entry_date: '2025-01-06', exit_date: '2025-03-31' };
    person = await hire(machine, 'ann', { firstname: 'Ann', lastname: 'Quellbrunner', ...days });
    await machine.create(
      'timeTrackings',
      booking(person, { start: '2025-02-03 08:00', end: '2025-02-03 16:00' }),
    );
  });
  after(() => site.remove());

  const command = (words: string): Promise<Ended> =>
    hourbook([...words.split(' '), '--database', site.database]);
  const named = (id: number | string = person): string => `--account acme --person ${id}`;
  const lastEntry = async (): Promise<Record<string, unknown>> => {
    const { json } = await machine.get('auditLog/read', { _order_by: 'id', _order_desc: 1, _limit: 1 });
    return json['Results'][0];
  };

  it('export writes one archive for its owner only and an entry of the audit log', async () => {
    const file = join(site.folder, 'ann.zip');
    const { code, complaint, output } = await command(`person export ${named()} --output ${file}`);
    assert.deepEqual([code, complaint], [0, '']);
    assert.match(output, /ann\.zip holds \d+ rows and 0 files about user \d+ of acme\.\n$/);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const entries = unzip(await readFile(file));
    assert.equal(JSON.parse(String(entries.get('rows/users.json')))[0].lastname, 'Quellbrunner');
    const entry = await lastEntry();
    assert.deepEqual([entry['actor'], entry['action']], ['command', 'person export']);
    assert.equal(JSON.parse(String(entry['after'])).user_id, person);
    const again = await command(`person export ${named()} --output ${file}`);
    assert.deepEqual([again.code, /never overwrites/.test(again.complaint)], [1, true]);
  });

  it('export refuses an unknown account and an unknown person, and leaves no file', async () => {
    const file = join(site.folder, 'none.zip');
    const unknown = await command(`person export --account nobody --person 1 --output ${file}`);
    assert.match(unknown.complaint, /no account "nobody"/);
    assert.match((await command(`person export ${named(99)} --output ${file}`)).complaint, /no user 99/);
    assert.equal((await command(`person export ${named('x')} --output ${file}`)).code, 2);
    await assert.rejects(stat(file));
  });

  it('anonymise asks for --yes, refuses too early and leaves an entry of the audit log', async () => {
    const unasked = await command(`person anonymise ${named()}`);
    assert.deepEqual([unasked.code, /add --yes/.test(unasked.complaint)], [2, true]);
    await setSetting(machine, 'anonymise_after_months', '240');
    const early = await command(`person anonymise ${named()} --yes`);
    assert.deepEqual([early.code, /from 2045-04-01 on/.test(early.complaint)], [1, true]);
    await setSetting(machine, 'anonymise_after_months', '0');
    const { code, complaint, output } = await command(`person anonymise ${named()} --yes`);
    assert.deepEqual([code, complaint], [0, '']);
    assert.equal(output, `User ${person} of acme is anonymous: 0 files are gone, all hours stay.\n`);
    const entry = await lastEntry();
    assert.deepEqual(
      [entry['actor'], entry['action'], entry['resource_name'], entry['row_id']],
      ['command', 'person anonymise', 'users', person],
    );
    const [row] = (await machine.get('users/read', { id: person })).json['Results'];
    assert.equal(row.fullname, `Anonymous ${person}`);
    const verified = await command('accounts verify acme');
    assert.deepEqual([verified.code, verified.output], [0, '2 accounts compared: nothing differs.\n']);
  });

  it('anonymise may be repeated', async () => {
    assert.equal((await command(`person anonymise ${named()} --yes`)).code, 0);
  });
});
