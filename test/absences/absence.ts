// Short ways to request, decide and read absences, and a small office of people who do so.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Place } from '../support/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { hire, written } from '../time-tracking/booking.ts';

/** The pairs of numbers that every account has. */
export const holiday = { type_id: 1, subtype_id: 0 };
export const reduction = { type_id: 2, subtype_id: 0 };
export const sickLeave = { type_id: 3, subtype_id: 11 };
export const homeOffice = { type_id: 3, subtype_id: 12 };
export const specialLeave = { type_id: 3, subtype_id: 13 };
export const certifiedSickLeave = { type_id: 4, subtype_id: 0 };

/** The body of a create: a holiday unless `more` says otherwise. */
export function absence(person: number, from_date: string, to_date = from_date, more: object = {}): Envelope {
  return { ...holiday, user_id: person, from_date, to_date, ...more };
}

/** Enters an absence; answers the row. */
export async function enter(client: Client, entity: Envelope): Promise<Envelope> {
  return written(await client.post('absences/create', entity));
}

/** Approves, rejects or cancels. */
export function decide(client: Client, action: string, id: number, more: object = {}): Promise<Answer> {
  return client.put(`absences/${action}`, { id, ...more });
}

/** The status of an absence as the caller reads it. */
export async function statusOf(client: Client, id: number): Promise<number> {
  return written(await client.get(`absences/read/${id}`))['status'];
}

/** The days of an absence by date: `2026-11-23 1`. */
export async function daysOf(client: Client, id: number): Promise<readonly string[]> {
  return (await dayRows(client, { request_id: id })).map(({ date, value }) => `${date} ${value}`);
}

/** Days that meet the query, by date. */
export async function dayRows(
  client: Client,
  query: Readonly<Record<string, string | number>>,
): Promise<readonly Envelope[]> {
  const { json, status, text } = await client.get('absenceDays/read', {
    ...query,
    _order_by: 'date',
    _limit: 10_000,
  });
  assert.equal(status, 200, text);
  return json['Results'];
}

/** A small company: a supervisor leads the department of Anna and Bert; an HR manager works elsewhere. */
export interface Office {
  readonly anna: Client;
  readonly bert: Client;
  readonly boss: Client;
  readonly personnel: Client;
  readonly ids: Readonly<Record<'anna' | 'bert' | 'boss' | 'personnel', number>>;
  readonly department: number;
  readonly below: number;
}

/** Founds it; Anna works in a department below that of Bert. */
export async function openOffice({ machine, account }: Place): Promise<Office> {
  const department = (await machine.create('departments', { department_name: 'Office' }))['id'];
  const below = (
    await machine.create('departments', { department_name: 'Front office', mother_id: department })
  )['id'];
  const ids = {
    anna: await hire(machine, 'anna', { department_id: below }),
    bert: await hire(machine, 'bert', { department_id: department }),
    boss: await hire(machine, 'boss', { department_id: department }),
    personnel: await hire(machine, 'personnel', { hr_manager: 1 }),
  };
  written(await machine.put(`departments/update/${department}`, { supervisor_id: ids.boss }));
  return {
    anna: await account.login('anna'),
    bert: await account.login('bert'),
    boss: await account.login('boss'),
    personnel: await account.login('personnel'),
    ids,
    department,
    below,
  };
}

/** An office with a way to ask. */
export interface AskingOffice extends Office {
  /** A date without absences. */
  nextDay(): string;
  /** Anna requests such a date. */
  request(more?: object): Promise<Envelope>;
}

/** The office of a block; only tests can use its people. */
export function officeOf(place: Place): AskingOffice {
  const office = {} as Office;
  const nextDay = wednesdays();
  before(async () => void Object.assign(office, await openOffice(place)));
  const request = (more: object = {}): Promise<Envelope> =>
    enter(office.anna, absence(office.ids.anna, nextDay(), undefined, more));
  return Object.assign(office, { nextDay, request });
}

/** Gives out Wednesdays of 2027, none twice: no public holiday of Austria lies on one of them. */
export function wednesdays(): () => string {
  let number = 0;
  return () => new Date(Date.UTC(2027, 0, 6 + 7 * (number += 1))).toISOString().slice(0, 10);
}
