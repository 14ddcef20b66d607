// The status overview: one row for each user, derived from trackings, absences and the fields of the user.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, type App } from '#app';
import { createAccount } from '#accounts/create-account.ts';
import { asServer } from '#accounts/system-run.ts';
import { readConfig } from '#config';
import { setEdition } from '#sql/accounts.ts';
import type { Row, View } from '#resource/rule.ts';
import { assertRefused } from '../support/expectations.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';
import type { Client, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { password } from '../support/installation.ts';
import { absence, dayRows } from '../absences/absence.ts';
import { assertPart, booking, hire, pause, work, written } from '../time-tracking/booking.ts';

const offline = {
  time_tracking_id: null,
  time_tracking_start_time: null,
  time_tracking_start_time_timezone_id: null,
  time_tracking_task_id: null,
  time_tracking_is_nonworking: null,
  is_running: 0,
  status: 0,
};

onOwnInstallations('status overview', { why: 'moves the clock' }, (place) => {
  test('has a row for each user from creation to deletion', async () => {
    const { machine } = place;
    const administrator = await statusOf(machine, 1);
    assert.deepEqual([administrator['user_fullname'], administrator['status']], ['Account Administrator', 0]);
    const person = await hire(machine, 'ada', { profile_picture: 'https://pictures.example/ada' });
    const row = await statusOf(machine, person);
    assertPart(row, offline);
    assertPart(row, {
      user_fullname: 'ada Person',
      profile_picture: 'https://pictures.example/ada',
      department_id: 1,
      core_time_violation: 0,
      current_absence_ids: null,
    });
    assert.ok(!('id' in row));
    const since = (await machine.get('userStatusOverview/read')).json['RequestStartTime'];
    assert.equal((await machine.delete(`users/delete/${person}`)).status, 200);
    const { json } = await machine.get('userStatusOverview/read', { _since: since, _fetch_deleted: 1 });
    assert.deepEqual(
      json['Deleted'].map(({ user_id }: Envelope) => user_id),
      [person],
    );
    assert.equal((await machine.get(`userStatusOverview/read/${person}`)).json['NumResults'], 0);
  });

  test('follows the running tracking as it is started, changed, stopped and deleted', async () => {
    const { machine } = place;
    const person = await hire(machine, 'bob');
    const start = { start: '2025-05-05 08:00', end: null, zone: 'America/New_York' };
    const { id } = written(await machine.post('timeTrackings/create', booking(person, start)));
    const working = {
      time_tracking_id: id,
      time_tracking_start_time: '2025-05-05 08:00:00',
      time_tracking_start_time_timezone_id: 'America/New_York',
      time_tracking_task_id: work,
      time_tracking_is_nonworking: 0,
      is_running: 1,
      status: 1,
      alert_maximum_timer_violation: 0,
    };
    assertPart(await statusOf(machine, person), working);
    const path = `timeTrackings/update/${id}`;
    const changes: readonly [change: object, status: object][] = [
      [
        { task_id: pause },
        { ...working, time_tracking_task_id: pause, time_tracking_is_nonworking: 1, status: 2 },
      ],
      [
        { task_id: work, max_hours_alert: 1 },
        { ...working, alert_maximum_timer_violation: 1 },
      ],
      [
        { start_time: '2025-05-05 07:30:00', max_hours_alert: 0 },
        { ...working, time_tracking_start_time: '2025-05-05 07:30:00' },
      ],
      [{ end_time: '2025-05-05 12:00:00', end_time_timezone: 'America/New_York' }, offline],
      [{ notes: 'of no concern' }, offline],
      [{ end_time: '' }, { ...working, time_tracking_start_time: '2025-05-05 07:30:00' }],
    ];
    for (const [change, status] of changes) {
      written(await machine.put(path, change));
      assertPart(await statusOf(machine, person), status);
    }
    await machine.delete(`timeTrackings/delete/${id}`);
    assertPart(await statusOf(machine, person), offline);
  });

  test('follows a running tracking that is cut in two', async () => {
    const { machine } = place;
    const person = await hire(machine, 'cut');
    const running = booking(person, { start: '2025-05-05 08:00', end: null });
    const { id } = written(await machine.post('timeTrackings/create', running));
    const inside = booking(person, { start: '2025-05-05 10:00', end: '2025-05-05 11:00' });
    written(await machine.post('timeTrackings/create', { ...inside, _insert_into_conflicting: 1 }));
    const row = await statusOf(machine, person);
    assert.notEqual(row['time_tracking_id'], id);
    assertPart(row, { status: 1, time_tracking_start_time: '2025-05-05 11:00:00' });
  });

  test('keeps the status after a refused booking', async () => {
    const { machine } = place;
    const person = await hire(machine, 'none');
    const before = await statusOf(machine, person);
    const good = booking(person, { start: '2025-05-05 08:00', end: null });
    const batch = await machine.post('timeTrackings/create', [{ ...good, task_id: 1 }]);
    assert.equal(batch.json['Success'], false);
    assert.deepEqual(await statusOf(machine, person), before);
  });

  test('changes with the shown fields of the user only', async () => {
    const { machine } = place;
    const person = await hire(machine, 'carl');
    const department = (await machine.create('departments', { department_name: 'New' }))['id'];
    const before = await statusOf(machine, person);
    place.installation.clock.shift += 3000;
    await machine.put(`users/update/${person}`, { skype: 'carl' });
    assert.deepEqual(await statusOf(machine, person), before);
    await machine.put(`users/update/${person}`, {
      lastname: 'Gauss',
      department_id: department,
      profile_picture: 'p',
    });
    const after = await statusOf(machine, person);
    assertPart(after, { user_fullname: 'carl Gauss', department_id: department, profile_picture: 'p' });
    assert.ok(after['updated'] > before['updated']);
  });

  test('resolves task and user, and serves one row by its address', async () => {
    const { machine } = place;
    const person = await hire(machine, 'dora');
    await machine.post('timeTrackings/create', booking(person, { start: '2025-05-05 08:00', end: null }));
    const { json } = await machine.get(`userStatusOverview/read/${person}`, {
      _resolve: 'time_tracking_task_id,user_id',
    });
    assert.equal(json['Results'].length, 1);
    assert.equal(json['Results'][0].time_tracking_task.name, 'Work');
    assert.equal(json['Results'][0].user.fullname, 'dora Person');
    assertRefused(await machine.get(`userStatusOverview/read/${person}`, { user_id: person + 1 }), {
      status: 422,
      code: 'contradiction',
      field: 'user_id',
    });
  });

  test('nests absence days of the person only', async () => {
    const { machine } = place;
    const [person, other] = [await hire(machine, 'eva'), await hire(machine, 'finn')];
    await machine.create('absences', absence(person, '2027-06-07', '2027-06-08'));
    await machine.create('absences', absence(other, '2027-06-08'));
    const query = { nestedEntities: '{"absenceDays":[{}]}' };
    const row = written(await machine.get(`userStatusOverview/read/${person}`, query));
    const expected = await dayRows(machine, { user_id: person });
    const days: readonly Envelope[] = row['nestedEntities'].absenceDays;
    assert.deepEqual(days.map(({ date }) => date).sort(), expected.map(({ date }) => date).sort());
    assert.ok(days.some(({ date }) => date === '2027-06-07'));
    assert.ok(days.every(({ user_id }) => user_id === person));
    const list = await (await place.account.login('finn')).get('userStatusOverview/read', query);
    const shown: readonly Envelope[] = list.json['Results'];
    assert.ok(shown.some((one) => one['user_id'] === other));
    for (const { user_id, nestedEntities } of shown)
      for (const day of nestedEntities?.absenceDays ?? []) assert.equal(day.user_id, user_id);
  });

  test('offers no writing actions', async () => {
    for (const [method, action] of [
      ['POST', 'create'],
      ['PUT', 'update'],
      ['DELETE', 'delete/1'],
    ] as const) {
      const answer = await place.machine.request(method, `userStatusOverview/${action}`, {
        body: { status: 1 },
      });
      assert.equal(answer.status, 404);
    }
  });
});

for (const engine of storageEngines) {
  test(`creates statuses of older users when the server starts (${engine.name})`, async (t) => {
    const database = await engine.create();
    t.after(() => database.remove());
    const flags = { database: database.url, 'argon2-memory': '64 KiB', 'argon2-iterations': '1' };
    const open = (): Promise<App> => openApp(readConfig({ flags, env: {} }));
    const older = await open();
    const accounts = [await newAccount(older, 'acme'), await newAccount(older, 'rival')];
    for (const account of accounts) {
      await inAccount(older, account, (view) => {
        view.insert('timeTrackings', runningTracking);
        view.remove('userStatusOverview', 1);
      });
      const { id: accountId } = account;
      await older.engine.database.write(accountId, (tx) => setEdition(tx, { accountId, edition: 'older' }));
    }
    await older.close();
    const newer = await open();
    t.after(() => newer.close());
    for (const account of accounts) {
      await inAccount(newer, account, (view) => {
        const row = view.get('userStatusOverview', 1) as Row;
        assert.deepEqual(
          [row['status'], row['time_tracking_id'], row['user_fullname'], row['row_revision']],
          [1, 1, 'Account Administrator', 1],
        );
      });
    }
  });
}

const runningTracking: Row = {
  user_id: 1,
  task_id: work,
  start_time: '2025-05-05 08:00:00',
  start_time_timezone: 'UTC',
  start_instant: 1_746_432_000,
};

async function newAccount(app: App, name: string): Promise<{ id: number; name: string }> {
  const account = { name, admin: { username: 'admin', password }, timezone: 'UTC', country: 'AT' };
  return { id: (await createAccount(app.engine, account)).accountId, name };
}

async function inAccount(
  app: App,
  account: { id: number; name: string },
  change: (view: View) => void,
): Promise<void> {
  await app.engine.database.write(account.id, (tx) =>
    asServer(app.engine, { tx, account }, ({ unit, view }) => unit(() => change(view))),
  );
}

async function statusOf(client: Client, person: number): Promise<Envelope> {
  return written(await client.get('userStatusOverview/read', { user_id: person }));
}
