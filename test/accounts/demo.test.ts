// The demo account: every screen of a client has something to show, on whatever day it is made.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createDemo, type Demo } from '#accounts/create-demo.ts';
import { demoLine } from '#accounts/demo-text.ts';
import { loadResources } from '../../src/load-resources.ts';
import { createClient, fetchToken, type Client, type Envelope } from '../support/client.ts';
import {
  describeOnEveryEngine,
  postgresEngine,
  sqliteEngine,
  type StorageEngine,
} from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { sessionClient } from '../support/session-client.ts';

if (postgresEngine !== null)
  test('the demo company is complete where no files are kept, but for these', async () => {
    const flags = { 'file-storage': '' };
    const installation = await startInstallation({ engine: postgresEngine as StorageEngine, flags });
    try {
      const {
        fillPast,
        clientId: client_id,
        clientSecret: client_secret,
      } = (await createDemo(installation.app.engine)) as Demo;
      await fillPast(() => false);
      const failures = installation.events.filter(({ kind }) => kind === 'background_failed');
      assert.deepEqual(failures, []);
      const where = { address: installation.address, account: 'demo' };
      const form = { grant_type: 'client_credentials', client_id, client_secret };
      const machine = createClient(where, (await fetchToken(where, form)).access_token);
      const counts: number[] = [];
      for (const resource of ['messages', 'files'])
        counts.push((await machine.get(`${resource}/read`)).json['Results'].length);
      assert.deepEqual([(counts[0] ?? 0) > 0, counts[1]], [true, 0]);
    } finally {
      await installation.close();
    }
  });

describeOnEveryEngine('the demo company', (engine) => {
  let installation: Installation;
  let demo: Demo;
  let machine: Client;
  const where = () => ({ address: installation.address, account: 'demo' });
  const rows = async (resource: string, query: Record<string, string | number> = {}): Promise<Envelope[]> =>
    (await machine.get(`${resource}/read`, { _limit: 10_000, ...query })).json['Results'];

  before(async () => {
    installation = await startInstallation({ engine, startsAt: '2026-11-18T14:00:00Z' });
    demo = (await createDemo(installation.app.engine)) as Demo;
    const { clientId: client_id, clientSecret: client_secret } = demo;
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    machine = createClient(where(), (await fetchToken(where(), form)).access_token);
  });
  after(() => installation?.close());

  test('has two departments with leaders and twelve people with schedules', async () => {
    const people = (await rows('users')).filter(({ username }) => username !== 'admin');
    assert.equal(people.length, 12);
    assert.ok(
      people.every(
        ({ timesheet_template_id, entry_date }) => timesheet_template_id > 0 && entry_date !== null,
      ),
    );
    const led = (await rows('departments')).filter(({ supervisor_id }) => supervisor_id !== null);
    assert.equal(led.length, 2);
    const inDepartments = new Set(people.map(({ department_id }) => department_id));
    assert.deepEqual([...inDepartments].toSorted(), led.map(({ id }) => id).toSorted());
  });

  test('has absences in every status, and open requests for times', async () => {
    const statuses = (await rows('absences')).map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)].toSorted(), [0, 1, 2, 3, 5]);
    const requests = await rows('changeTimeTrackingRequests', { status: 'PENDING' });
    assert.ok(requests.length >= 2);
  });

  test('has one running timer that began today, and somebody away in each department', async () => {
    const running = await rows('timeTrackings', { _op__end_time: 'null', end_time: '' });
    assert.deepEqual(
      running.map(({ start_time }) => start_time),
      ['2026-11-18 13:20:00'],
    );
    const away = await rows('absenceDays', { date: '2026-11-18' });
    const of = new Map((await rows('users')).map((person) => [person['id'], person['department_id']]));
    assert.equal(new Set(away.map((day) => of.get(day['user_id']))).size, 2);
  });

  test('has shifts of this week and the next', async () => {
    const days = new Set((await rows('timePlannings')).map(({ start_date }) => start_date));
    assert.deepEqual(
      [...days].toSorted().filter((_, index) => index % 5 === 0),
      ['2026-11-16', '2026-11-23'],
    );
    assert.equal(days.size, 10);
  });

  test('lets an employee, a leader and an administrator in, each with an own password', async () => {
    assert.deepEqual(
      demo.logins.map(({ username }) => username),
      ['admin', 'mira', 'emil'],
    );
    assert.equal(new Set(demo.logins.map(({ password }) => password)).size, 3);
    const reaches: string[] = [];
    for (const { username, password } of demo.logins) {
      const session = await sessionClient(where(), username, password);
      const { rights } = (await session.session('GET')).json['Results'][0];
      reaches.push(rights.approveAbsences);
    }
    assert.deepEqual(reaches, ['all', 'some', 'none']);
  });

  test('books nothing on public holidays, on days away, or in the future', async () => {
    const booked = await rows('timeTrackings');
    const holidays = new Set((await rows('publicHolidays')).map(({ date }) => date));
    const away = new Set((await rows('absenceDays')).map(({ user_id, date }) => `${user_id} ${date}`));
    const wrong = booked.filter(
      ({ user_id, start_date }) =>
        holidays.has(start_date) || away.has(`${user_id} ${start_date}`) || start_date > '2026-11-18',
    );
    assert.deepEqual(wrong, []);
  });

  test('has rows of every resource that keeps rows, once its past is filled', async () => {
    await demo.fillPast(() => false);
    await demo.fillPast(() => false);
    const kept = (await loadResources()).filter(
      ({ storage, actions, internal }) => storage === 'account' && actions.has('read') && !internal,
    );
    const empty: string[] = [];
    for (const { name } of kept) if ((await rows(name, { _limit: 1 })).length === 0) empty.push(name);
    // Nothing is waiting to be counted, and the months whose overtime is settled come later.
    assert.deepEqual(empty, ['calculationStates', 'overtimeLedger']);
    assert.equal((await rows('teams')).length, 1);
  });

  test('gets six months of bookings later, the latest first, and then overtime paid out', async () => {
    const earliest = async (): Promise<string> => {
      const all = await rows('timeTrackings', { _order_by: 'start_time', _limit: 1 });
      return all[0]?.['start_date'];
    };
    const present = await earliest();
    let portions = 0;
    const toldComplete = (): boolean =>
      installation.events.some((event) => event.kind === 'background_done' && event.task === 'demo');
    await demo.fillPast(() => (portions += 1) <= 3);
    assert.ok(!toldComplete());
    const next = await earliest();
    assert.ok(next < present && next > '2026-10-20', next);
    if (engine !== sqliteEngine) return;
    await demo.fillPast(() => true);
    assert.ok((await rows('overtimeLedger', { _limit: 1 })).length > 0, 'no overtime was settled');
    const first = await earliest();
    assert.ok(first >= '2026-05-18' && first <= '2026-05-22', first);
    assert.ok(toldComplete());
    const days = await rows('timesheetAccountings', { date: '2026-10-31' });
    assert.deepEqual(
      days.map(({ overtime_paid }) => overtime_paid).filter((hours) => hours > 0),
      [10],
    );
  });
});

describe('a demo company', () => {
  test('says why it is not filled, and tells its logins with that', async (t) => {
    const installation = await startInstallation({ engine: sqliteEngine, startsAt: '2026-11-18T14:00:00Z' });
    t.after(() => installation.close());
    const demo = (await createDemo(installation.app.engine)) as Demo;
    await installation.app.engine.database.close();
    const isFilled = await demo.fillPast(() => true);
    assert.equal(isFilled, false);
    const failed = installation.events.filter(({ kind }) => kind === 'background_failed');
    assert.deepEqual(
      failed.map((event) => 'task' in event && event.task),
      ['demo'],
    );
    const told = { address: 'http://127.0.0.1:8080', isFilled, clock: () => 0 };
    const text = demoLine(demo, { ...told, format: 'text' });
    assert.match(text, /^Bookings of earlier months are missing, so that balances are far below zero/m);
    assert.match(text, /^ {4}emil \/ \S+ {3}\(employee\)$/m);
    assert.equal(JSON.parse(demoLine(demo, { ...told, format: 'json' })).filled, false);
    assert.doesNotMatch(demoLine(demo, { ...told, isFilled: true, format: 'text' }), /missing|below zero/);
  });

  // What a date makes impossible is refused by rules, which are the same on every engine.
  for (const startsAt of ['2027-12-31T23:30:00Z', '2028-02-29T10:00:00Z', '2026-03-29T00:30:00Z']) {
    test(`is complete when it is made at ${startsAt}`, async (t) => {
      const installation = await startInstallation({ engine: sqliteEngine, startsAt });
      t.after(() => installation.close());
      assert.ok((await createDemo(installation.app.engine)) !== null);
    });
  }
});
