// The table of refusals: times outside employment, payouts above the balance and approvals of oneself are refused on every
// path, and nothing is written.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { rebuildPerson, verifyPerson } from '#domain/timesheets/rebuild.ts';
import { importAccount, type Imported } from '#transfer/import-account.ts';
import { exportTo } from '../transfer/moved.ts';
import { resealed } from '../transfer/resealed.ts';
import type { Answer, Envelope } from '../support/client.ts';
import { inAccount } from '../support/account-view.ts';
import { rowsOf } from '../support/expectations.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { dayOf } from '../timesheets/timesheets.ts';
import { setClock } from '../time-tracking/timer/timer.ts';
import { approvals, bookings, payouts, type Paths, type Scene } from './refused-acts.ts';

const zone = 'UTC';
const ofPeople = ['timeTrackings', 'timesheetAccountings'] as const;

/** After 30 June: the first person has left, the second comes back on 1 August. */
const people = { 'after the exit': {}, 'between two employments': { entry_date: '2026-08-01' } } as const;

onEveryEngine(
  'refusals',
  (place) => {
    before(() => setClock(place.installation, '2026-07-02 12:00'));

    for (const [when, comesBack] of Object.entries(people)) {
      describe(`of times ${when}`, () => {
        const scene = once(() => makeScene(place, { leaves: true, comesBack }));
        declare(place, { paths: bookings, scene, code: /^rule_broken$/, names: /2026-06-30/ });
      });
    }

    describe('of payouts above the balance', () => {
      const scene = once(() => makeScene(place, { leaves: false, comesBack: {} }));
      declare(place, { paths: payouts, scene, code: /^rule_broken$/, names: /must be at most 2 hours/ });
    });

    describe('of approvals of oneself', () => {
      const scene = once(() => makeScene(place, { leaves: false, comesBack: {} }));
      declare(place, { paths: approvals, scene, code: /^(field_)?not_allowed$/, names: /./ });
    });

    describe('of files', () => {
      let folder = '';
      before(() => void (folder = mkdtempSync(join(tmpdir(), 'hourbook-refused-'))));
      after(() => rmSync(folder, { recursive: true }));

      /** Imports the account with other values in one row. */
      const importEdited = async (table: string, id: number, values: Envelope): Promise<Imported> => {
        const { app, account } = place.installation;
        const name = `copy-${(serial += 1)}`;
        const file = join(folder, `${name}.jsonl`);
        await exportTo(app.engine.database, { accountId: account.id, file });
        writeFileSync(file, editedText(readFileSync(file, 'utf8'), { table, id, values }));
        return importAccount(app.engine, { file, name });
      };

      test('with a tracking after the exit, and takes them without it', async () => {
        const { tracking } = await makeScene(place, { leaves: true, comesBack: {} });
        const start = Date.parse('2026-07-01T08:00:00Z') / 1000;
        const after_exit = { start_instant: start, end_instant: start + 60 };
        await assert.rejects(
          importEdited('time_trackings', tracking, after_exit),
          new RegExp(`time_trackings ${tracking} of users \\d+ reaches beyond the exit \\(2026-06-30\\)`),
        );
        await importEdited('time_trackings', tracking, {});
      });

      test('with a tracking between two employments', async () => {
        const comesBack = { entry_date: '2026-08-01' };
        const { tracking } = await makeScene(place, { leaves: true, comesBack });
        const start = Date.parse('2026-07-31T23:59:00Z') / 1000;
        const between = { start_instant: start, end_instant: start + 60 };
        await assert.rejects(importEdited('time_trackings', tracking, between), /reaches beyond the exit/);
      });

      // Balances below zero are right after a later correction: what was paid out can only be compared with them.
      test('with a payout above the balance leave it to verify, which tells it', async () => {
        const { person, day } = await makeScene(place, { leaves: false, comesBack: {} });
        const { accountId, name } = await importEdited('timesheet_accountings', day, {
          overtime_paid: 3_600_000,
        });
        const account = { ...place.account, id: accountId, name };
        const { app } = place.installation;
        const [first] = await inAccount({ app, account }, (view) => verifyPerson(view, person));
        assert.deepEqual(
          [first?.resource, first?.key, first?.field],
          ['accountMonths', '2026-07-01', 'balance_before'],
        );
      });
    });

    test('leave accounts as a rebuild makes them', async () => {
      const { person } = await makeScene(place, {
        leaves: true,
        comesBack: people['between two employments'],
      });
      assert.deepEqual(await inAccount(place.installation, (view) => verifyPerson(view, person)), []);
      assert.equal(await inAccount(place.installation, (view) => rebuildPerson(view, person)), 0);
    });
  },
  { startsAt: '2026-06-20T12:00:00Z', flags: { 'access-token-lifetime': '30d' } },
);

function declare(
  place: Place,
  {
    paths,
    scene,
    code,
    names,
  }: {
    readonly paths: Paths;
    readonly scene: () => Promise<Scene>;
    readonly code: RegExp;
    readonly names: RegExp;
  },
): void {
  for (const [path, act] of Object.entries(paths))
    test(path, async () => {
      const known = await scene();
      const stood = await rowsOfAll(place, known);
      const answer = await act(known);
      const item = itemOf(answer);
      assert.equal(item['Success'], false, answer.text);
      assert.match(item['ErrorExtended'].errorCode, code, answer.text);
      assert.match(item['ErrorMessage'], names);
      assert.deepEqual(await rowsOfAll(place, known), stood);
    });
}

function itemOf({ json }: Answer): Envelope {
  return json['isBatch'] === 1 ? json['Results'][0] : json;
}

/** Every row that an act could write. */
async function rowsOfAll({ machine }: Place, { person, hrId }: Scene): Promise<readonly unknown[]> {
  const rows: unknown[] = [rowsOf(await machine.get('changeTimeTrackingRequests/read', { _limit: 1000 }))];
  for (const table of ofPeople)
    for (const user_id of [person, hrId])
      rows.push(rowsOf(await machine.get(`${table}/read`, { user_id, _order_by: 'id', _limit: 1000 })));
  return rows;
}

let serial = 0;

async function makeScene(
  { machine, account }: Place,
  { leaves, comesBack }: { readonly leaves: boolean; readonly comesBack: object },
): Promise<Scene> {
  const name = `refused.${(serial += 1)}`;
  const terms = { entry_date: '2026-06-01', timezone: zone, payroll_accounting_starts_at: '2026-06-10' };
  const person = await hire(machine, name, terms);
  const hrId = await hire(machine, `${name}.hr`, { ...terms, hr_manager: 1 });
  const book = async (id: number, date: string, more: object = {}): Promise<number> => {
    const times = { start: `${date} 08:00`, end: `${date} 18:00`, zone };
    return (await machine.create('timeTrackings', { ...booking(id, times), ...more }))['id'];
  };
  const [tracking, own] = [await book(person, '2026-06-10'), await book(hrId, '2026-06-10')];
  const request = (id: number, date: string): Promise<number> => ask(machine, id, date);
  const [asked, ownRequest] = [await request(person, '2026-07-01'), await request(hrId, '2026-06-11')];
  // A balance of 2 hours: the days after the booked one ask for nothing more.
  for (const id of [person, hrId]) await adjust(machine, id);
  if (leaves) written(await machine.put(`users/update/${person}`, { exit_date: '2026-06-30' }));
  if (Object.keys(comesBack).length > 0)
    await machine.create('employments', { user_id: person, ...comesBack });
  const [day, ownDay] = await Promise.all(
    [person, hrId].map(async (id) => (await dayOf(machine, id, '2026-06-10'))['id'] as number),
  );
  return {
    machine,
    hr: await account.login(`${name}.hr`),
    hrId,
    person,
    tracking,
    own,
    day: day as number,
    ownDay: ownDay as number,
    request: asked,
    ownRequest,
  };
}

/** Asks for a booking of the date. */
async function ask(machine: Place['machine'], person: number, date: string): Promise<number> {
  const times = { start: `${date} 20:00`, end: `${date} 21:00`, zone };
  const asked = await machine.create('changeTimeTrackingRequests', {
    time_tracking_id: 0,
    request_user_comment: 'forgot',
    nestedEntities: { timeTrackings: [booking(person, times)] },
  });
  return asked['id'];
}

/** Brings the balance of today to 2 hours, whatever the days since ask for. */
async function adjust(machine: Place['machine'], person: number): Promise<void> {
  const { working_time_total_balance: balance, id } = await dayOf(machine, person, '2026-07-02');
  const first = await dayOf(machine, person, '2026-06-10');
  assert.equal(first['working_time_total_balance'], 2);
  assert.equal(typeof id, 'number');
  written(
    await machine.put(`timesheetAccountings/update/${(await dayOf(machine, person, '2026-06-11'))['id']}`, {
      additions: 2 - balance,
    }),
  );
}

/** The text of an export in which one row has other values. */
function editedText(
  text: string,
  { table, id, values }: { readonly table: string; readonly id: number; readonly values: Envelope },
): string {
  const heading = text.split('\n').find((line) => line.startsWith(`{"table":"${table}"`)) as string;
  const { columns } = JSON.parse(heading) as { readonly columns: readonly string[] };
  return resealed(text, (name, row) => {
    if (name !== table || row[columns.indexOf('id')] !== id) return [row];
    return [columns.map((column, place) => (column in values ? values[column] : row[place]))];
  });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
