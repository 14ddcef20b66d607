// Short ways to change work schedules while weeks pass.
import type { Row } from '#resource/rule.ts';
import { scheduleOn, type PersonDay } from '#domain/schedules/person-days.ts';
import { dateAfter } from '#values/date-range.ts';
import { rowsOf } from '../support/expectations.ts';
import type { Place } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import { createClient, fetchToken, type Answer, type Client } from '../support/client.ts';
import { hire } from '../time-tracking/booking.ts';

/** Schedules of one account, and a clock that the tests move. */
export interface Schedules {
  readonly client: () => Client;
  /** The date of the installation's clock in UTC. */
  readonly today: () => string;
  /** Lets days pass. */
  readonly pass: (days: number) => Promise<void>;
  readonly make: (more?: object) => Promise<number>;
  readonly setDay: (schedule: number, weekday: number, entity: object) => Promise<Answer>;
  readonly setLimits: (schedule: number, entity: object) => Promise<Answer>;
  /** Hires a person with the schedule, without a start date. */
  readonly hireFor: (schedule: number, more?: object) => Promise<number>;
  /** Gives a person the schedule, from a date on if one is named. */
  readonly give: (person: number, schedule: number, from?: string) => Promise<Answer>;
  /** Puts right from when on a person has the schedule that they have. */
  readonly redate: (person: number, from: string) => Promise<Answer>;
  /** What the schedules of a person say of a date. */
  readonly planOf: (person: number, date: string) => Promise<PersonDay>;
  /** What is kept of the schedule, oldest first. */
  readonly versions: (schedule: number) => Promise<readonly Row[]>;
}

/** The schedules of an installation whose clock began at `startsAt`. */
export function schedulesOf(place: Place, startsAt: string): Schedules {
  let [serial, passed] = [0, 0];
  let machine: Client | undefined;
  const client = (): Client => (machine ??= place.machine);
  const dayId = async (schedule: number, weekday: number): Promise<number> => {
    const query = { timesheet_template_id: schedule, weekday_id: weekday };
    return rowsOf(await client().get('workScheduleDays/read', query))[0]?.['id'];
  };
  return {
    client,
    today: () => dateAfter(startsAt.slice(0, 10), passed),
    pass: async (days) => {
      place.installation.clock.shift += days * 86_400_000;
      passed += days;
      machine = await newMachine(place);
    },
    make: async (more = {}) => (await client().create('workSchedules', { name: 'Shop', ...more }))['id'],
    setDay: async (schedule, weekday, entity) =>
      client().put(`workScheduleDays/update/${await dayId(schedule, weekday)}`, entity),
    setLimits: (schedule, entity) => client().put(`workSchedules/update/${schedule}`, entity),
    hireFor: (schedule, more = {}) => {
      const person = { timesheet_template_id: schedule, timezone: 'UTC', ...more };
      return hire(client(), `worker.${(serial += 1)}`, person);
    },
    give: (person, schedule, from) =>
      client().put(`users/update/${person}`, {
        timesheet_template_id: schedule,
        ...(from === undefined ? {} : { timesheet_template_id_valid_starting_from: from }),
      }),
    redate: (person, from) =>
      client().put(`users/update/${person}`, { timesheet_template_id_valid_starting_from: from }),
    planOf: async (person, date) => {
      const day = await inAccount(place.installation, (view) => scheduleOn(view, person, date));
      if (day === undefined) throw new Error(`there is no user ${person}`);
      return day;
    },
    versions: (schedule) =>
      inAccount(place.installation, (view) =>
        view.find('scheduleVersions', [{ column: 'timesheet_template_id', is: '=', value: schedule }], {
          orderBy: ['valid_from'],
        }),
      ),
  };
}

/** Tokens do not live for days. */
async function newMachine({ installation: { address, account } }: Place): Promise<Client> {
  const where = { address, account: account.name };
  const client = { client_id: account.clientId, client_secret: account.clientSecret };
  return createClient(
    where,
    (await fetchToken(where, { grant_type: 'client_credentials', ...client })).access_token,
  );
}
