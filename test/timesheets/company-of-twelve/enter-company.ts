// Enters the company over HTTP, as its clients do while the year passes: first what was agreed, then what happened.
import assert from 'node:assert/strict';
import { createClient, fetchToken, type Client } from '../../support/client.ts';
import { setClock } from '../../support/installation.ts';
import type { Place } from '../../support/on-every-engine.ts';
import { createAll, planOf, trackingOf } from './enter-bookings.ts';
import type { Company, Person } from './facts.ts';
import { employAgain } from './settled-terms.ts';
import { found, type Founded } from './found-company.ts';
import { absenceTypes } from './absence-types.ts';

/** Ids of the company's rows, as far as the comparison needs them. */
export interface Entered {
  readonly machine: Client;
  readonly people: ReadonlyMap<string, number>;
  readonly departments: ReadonlyMap<string, number>;
}

/** Enters everything. The installation's clock begins in January 2026 and ends on the company's last day. */
export async function enterCompany(place: Place, company: Company): Promise<Entered> {
  const founded = await found(place.machine, company);
  for (const { from, ...edit } of editsOf(company)) {
    setClock(place.installation.clock, `${from}T09:00:00Z`);
    await editSchedule(await freshMachine(place), { ...edit, ids: founded.schedules });
  }
  setClock(place.installation.clock, `${company.today}T12:00:00Z`);
  const machine = await freshMachine(place);
  for (const person of company.people) {
    const id = founded.people.get(person.name) as number;
    await employAgain(machine, id, person);
    await createAll(
      machine,
      'timeTrackings',
      person.bookings.map((one) => trackingOf(id, one, founded.tasks)),
    );
    await createAll(
      machine,
      'timePlannings',
      person.plans.map((one) => planOf(id, one, founded.tasks)),
    );
    await enterAbsences(machine, id, person);
    await enterHours(machine, id, person);
  }
  await approveDays(place, company, founded);
  return { machine, ...founded };
}

/** A token of the present hour. */
async function freshMachine({ installation: { address, account } }: Place): Promise<Client> {
  const where = { address, account: account.name };
  const client = { client_id: account.clientId, client_secret: account.clientSecret };
  const { access_token } = await fetchToken(where, { grant_type: 'client_credentials', ...client });
  return createClient(where, access_token);
}

interface Edit {
  readonly name: string;
  readonly weekday: number;
  readonly hours: number;
}

function editsOf({ schedules }: Company): readonly (Edit & { readonly from: string })[] {
  return schedules
    .flatMap(({ name, edits }) => edits.map((edit) => ({ name, ...edit })))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

async function editSchedule(
  machine: Client,
  { name, weekday, hours, ids }: Edit & { readonly ids: ReadonlyMap<string, number> },
): Promise<void> {
  const query = { timesheet_template_id: ids.get(name) as number, weekday_id: weekday };
  const { json } = await machine.get('workScheduleDays/read', query);
  await succeeds(machine.put(`workScheduleDays/update/${json['Results'][0].id}`, { hours }));
}

async function enterAbsences(machine: Client, user_id: number, { absences }: Person): Promise<void> {
  const rows = absences.map(({ kind, from, to, beginsHalf, endsHalf }) => ({
    user_id,
    ...absenceTypes[kind],
    from_date: from,
    to_date: to,
    ...(beginsHalf === true ? { request_partial_begin_duration: 0.5 } : {}),
    ...(endsHalf === true ? { request_partial_end_duration: 0.5 } : {}),
  }));
  await createAll(machine, 'absences', rows);
}

/** Payouts, additions and adjustments of holiday. */
async function enterHours(machine: Client, user_id: number, person: Person): Promise<void> {
  for (const { date, days } of person.adjustments)
    await succeeds(machine.put('holidayAdjustment/add', { user_id, date, value: days }));
  const write = async (date: string, more: object): Promise<void> => {
    const { json } = await machine.get('timesheetAccountings/read', { user_id, date });
    await succeeds(machine.put(`timesheetAccountings/update/${json['Results'][0].id}`, more));
  };
  for (const { date, hours } of person.additions) await write(date, { additions: hours });
  for (const { date, hours } of person.payouts) await write(date, { overtime_paid: hours });
}

async function approveDays({ account }: Place, { people }: Company, founded: Founded): Promise<void> {
  const administrator = await account.login('admin');
  for (const { name, approved } of people) {
    if (approved.length === 0) continue;
    const user_id = founded.people.get(name);
    await succeeds(
      administrator.put(
        'timesheetAccountings/approve',
        approved.map((date) => ({ user_id, date })),
      ),
    );
  }
}

async function succeeds(answer: ReturnType<Client['put']>): Promise<void> {
  const { status, json, text } = await answer;
  assert.equal(status, 200, text.slice(0, 1000));
  assert.equal(json['Success'], true, text.slice(0, 1000));
}
