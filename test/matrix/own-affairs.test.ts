// Hours, days of holiday and approvals of oneself are decided by others: every act, on every path, by everybody who could do
// it for another person. Only the account's only administrator decides about themselves.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { permissionScopes } from '#resource/permission-scopes.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { rowOf } from '../support/expectations.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import { booking, hire } from '../time-tracking/booking.ts';
import { liftOvertimeLimits } from '../timesheets/timesheets.ts';
import { acts, date, otherTerms, type Scene } from './own-acts.ts';

/** Who acts: what makes them able to do it for others, and whether they may for themselves. */
const callers = {
  'an HR manager': { fields: { hr_manager: 1 } },
  'one of two administrators': { fields: { internal_user_group: 1 } },
  'a grant holder': { fields: {} },
} as const;

const grants = {
  timesheetAccountings: ['update', 'approve'],
  timeTrackings: ['create', 'update', 'approve'],
  changeTimeTrackingRequests: ['approve'],
  holidayAdjustment: ['create', 'delete'],
  users: ['update'],
  otherPaidLeaveLimitations: ['create'],
} as const;

onEveryEngine('own affairs', (place) => {
  before(async () => {
    await liftOvertimeLimits(place.machine);
    await place.machine.create('workingTimeCycles', { name: 'Month' });
  });
  for (const [caller, { fields }] of Object.entries(callers)) {
    describe(`from ${caller}`, () => {
      let scene: Promise<Scene> | undefined;
      for (const [name, act] of Object.entries(acts))
        test(`refuses ${name}`, async () => {
          scene ??= callerScene(place, { fields, granted: caller === 'a grant holder' });
          const known = await scene;
          const item = itemOf(await act.send(known));
          assert.equal(await act.done(known), false, JSON.stringify(item));
          assert.equal(item['Success'], act.confirms === true, JSON.stringify(item));
          if (act.confirms === true)
            await known.machine.put('timesheetAccountings/unapprove', { id: known.day });
          else assert.match(item['ErrorExtended'].errorCode, /^(field_)?not_allowed$/, JSON.stringify(item));
        });
    });
  }

  describe('for another person, from an HR manager', () => {
    let other: Promise<Scene> | undefined;
    for (const [name, act] of Object.entries(acts).filter(([, { ownOnly }]) => ownOnly !== true))
      test(`takes ${name}`, async () => {
        other = anew(await (other ??= callerScene(place, { fields: { hr_manager: 1 }, forAnother: true })));
        assert.equal(await act.done(await other), false);
        const answer = await act.send(await other);
        assert.equal(await act.done(await other), true, answer.text);
      });
  });

  describe('from the only administrator', () => {
    let sole: Promise<Scene> | undefined;
    for (const [name, act] of Object.entries(acts).filter(([, { othersOnly }]) => othersOnly !== true))
      test(`takes ${name}`, async () => {
        sole = anew(await (sole ??= soleScene(place)));
        assert.equal(await act.done(await sole), false);
        const answer = await act.send(await sole);
        assert.equal(await act.done(await sole), true, answer.text);
      });
  });
});

function itemOf({ json }: Answer): Envelope {
  return json['isBatch'] === 1 ? json['Results'][0] : json;
}

const terms = {
  payroll_accounting_starts_at: '2026-01-01',
  timesheet_holiday_calc_starting_from: '2026-01-01',
  timesheet_holiday_calc_yearly_amount: 25,
};
const noTerms = {
  ...Object.fromEntries(Object.keys(otherTerms).map((field) => [field, null])),
  timesheet_holiday_calc_interval_mode: 'calendar_year',
  overtime_allowance_is_all_in: 0,
  timesheet_template_id: 1,
};
let serial = 0;

async function callerScene(
  { machine, account }: Place,
  { fields, granted, forAnother }: { fields: object; granted?: boolean; forAnother?: boolean },
): Promise<Scene> {
  const username = `caller-${(serial += 1)}`;
  const self = await hire(machine, username, { ...terms, ...fields });
  if (granted === true) await grantAll(machine, self);
  const person = forAnother === true ? await hire(machine, `person-${serial}`, terms) : self;
  return { machine, client: await account.login(username), person, ...(await rowsOfPerson(machine, person)) };
}

async function soleScene({ installation }: Place): Promise<Scene> {
  const { machine, administrator: client } = await installation.addAccount('sole');
  await liftOvertimeLimits(machine);
  await machine.create('workingTimeCycles', { name: 'Month' });
  await machine.put('users/update/1', { ...terms, timezone: 'Europe/Vienna' });
  return { machine, client, person: 1, ...(await rowsOfPerson(machine, 1)) };
}

/** The scene before any act: each test undoes the one before. */
async function anew(scene: Scene): Promise<Scene> {
  const { machine, person, day } = scene;
  await machine.put('timesheetAccountings/unapprove', { id: day });
  await machine.put('holidayAdjustment/remove', { user_id: person, date, value: 2 });
  await machine.put('timesheetAccountings/update', { id: day, additions: 0, overtime_paid: 0 });
  const { json } = await machine.get('timeTrackings/read', { user_id: person });
  for (const { id } of json['Results'] as { id: number }[])
    await machine.put('timeTrackings/update', { id, approved_by_admin: 0 });
  await deleteAll(machine, 'timeTrackings', person);
  const initial = 'payroll_accounting_initial_value';
  const none = { [`${initial}_working_time_total_balance`]: null, [`${initial}_holiday`]: null };
  await machine.put(`users/update/${person}`, { ...terms, ...none, ...noTerms });
  await deleteAll(machine, 'otherPaidLeaveLimitations', person);
  return { ...scene, ...(await rowsOfPerson(machine, person)) };
}

async function deleteAll(machine: Client, resource: string, user_id: number): Promise<void> {
  const { json } = await machine.get(`${resource}/read`, { user_id });
  for (const { id } of json['Results'] as { id: number }[]) await machine.delete(`${resource}/delete/${id}`);
}

async function rowsOfPerson(machine: Client, person: number): Promise<Pick<Scene, 'day' | 'tracking'>> {
  const times = { start: '2026-03-03 08:00', end: '2026-03-03 16:00' };
  const tracking = (await machine.create('timeTrackings', booking(person, times)))['id'] as number;
  const day = rowOf(await machine.get('timesheetAccountings/read', { user_id: person, date }))[
    'id'
  ] as number;
  return { day, tracking };
}

async function grantAll(machine: Client, user_id: number): Promise<void> {
  const permission_scope_id = permissionScopes.all;
  for (const [resource_name, verbs] of Object.entries(grants))
    for (const permission_name of verbs)
      await machine.create('permissions', { user_id, resource_name, permission_name, permission_scope_id });
}
