// What people may not do about themselves: fields, approvals and rows that their hours and days of holiday follow from.
import type { Answer, Client, Envelope } from '../support/client.ts';
import { rowOf } from '../support/expectations.ts';
import { booking } from '../time-tracking/booking.ts';

/** The day of which hours are written. */
export const date = '2026-03-02';

/** Who acts, and about whom. */
export interface Scene {
  readonly machine: Client;
  readonly client: Client;
  readonly person: number;
  /** The day of the person, and a tracking of them on another day. */
  readonly day: number;
  readonly tracking: number;
}

/** What is done, on one path; `done` says whether it has happened. */
export interface Act {
  readonly send: (scene: Scene) => Promise<Answer>;
  readonly done: (scene: Scene) => Promise<boolean>;
  /** The call is answered without doing it: a person confirms their own day. */
  readonly confirms?: true;
  /** Needs a right that only the person has, so that no other person does it. */
  readonly ownOnly?: true;
  /** An account keeps its only administrator, who cannot do it to themselves. */
  readonly othersOnly?: true;
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

/** What else people are paid by. */
export const otherTerms = {
  entry_date: '2026-01-15',
  exit_date: '2026-12-31',
  timesheet_holiday_calc_interval_mode: 'entry_date',
  working_time_balance_rule: 1,
  working_time_balance_rule_cycle_id: 1,
  working_time_balance_rule_valid_from: '2026-02-01',
  overtime_allowance_is_all_in: 1,
  overtime_allowance_is_all_in_valid_starting_from: '2026-02-01',
  overtime_allowance_included_overtime_hours_per_cycle: 7,
  overtime__all_inc_ov_hours_per_cycle_valid_starting_from: '2026-02-01',
  overtime_allowance_clear_working_time_saldo_valid_starting_from: '2026-02-01',
  timesheet_template_id: 2,
  automatic_break_template_id: 2,
  automatic_break_template_valid_starting_from: '2026-02-01',
  paid_break_day_quota_in_minutes: 20,
  paid_break_day_quota_valid_from: '2026-02-01',
  annual_hours_per_year: 1000,
  annual_hours_valid_from: '2026-02-01',
} as const;

function fieldActs(): readonly (readonly [string, Act])[] {
  const ofDay = { additions: 5, overtime_paid: 3 };
  const ofPerson = {
    payroll_accounting_initial_value_working_time_total_balance: 40,
    payroll_accounting_initial_value_holiday: 12,
    payroll_accounting_starts_at: '2026-02-01',
    timesheet_holiday_calc_starting_from: '2026-02-01',
    timesheet_holiday_calc_yearly_amount: 99,
  };
  const terms = Object.entries(otherTerms).map(([field, value]): [string, Act] => [
    field,
    {
      send: ({ client, person }) => client.put('users/update', { id: person, [field]: value }),
      done: personHas(field, value),
      ...(field === 'exit_date' ? { othersOnly: true } : {}),
    },
  ]);
  const ways = Object.entries(updates).flatMap(([way, update]): [string, Act][] => [
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
  return [...ways, ...terms];
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
const limitOf = (user_id: number): Envelope => ({
  user_id,
  absence_type_id: 3,
  absence_subtype_id: 13,
  cycle_id: 1,
  cycle_max_days: 3,
});
const adjustment = ({ person }: Scene): Envelope => ({ user_id: person, date, value: 2 });
const adjusted: Act['done'] = async (scene) =>
  (await read(scene, 'timesheetAccountings', scene.day))['holiday_adjustments'] === 2;

/** Every act by its name. */
export const acts: Readonly<Record<string, Act>> = {
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
  'an own limit of other leave': {
    send: ({ client, person }) => client.post('otherPaidLeaveLimitations/create', limitOf(person)),
    done: async ({ machine, person }) =>
      (await machine.get('otherPaidLeaveLimitations/read', { user_id: person })).json['NumResults'] > 0,
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
