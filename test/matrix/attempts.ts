// An attempt performs the action that a permission question asks about, and reports whether the server allowed it.
import assert from 'node:assert/strict';
import type { Question } from '#domain/permissions/questions.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { probes } from './access-table.ts';
import { entityAbout, rowAbout, rowToRead, updateOf } from './company-rows.ts';
import type { Company } from './company.ts';
import { missingData } from './missing-data.ts';
import { storeRow } from './store-row.ts';

/** Who or what the question is asked about. */
export interface Attempt {
  readonly question: Question;
  readonly person: number;
  readonly department?: number;
}

/** Does what the question asks; whether the server let it. Any refusal but for lack of rights is an error. */
export async function attempt(company: Company, client: Client, part: Attempt): Promise<boolean> {
  const { question, person } = part;
  const { resource, action } = question;
  switch (action) {
    case 'read': {
      if (resource === 'users') return showsPersonnel(await client.get(`users/read/${person}`));
      const row = await standingRow(company, resource, person);
      const key = resource === 'userStatusOverview' ? 'user_id' : 'id';
      const { json } = await client.get(`${resource}/read`, { [key]: row });
      return json['NumResults'] === 1 && showsMoreThanPublic(resource, json['Results'][0]);
    }
    case 'create':
      return isDone(await client.post(`${resource}/create`, await entityFor(company, part)));
    case 'update': {
      const row = await rowToUpdate(company, part);
      return isDone(await client.put(`${resource}/update/${row}`, updateOfPersonnel(resource)));
    }
    case 'delete': {
      if (resource === 'users') return deletePerson(company, client, person);
      return isDone(await client.delete(`${resource}/delete`, await rowToDelete(company, part)));
    }
    case 'add':
      return isDone(await client.put('holidayAdjustment/add', adjustmentOf(person)));
    default:
      throw new Error(missingData('attempt', question.name));
  }
}

/** Colleagues see public fields of some resources: the questions are about more than these. */
function showsMoreThanPublic(resource: string, row: Envelope): boolean {
  const own = probes[resource]?.o;
  return own === undefined || own in row;
}

/** Enters an absence without storing it, or decides one that a user requested. */
export async function attemptAbsence(
  company: Company,
  client: Client,
  { question, person, type }: { question: Question; person: number; type: Envelope },
): Promise<boolean> {
  const monday = Date.parse('2030-01-07') + company.nextSerial() * 7 * 86_400_000;
  const date = new Date(monday + 2 * 86_400_000).toISOString().slice(0, 10);
  const absence = {
    user_id: person,
    type_id: type['absence_type_id'] as number,
    subtype_id: type['absence_subtype_id'] as number,
    from_date: date,
    to_date: date,
  };
  if (question.action === 'create') return isDone(await client.post('absences/validate', absence));
  const request = { ...absence, status: 0, duration: 100, duration_unit: 'd' };
  return isDone(await client.put('absences/approve', { id: await storeRow(company, 'absences', request) }));
}

async function entityFor(company: Company, { question, person, department }: Attempt): Promise<Envelope> {
  const entity = await entityAbout(company, question.resource, person);
  const placed = question.resource === 'users' || question.resource === 'absenceBans';
  return placed ? { ...entity, department_id: department } : { ...entity };
}

async function rowToUpdate(company: Company, part: Attempt): Promise<number> {
  const { resource } = part.question;
  if (resource === 'users') return part.person;
  if (part.department === undefined || resource !== 'absenceBans')
    return standingRow(company, resource, part.person);
  return (await company.machine.create(resource, await entityFor(company, part)))['id'] as number;
}

async function rowToDelete(company: Company, part: Attempt): Promise<Record<string, number>> {
  const { resource } = part.question;
  if (resource !== 'absenceBans') return rowAbout(company, resource, part.person);
  return { id: await rowToUpdate(company, part) };
}

function showsPersonnel({ json }: Answer): boolean {
  const [row] = json['Results'] as readonly Envelope[];
  return row !== undefined && String(probes['users']?.o) in row;
}

/** What is personnel data and one's own to set as well. */
function updateOfPersonnel(resource: string): Envelope {
  return resource === 'users' ? { skype: `s${Math.random()}` } : { ...updateOf(resource) };
}

function adjustmentOf(person: number): Envelope {
  return { user_id: person, date: '2026-03-02', value: 1 };
}

/** A tracking blocks the deletion, so that the person stays: the refusal `in_use` shows that the caller may delete. */
async function deletePerson(company: Company, client: Client, person: number): Promise<boolean> {
  await standingRow(company, 'timeTrackings', person);
  const answer = await client.delete('users/delete', { id: person });
  if (answer.status === 422 && answer.json['ErrorExtended'].errorCode === 'in_use') return true;
  return isDone(answer);
}

function isDone({ status, json, text }: Answer): boolean {
  if (status === 200) return true;
  const code = String(json['ErrorExtended']?.errorCode);
  assert.ok(['not_allowed', 'unknown_reference', 'field_not_allowed'].includes(code), text);
  return false;
}

const standing = new WeakMap<Company, Map<string, number>>();

/** A row of the resource about the person, the same every time. */
async function standingRow(company: Company, resource: string, person: number): Promise<number> {
  let rows = standing.get(company);
  if (rows === undefined) standing.set(company, (rows = new Map()));
  const key = `${resource} ${person}`;
  const known = rows.get(key);
  if (known !== undefined) return known;
  const row = Object.values(await rowToRead(company, resource, person))[0] as number;
  rows.set(key, row);
  return row;
}
