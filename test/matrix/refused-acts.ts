// What the service refuses on every path: times outside employment, payouts above the balance, approvals of oneself. Each
// act sends one of them on one path; the table of the tests is made of all.
import type { Answer, Client, Envelope } from '../support/client.ts';
import { booking } from '../time-tracking/booking.ts';

/** About whom, and who sends. */
export interface Scene {
  /** A machine credential, which may do what the person may not. */
  readonly machine: Client;
  /** An HR manager. */
  readonly hr: Client;
  readonly hrId: number;
  readonly person: number;
  /** A tracking of the person inside the employment, and one of the HR manager. */
  readonly tracking: number;
  readonly own: number;
  /** Ids of the days of the person and of the HR manager. */
  readonly day: number;
  readonly ownDay: number;
  /** A request for times outside the employment, made before the exit was known, and one of the HR manager. */
  readonly request: number;
  readonly ownRequest: number;
}

/** Sends an act on one path. */
export type Act = (scene: Scene) => Promise<Answer>;

/** The acts of a refusal by the name of their path. */
export type Paths = Readonly<Record<string, Act>>;

const work = 4;
const zone = 'UTC';

/** Times between the exit on 30 June and the present. */
function outside(person: number, hour: number): Envelope {
  const at = (minute: string): string => `2026-07-01 ${String(hour).padStart(2, '0')}:${minute}`;
  return booking(person, { start: at('00'), end: at('30'), zone });
}

const nested = (person: number, hour: number): Envelope => ({
  time_tracking_id: 0,
  request_user_comment: 'forgot',
  nestedEntities: { timeTrackings: [outside(person, hour)] },
});

const timer =
  (action: 'start' | 'toggle', more: Envelope): Act =>
  ({ machine, person }) =>
    machine.post(`timeTrackings/${action}`, { user_id: person, task_id: work, ...more });

const moved = { start_time: '2026-07-01 08:00:00', end_time: '2026-07-01 09:00:00' };
const late = { time: '2026-07-01 12:00:00', timezone: zone, is_offline_tracking: 1 };

/** Books outside the employment. */
export const bookings: Paths = {
  'create of one': ({ machine, person }) => machine.post('timeTrackings/create', outside(person, 1)),
  'create in a batch': ({ machine, person }) => machine.post('timeTrackings/create', [outside(person, 2)]),
  'create in an object of items': ({ machine, person }) =>
    machine.post('timeTrackings/create', { 0: outside(person, 3) }),
  'create in the place of others': ({ machine, person }) =>
    machine.post('timeTrackings/create', { ...outside(person, 4), _insert_into_conflicting: 1 }),
  'create of what still runs': ({ machine, person }) =>
    machine.post('timeTrackings/create', {
      ...outside(person, 5),
      end_time: undefined,
      end_time_timezone: undefined,
    }),
  'update in the address': ({ machine, tracking }) => machine.put(`timeTrackings/update/${tracking}`, moved),
  'update in a batch': ({ machine, tracking }) =>
    machine.put('timeTrackings/update', [{ id: tracking, ...moved }]),
  'update of the end alone': ({ machine, tracking }) =>
    machine.put(`timeTrackings/update/${tracking}`, { end_time: '2026-07-01 00:00:01' }),
  'nested in a request': ({ machine, person }) =>
    machine.post('changeTimeTrackingRequests/create', nested(person, 6)),
  'nested in a batch of requests': ({ machine, person }) =>
    machine.post('changeTimeTrackingRequests/create', [nested(person, 7)]),
  'grant of an older request': ({ machine, request }) =>
    machine.put('changeTimeTrackingRequests/approve', { id: request }),
  'start of the timer': timer('start', {}),
  'toggle of the timer': timer('toggle', {}),
  'start at a claimed time': timer('start', { time: late.time, timezone: zone }),
  'uploaded start': timer('start', { ...late, client_unique_id: 'refused-start' }),
  'uploaded toggle': timer('toggle', { ...late, client_unique_id: 'refused-toggle' }),
  'uploaded create': ({ machine, person }) =>
    machine.post('timeTrackings/create', {
      ...outside(person, 8),
      is_offline_tracking: 1,
      client_unique_id: 'refused-create',
    }),
};

/** More than the balance of the day. */
const tooMuch = { overtime_paid: 1000 };

/** Pays out what is not there. */
export const payouts: Paths = {
  'update in the address': ({ hr, day }) => hr.put(`timesheetAccountings/update/${day}`, tooMuch),
  'update in the body': ({ hr, day }) => hr.put('timesheetAccountings/update', { id: day, ...tooMuch }),
  'update in a batch': ({ hr, day }) => hr.put('timesheetAccountings/update', [{ id: day, ...tooMuch }]),
  'update in an object of items': ({ hr, day }) =>
    hr.put('timesheetAccountings/update', { 0: { id: day, ...tooMuch } }),
  'update by a machine': ({ machine, day }) => machine.put(`timesheetAccountings/update/${day}`, tooMuch),
};

const approvedBooking = (person: number, day: string): Envelope => ({
  ...booking(person, { start: `2026-06-${day} 20:00`, end: `2026-06-${day} 21:00`, zone }),
  approved_by_admin: 1,
});

/** Approves the own times or days for the company. */
export const approvals: Paths = {
  'approval of a day by id': ({ hr, ownDay }) =>
    hr.put('timesheetAccountings/approve', { id: ownDay, approved_by_admin: 1 }),
  'approval of a day by date': ({ hr, hrId }) =>
    hr.put('timesheetAccountings/approve', { user_id: hrId, date: '2026-06-10', approved_by_admin: 1 }),
  'approval of days in a batch': ({ hr, ownDay }) =>
    hr.put('timesheetAccountings/approve', [{ id: ownDay, approved_by_admin: 1 }]),
  'first approval of a day': ({ hr, ownDay }) =>
    hr.put('timesheetAccountings/approve', { id: ownDay, approved_by_user_1: 1 }),
  'approval of a tracking': ({ hr, own }) => hr.put('timeTrackings/approve', { id: own }),
  'approval of trackings in a batch': ({ hr, own }) => hr.put('timeTrackings/approve', [{ id: own }]),
  'update of a tracking': ({ hr, own }) => hr.put(`timeTrackings/update/${own}`, { approved_by_admin: 1 }),
  'create of an approved tracking': ({ hr, hrId }) =>
    hr.post('timeTrackings/create', approvedBooking(hrId, '17')),
  'create of approved trackings in a batch': ({ hr, hrId }) =>
    hr.post('timeTrackings/create', [approvedBooking(hrId, '18')]),
  'uploaded create of an approved tracking': ({ hr, hrId }) =>
    hr.post('timeTrackings/create', {
      ...approvedBooking(hrId, '19'),
      is_offline_tracking: 1,
      client_unique_id: 'approved-create',
    }),
  'grant of the own request': ({ hr, ownRequest }) =>
    hr.put('changeTimeTrackingRequests/approve', { id: ownRequest }),
};
