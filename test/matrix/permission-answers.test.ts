// Decisions §9: what permissionResolve… answers is exactly what the server then does, in organisations made at random.
// HOURBOOK_TEST_SEED repeats a run.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { questions, type Question } from '#rules/permissions/questions.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { probes } from './access-table.ts';
import { entityAbout, rowAbout, updateOf } from './company-rows.ts';
import { startCompany, type Company, type Person } from './company.ts';

const seed = Number(process.env['HOURBOOK_TEST_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const subjects = ['supervisor', 'assistant', 'teamLeader', 'hrManager', 'employee', 'administrator'] as const;
const people: readonly Person[] = ['supervisor', 'hrManager', 'employee', 'colleague', 'report', 'member'];

/** One thing that gives rights: who leads what, who works where, who is granted what. */
type Right =
  | { readonly kind: 'supervise' | 'move'; readonly person: number; readonly department: number }
  | { readonly kind: 'join'; readonly person: number }
  | {
      readonly kind: 'grant';
      readonly person: number;
      readonly question: number;
      readonly scope: number;
      readonly target: number;
    };

const anyRight: fc.Arbitrary<Right> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('supervise' as const, 'move' as const),
    person: fc.nat(5),
    department: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('join' as const), person: fc.nat(5) }),
  fc.record({
    kind: fc.constant('grant' as const),
    person: fc.nat(4),
    question: fc.nat(questions.length - 1),
    scope: fc.integer({ min: 1, max: 6 }),
    target: fc.nat(5),
  }),
);

for (const engine of storageEngines) {
  describe(`answers about rights (${engine.name})`, { concurrency: false }, () => {
    let company: Company;
    before(async () => {
      company = await startCompany(engine);
    });
    after(() => company?.installation.close());

    test('are what the server does, for every question, person and department', async () => {
      const organisation = fc.array(anyRight, { minLength: 6, maxLength: 14 });
      const property = fc.asyncProperty(organisation, async (rights) => {
        for (const right of rights) await give(company, right);
        for (const subject of subjects) await compare(company, subject);
      });
      await fc.assert(property, { seed, numRuns: 3, endOnFailure: true });
    });
  });
}

async function give({ machine, people: ids, departments, team }: Company, right: Right): Promise<void> {
  const places = Object.values(departments);
  const person = ids[people[right.person] as Person];
  switch (right.kind) {
    case 'supervise':
      await machine.put(`departments/update/${places[right.department]}`, { supervisor_id: person });
      return;
    case 'move':
      await machine.put(`users/update/${person}`, { department_id: places[right.department] });
      return;
    case 'join':
      await machine.post('teamMembers/create', { team_id: team, user_id: person });
      return;
    case 'grant': {
      const { resource, action } = questions[right.question] as Question;
      const verb = ['read', 'create', 'update', 'delete'].includes(action) ? action : 'approve';
      const targets = { 3: places, 4: places, 5: [team], 6: people.map((name) => ids[name]) };
      const named = (targets as Record<number, readonly number[]>)[right.scope] ?? [''];
      const answer = await machine.post('permissions/create', {
        user_id:
          ids[
            (['supervisor', 'assistant', 'teamLeader', 'employee', 'hrManager'] as const)[right.person] ??
              'employee'
          ],
        resource_name: resource,
        permission_name: verb,
        permission_scope_id: right.scope,
        permission_scope_data_1: named[right.target % named.length],
      });
      assert.equal(answer.status, 200, answer.text);
    }
  }
}

/** Asks for all answers about a subject, and tries everything that they tell of. */
async function compare(company: Company, subject: (typeof subjects)[number]): Promise<void> {
  const client = company.callers[subject];
  const users = await factsOf(client, 'permissionResolveUsers', 'resolve_user');
  const departments = await factsOf(client, 'permissionResolveDepartments', 'resolve_department');
  const newcomers = new Map<number, number>();
  for (const department_id of Object.values(company.departments)) {
    const row = await company.machine.create('users', {
      ...(await entityAbout(company, 'users', 0)),
      department_id,
    });
    newcomers.set(department_id, row['id'] as number);
  }
  for (const question of questions) {
    const place = (id: number): string => `${subject}: ${question.name} of ${id}`;
    for (const name of question.name === 'createUsers' ? [] : people) {
      const id = company.people[name];
      assert.equal(await attempt(company, client, { question, person: id }), users(question, id), place(id));
    }
    for (const [department, person] of newcomers) {
      const done = await attempt(company, client, { question, person, department });
      assert.equal(done, departments(question, department), `${place(person)} in department ${department}`);
    }
  }
}

/** Whether an answer names the id, or everything, for a question. */
async function factsOf(
  client: Client,
  resource: string,
  column: string,
): Promise<(question: Question, id: number) => boolean> {
  const me = (await client.get('users/me')).json['Results'][0].id as number;
  const { json, text } = await client.get(`${resource}/read`, { subject_user_id: me, _limit: 10_000 });
  assert.ok(json['NumResults'] > 0 || resource.endsWith('Departments'), text);
  const rows = json['Results'] as readonly Envelope[];
  return ({ id: asked }, id) =>
    rows.some(
      (row) =>
        row['resolve_question_id'] === asked &&
        (row[`${column}_wildcard`] === '*' || row[`${column}_id`] === id),
    );
}

/** Does what the question asks about a person; whether the server let it. */
async function attempt(
  company: Company,
  client: Client,
  part: { question: Question; person: number; department?: number },
): Promise<boolean> {
  const { question, person, department } = part;
  const { resource, action } = question;
  switch (action) {
    case 'read': {
      if (resource === 'users') return showsPersonnel(await client.get(`users/read/${person}`));
      const row = await standingRow(company, resource, person);
      return (await client.get(`${resource}/read/${row}`)).json['NumResults'] === 1;
    }
    case 'create': {
      const place = resource === 'users' ? { department_id: department } : {};
      const entity = { ...(await entityAbout(company, resource, person)), ...place };
      return isDone(await client.post(`${resource}/create`, entity));
    }
    case 'update': {
      const row = resource === 'users' ? person : await standingRow(company, resource, person);
      return isDone(await client.put(`${resource}/update/${row}`, updateOfPersonnel(resource)));
    }
    case 'delete': {
      if (resource === 'users') return deletePerson(company, client, person);
      const row = await rowAbout(company, resource, person);
      return isDone(await client.delete(`${resource}/delete`, row));
    }
    default:
      throw new Error(`say how to try ${question.name}`);
  }
}

function showsPersonnel({ json }: Answer): boolean {
  const [row] = json['Results'] as readonly Envelope[];
  return row !== undefined && String(probes['users']?.o) in row;
}

/** What is personnel data and one's own to set as well. */
function updateOfPersonnel(resource: string): Readonly<Record<string, unknown>> {
  return resource === 'users' ? { skype: `s${Math.random()}` } : updateOf(resource);
}

/** Nobody else can be deleted again: whether the server would is seen by what it says is in the way. */
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
  const source = resource === 'timeTrackingChangelogs' ? 'timeTrackings' : resource;
  const row = await rowAbout(company, source, person);
  const id =
    source === resource
      ? (row['id'] as number)
      : ((await company.machine.get(`${resource}/read`, { tracker_id: row['id'] as number })).json[
          'Results'
        ][0].id as number);
  rows.set(key, id);
  return id;
}
