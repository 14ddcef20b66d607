// Anonymising a person leaves nothing that tells who it was in any column, file or copy, and all hours as they were.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { anonymisePerson } from '#accounts/anonymise-person.ts';
import { rebuildAccounts, verifyAccounts } from '#accounts/check-accounts.ts';
import { ApiError } from '#errors/api-error.ts';
import { exportAccount } from '#transfer/export-account.ts';
import { backup } from '#sql/backup.ts';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { setSetting } from '../holidays/holidays.ts';
import type { Envelope } from '../support/client.ts';
import { readOne } from '../support/expectations.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import { createClient } from '../support/client.ts';
import { hire, written } from '../time-tracking/booking.ts';
import { createLeaver, words, type Leaver } from './leaver.ts';
import { columnsWith, filesWith } from './searched-places.ts';

/** Mails stay in the outbox: no server listens at this port. */
const flags = {
  'smtp-url': 'smtp://127.0.0.1:9',
  'mail-from': 'hours@acme.example',
  'public-url': 'https://time.acme.example',
};

/** Where the words stand before; a table that is missing here would not be tested. */
const expectedTables = [
  'absence_days',
  'absences',
  'audit_log',
  'change_time_tracking_requests',
  'files',
  'mail_outbox',
  'messages',
  'nfc_transponders',
  'nodes',
  'time_plannings',
  'time_tracking_changelogs',
  'time_trackings',
  'timesheet_accountings',
  'timesheet_action_logs',
  'user_events',
  'user_history',
  'user_preferences',
  'user_status_overview',
  'users',
];

onEveryEngine(
  'hourbook person anonymise',
  (place) => {
    let leaver: Leaver;
    let hours: unknown;
    before(async () => {
      leaver = await createLeaver(place);
      hours = await hoursOf(place, leaver.person);
    });

    const engine = () => place.installation.app.engine;
    const named = () => ({
      account: { id: place.account.id, name: place.account.name },
      userId: leaver.person,
    });
    const found = () => columnsWith(engine().database, place.account.id, words);
    const accounts = () => ({ account: place.account.name, username: null, onPerson: () => {} });

    test('is refused without an exit and before the months of the setting are over', async () => {
      const refusal = (sentence: RegExp) => (error: unknown) =>
        error instanceof ApiError && error.code === 'rule_broken' && sentence.test(error.message);
      await assert.rejects(
        anonymisePerson(engine(), { ...named(), userId: leaver.colleague }),
        refusal(/has no exit_date/),
      );
      await setSetting(place.machine, 'anonymise_after_months', '240');
      await assert.rejects(anonymisePerson(engine(), named()), refusal(/from 2045-04-01 on/));
      await setSetting(place.machine, 'anonymise_after_months', '12');
      await assert.rejects(anonymisePerson(engine(), { ...named(), userId: 999 }), /no user 999/);
    });

    test('is allowed from the day after the exit on when the setting is 0 months', async () => {
      const today = Temporal.Now.plainDateISO('Europe/Vienna');
      await setSetting(place.machine, 'anonymise_after_months', '0');
      const left = await hire(place.machine, 'left', { exit_date: String(today) });
      await assert.rejects(anonymisePerson(engine(), { ...named(), userId: left }), /can be anonymised from/);
      const exit_date = String(today.subtract({ days: 1 }));
      written(await place.machine.put(`users/update/${left}`, { exit_date }));
      await anonymisePerson(engine(), { ...named(), userId: left });
      await setSetting(place.machine, 'anonymise_after_months', '12');
    });

    test('leaves nothing of the person in any column, file or copy', async () => {
      const tables = new Set((await found()).map((column) => column.split('.')[0]));
      assert.deepEqual([...tables].sort(), expectedTables);
      const folder = place.installation.filesFolder;
      assert.equal((await filesWith(folder, words)).length > 0, true);

      const done = await anonymisePerson(engine(), named());
      assert.deepEqual(done, { files: 2, named: [] });

      assert.deepEqual(await found(), []);
      assert.deepEqual(await filesWith(folder, words), []);
      assert.deepEqual(await copiesWith(place, words), []);
    });

    test('keeps all hours, days and totals, which a recount changes nowhere', async () => {
      assert.deepEqual(await hoursOf(place, leaver.person), hours);
      const verified = await verifyAccounts(engine(), accounts());
      assert.deepEqual(
        verified.flatMap(({ found: differences }) => differences),
        [],
      );
      const rebuilt = await rebuildAccounts(engine(), accounts());
      assert.deepEqual(
        rebuilt.filter(({ found: rows }) => rows > 0),
        [],
      );
    });

    test('ends every login and refuses new ones', async () => {
      const { installation, account } = place;
      const client = createClient({ address: installation.address, account: account.name }, leaver.token);
      assert.equal((await client.get('users/me')).status, 401);
      for (const name of ['zqxjvw-login', `anonymous-${leaver.person}`])
        await assert.rejects(account.login(name), /answered 40\d/);
      const row = await readOne(place.machine, 'users', leaver.person);
      assert.deepEqual(
        [row['fullname'], row['active'], row['authentication_blocked'], row['exit_date']],
        [`Anonymous ${leaver.person}`, 0, 1, '2025-03-31'],
      );
    });

    test('masks values in logs, keeps their moments and adds its own entry', async () => {
      const { machine } = place;
      const query = { resource_name: 'users', row_id: leaver.person, _limit: 1000 };
      const entries: readonly Envelope[] = (await machine.get('auditLog/read', query)).json['Results'];
      const created = entries.find(({ action }) => action === 'create');
      const after = JSON.parse(created?.['after']);
      assert.deepEqual([after.firstname, after.phone, after.entry_date], ['***', '***', '2025-01-06']);
      assert.equal(entries.at(-1)?.['action'], 'person anonymise');
      const logs: readonly Envelope[] = (await machine.get('userHistory/read', { user_id: leaver.person }))
        .json['Results'];
      const phone = logs.find(({ change_type }) => change_type === 'phone');
      assert.deepEqual([phone?.['old_value'], phone?.['new_value']], ['***', '***']);
      assert.equal(logs.find(({ change_type }) => change_type === 'exit_date')?.['new_value'], '2025-03-31');
    });

    test('replaces the name in what others wrote and leaves the rest of the text', async () => {
      const texts = (await place.machine.get('messages/read')).json['Results'].map(
        (row: Envelope) => row['message'],
      );
      assert.deepEqual(texts, ['*** can be reached as ***.']);
      const [project] = (await place.machine.get('projects/read', { name: 'Bridge' })).json['Results'];
      assert.equal(project.notes, 'Ask *** about the plans.');
    });

    test('names rows with the family name alone, and skips names that others share', async () => {
      const { machine } = place;
      const leave = { entry_date: '2024-01-01', exit_date: '2024-02-01' };
      const person = await hire(machine, 'ida', { firstname: 'Ida', lastname: 'Morgenrot', ...leave });
      const alike = await hire(machine, 'ida2', { firstname: 'Una', lastname: 'Kern', ...leave });
      await hire(machine, 'una', { firstname: 'Una', lastname: 'Kern' });
      const { id } = await machine.create('projects', {
        name: 'Haus Morgenrot',
        mother_id: 1,
        notes: 'Una Kern',
      });
      const done = await anonymisePerson(engine(), { ...named(), userId: person });
      assert.deepEqual(
        done.named.filter(({ table }) => table !== 'audit_log'),
        [{ table: 'nodes', id }],
      );
      assert.deepEqual((await anonymisePerson(engine(), { ...named(), userId: alike })).named, []);
      assert.equal((await readOne(machine, 'projects', id))['notes'], 'Una Kern');
    });

    test('replaces former names and contacts and postal addresses, and no town', async () => {
      const { machine } = place;
      const person = await hire(machine, 'rosa', {
        firstname: 'Rosa',
        lastname: 'Tannhauer',
        phone: '+43 660 1230',
        address_1: 'Ulmengasse 4/12',
        address_2: '1040 Wien',
        entry_date: '2024-01-01',
      });
      const married = { lastname: 'Winterlein', phone: '+43 660 9990', address_1: 'Erlenhof 3' };
      written(await machine.put(`users/update/${person}`, married));
      written(await machine.put(`users/update/${person}`, { firstname: 'Rosalie', exit_date: '2024-02-01' }));
      const neighbour = { address_1: 'Ahornweg 11' };
      await hire(machine, 'neighbour', neighbour);
      written(await machine.put(`users/update/${leaver.boss}`, { address_2: 'Ahornweg 11' }));
      const notes = [
        'Rosa Tannhauer and Tannhauer, Rosa and Rosa Winterlein and Rosalie Winterlein',
        'at Ulmengasse 4/12 and Erlenhof 3 in 1040 Wien, +43 660 1230 and +43 660 9990',
        'not Rosa, not Ulmengasse 4, not Ahornweg 11',
      ].join('; ');
      const { id } = await machine.create('projects', { name: 'Move', mother_id: 1, notes });
      const family = await machine.create('projects', { name: 'Haus Tannhauer', mother_id: 1 });
      const done = await anonymisePerson(engine(), { ...named(), userId: person });
      assert.equal(
        (await readOne(machine, 'projects', id))['notes'],
        '*** and *** and *** and ***; at *** and *** in 1040 Wien, *** and ***; not Rosa, not Ulmengasse 4, not Ahornweg 11',
      );
      assert.deepEqual(
        done.named.filter(({ table }) => table === 'nodes'),
        [{ table: 'nodes', id: family['id'] }],
      );
    });

    test('changes nothing when it runs again', async () => {
      const query = { user_id: leaver.person };
      const shown = async (): Promise<unknown> =>
        (await place.machine.get('userStatusOverview/read', query)).json['Results'][0]?.user_fullname;
      const expected = `Anonymous ${leaver.person}`;
      assert.equal(await shown(), expected);
      const note = { name: 'Second run', mother_id: 1, notes: `${expected} and ***` };
      const { id } = await place.machine.create('projects', note);
      const done = await anonymisePerson(engine(), named());
      assert.deepEqual(done, { files: 0, named: [] });
      assert.equal(await shown(), expected);
      assert.equal((await readOne(place.machine, 'projects', id))['notes'], note.notes);
    });
  },
  { flags },
);

/** Everything that payroll reads of a person, without remarks and moments of change. */
async function hoursOf({ machine }: Place, person: number): Promise<unknown> {
  const read = async (resource: string, fields: string, query: object = {}): Promise<unknown> =>
    (await machine.get(`${resource}/read`, { user_id: person, _limit: 10_000, _fields: fields, ...query }))
      .json['Results'];
  const days: readonly Envelope[] = (
    await machine.get('timesheetAccountings/read', { user_id: person, _limit: 10_000 })
  ).json['Results'];
  return {
    days: days.map(({ comment: _comment, data_changed: _changed, ...rest }) => rest),
    trackings: await read('timeTrackings', 'id,task_id,start_time,end_time,duration,start_date'),
    absences: await read('absences', 'id,type_id,subtype_id,from_date,to_date,duration,status'),
    absenceDays: await read('absenceDays', 'id,date,type,value,status'),
    reports: await read('hoursReports', 'user_id,date,duration', { date: '2025-02-03' }),
  };
}

/** An export of the account, and a backup where the engine has one. */
async function copiesWith(
  { installation, account }: Place,
  sought: readonly string[],
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hourbook-copies-'));
  try {
    const { engine } = installation.app;
    const migrations = await loadMigrations();
    await exportAccount(engine.database, {
      accountId: account.id,
      file: join(folder, 'export.jsonl'),
      migrations,
    });
    const { databaseUrl: url } = installation;
    if (url.startsWith('sqlite:'))
      await backup({ url, file: join(folder, 'copy.backup'), clock: () => Date.now() });
    return await filesWith(folder, sought);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
