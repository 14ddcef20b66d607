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

const date = '2026-03-02';

/** Who acts, and about whom. */
interface Scene {
  readonly machine: Client;
  readonly client: Client;
  readonly person: number;
  /** The day of the person, and a tracking of them on another day. */
  readonly day: number;
  readonly tracking: number;
}

/** What is done, on one path; `done` says whether it has happened. */
interface Act {
  readonly send: (scene: Scene) => Promise<Answer>;
  readonly done: (scene: Scene) => Promise<boolean>;
  /** The call is answered without doing it: a person confirms their own day. */
  readonly confirms?: true;
  /** Needs a right that only the person has, so that no other person does it. */
  readonly ownOnly?: true;
}

/** Ways to send an update of one row; every one ends in the same rules. */
const updates: Readonly<
  Record<string, (client: Client, resource: string, row: Envelope) => Promise<Answer>>
> = {
  'in the body': (client, resource, row) => client.put(`${resource}/update`, row),
  'in the address': (client, resource, { id, ...row }) => client.put(`${resource}/update/${id}`, row),
  'in a batch': (client, resource, row) => client.put(`${resource}/update`, [row]),
  'in an object of items': (client, resource, row) => client.put(`${resource}/update`, { 0: row }),
};

const read = async ({ machine }: Scene, resource: string, id: number): Promise<Envelope> =>
  rowOf(await machine.get(`${resource}/read/${id}`));
const dayHas =
  (field: string, value: unknown): Act['done'] =>
  async (scene) =>
    (await read(scene, 'timesheetAccountings', scene.day))[field] === value;
const personHas =
  (field: string, value: unknown): Act['done'] =>
  async (scene) =>
    (await read(scene, 'users', scene.person))[field] === value;

function fieldActs(): readonly (readonly [string, Act])[] {
  const ofDay = { additions: 5, overtime_paid: 3 };
  const ofPerson = {
    payroll_accounting_initial_value_working_time_total_balance: 40,
    payroll_accounting_initial_value_holiday: 12,
    payroll_accounting_starts_at: '2026-02-01',
    timesheet_holiday_calc_starting_from: '2026-02-01',
    timesheet_holiday_calc_yearly_amount: 99,
  };
  return Object.entries(updates).flatMap(([way, update]) => [
    ...Object.entries(ofDay).map(([field, value]): [string, Act] => [
      `${field} ${way}`,
      {
        send: ({ client, day }) => update(client, 'timesheetAccountings', { id: day, [field]: value }),
        done: dayHas(field, value),
      },
    ]),
    ...Object.entries(ofPerson).map(([field, value]): [string, Act] => [
      `${field.replace('payroll_accounting', '…').replace('timesheet_holiday_calc', '…')} ${way}`,
      {
        send: ({ client, person }) => update(client, 'users', { id: person, [field]: value }),
        done: personHas(field, value),
      },
    ]),
    [
      `approved_by_admin of a tracking ${way}`,
      {
        send: ({ client, tracking }) =>
          update(client, 'timeTrackings', { id: tracking, approved_by_admin: 1 }),
        done: trackingApproved,
      },
    ],
  ]);
}

const trackingApproved: Act['done'] = async (scene) =>
  (await read(scene, 'timeTrackings', scene.tracking))['approved_by_admin'] === 1;
const anyApproved: Act['done'] = async ({ machine, person }) =>
  (await machine.get('timeTrackings/read', { user_id: person, approved_by_admin: 1 })).json['NumResults'] > 0;

/** A tracking that is approved from the beginning. */
const approved = ({ person }: Scene): Envelope => ({
  ...booking(person, { start: '2026-03-04 08:00', end: '2026-03-04 09:00' }),
  approved_by_admin: 1,
});
const adjustment = ({ person }: Scene): Envelope => ({ user_id: person, date, value: 2 });
const adjusted: Act['done'] = async (scene) =>
  (await read(scene, 'timesheetAccountings', scene.day))['holiday_adjustments'] === 2;

const acts: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(fieldActs()),
  'approval of a day by id': {
    send: ({ client, day }) => client.put('timesheetAccountings/approve', { id: day }),
    done: dayHas('approved_by_admin', 1),
    confirms: true,
  },
  'approval of a day by date': {
    send: ({ client, person }) => client.put('timesheetAccountings/approve', { user_id: person, date }),
    done: dayHas('approved_by_admin', 1),
    confirms: true,
  },
  'approval of a day in a batch': {
    send: ({ client, day }) => client.put('timesheetAccountings/approve', [{ id: day }]),
    done: dayHas('approved_by_admin', 1),
    confirms: true,
  },
  'approve of a tracking': {
    send: ({ client, tracking }) => client.put('timeTrackings/approve', { id: tracking }),
    done: trackingApproved,
  },
  'approve of trackings in a batch': {
    send: ({ client, tracking }) => client.put('timeTrackings/approve', [{ id: tracking }]),
    done: trackingApproved,
  },
  'create of an approved tracking': {
    send: (scene) => scene.client.post('timeTrackings/create', approved(scene)),
    done: anyApproved,
  },
  'create of approved trackings in a batch': {
    send: (scene) => scene.client.post('timeTrackings/create', [approved(scene)]),
    done: anyApproved,
  },
  'late upload of an approved tracking': {
    send: (scene) =>
      scene.client.post('timeTrackings/create', {
        ...approved(scene),
        is_offline_tracking: 1,
        client_unique_id: `late-${scene.person}`,
      }),
    done: anyApproved,
  },
  'request for an approved tracking, granted by the caller': {
    send: async (scene) => {
      const asked = await scene.client.post('changeTimeTrackingRequests/create', {
        time_tracking_id: 0,
        request_user_comment: 'please',
        nestedEntities: { timeTrackings: [approved(scene)] },
      });
      const id = asked.json['Results']?.[0]?.id as number | undefined;
      return id === undefined ? asked : scene.client.put('changeTimeTrackingRequests/approve', { id });
    },
    done: anyApproved,
    ownOnly: true,
  },
  'days of holiday': {
    send: (scene) => scene.client.put('holidayAdjustment/add', adjustment(scene)),
    done: adjusted,
  },
  'days of holiday in a batch': {
    send: (scene) => scene.client.put('holidayAdjustment/add', [adjustment(scene)]),
    done: adjusted,
  },
};

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
} as const;

onEveryEngine('own affairs', (place) => {
  before(() => liftOvertimeLimits(place.machine));
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
    for (const [name, act] of Object.entries(acts))
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
  for (const { id } of json['Results'] as { id: number }[]) {
    await machine.put('timeTrackings/update', { id, approved_by_admin: 0 });
    await machine.delete(`timeTrackings/delete/${id}`);
  }
  const initial = 'payroll_accounting_initial_value';
  const none = { [`${initial}_working_time_total_balance`]: null, [`${initial}_holiday`]: null };
  await machine.put(`users/update/${person}`, { ...terms, ...none });
  return { ...scene, ...(await rowsOfPerson(machine, person)) };
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
