// The rows of `permissionResolve…` agree with what the server then does, in random organisations (decisions §9).
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import {
  questions,
  questionsOfAbsenceTypes,
  questionsOfDepartments,
  questionsOfEntities,
  questionsOfPeople,
  type Question,
} from '#domain/permissions/questions.ts';
import type { Client, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { runs } from '../support/property.ts';
import { attempt, attemptAbsence } from './attempts.ts';
import { entityAbout } from './company-rows.ts';
import { startCompany, type Company, type Person } from './company.ts';

const subjects = ['supervisor', 'assistant', 'teamLeader', 'hrManager', 'employee', 'administrator'] as const;
const people: readonly Person[] = ['supervisor', 'hrManager', 'employee', 'colleague', 'report', 'member'];

/** One thing that gives rights: who leads what, who works where, who is granted what. */
type Right =
  | { readonly kind: 'supervise' | 'move'; readonly person: number; readonly department: number }
  | { readonly kind: 'join'; readonly person: number }
  | { readonly kind: 'assign' | 'lead'; readonly person: number; readonly node: number }
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
    kind: fc.constantFrom('assign' as const, 'lead' as const),
    person: fc.nat(5),
    node: fc.nat(3),
  }),
  fc.record({
    kind: fc.constant('grant' as const),
    person: fc.nat(4),
    question: fc.nat(questions.length - 1),
    scope: fc.integer({ min: 1, max: 6 }),
    target: fc.nat(5),
  }),
);

for (const engine of storageEngines) {
  describe(`permission answers (${engine.name})`, { concurrency: false }, () => {
    let company: Company;
    let nodes: readonly Node[];
    before(async () => {
      company = await startCompany(engine);
      nodes = await createNodes(company);
    });
    after(() => company?.installation.close());

    test('agree with the server for every question, person and department', async () => {
      const organisation = fc.array(anyRight, { minLength: 8, maxLength: 16 });
      const asking = fc.shuffledSubarray([...subjects], { minLength: 3, maxLength: 3 });
      const property = fc.asyncProperty(organisation, asking, async (rights, callers) => {
        for (const right of rights) await give(company, nodes, right);
        for (const subject of callers) await compare(company, nodes, subject);
      });
      await fc.assert(property, {
        ...runs({ test: 2, long: 5, soak: 200 }),
        endOnFailure: true,
      });
    });
  });
}

async function give(
  { machine, people: ids, departments, team }: Company,
  nodes: readonly Node[],
  right: Right,
): Promise<void> {
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
    case 'assign':
      await machine.post('nodesToUsers/create', { user: person, node: nodes[right.node]?.id, access: 1 });
      return;
    case 'lead': {
      const project = nodes[right.node];
      if (project?.resource === 'projects')
        await machine.put(`projects/update/${project.id}`, { project_leader_id: person });
      return;
    }
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
      // Master data are granted for everything or not at all.
      assert.ok([200, 422].includes(answer.status), answer.text);
    }
  }
}

/** Asks for all answers about a subject, and tries everything that they tell of. */
async function compare(
  company: Company,
  nodes: readonly Node[],
  subject: (typeof subjects)[number],
): Promise<void> {
  const client = company.callers[subject];
  await comparePeople(company, client, subject);
  await compareDepartments(company, client, subject);
  await compareAbsenceTypes(company, client, subject);
  await compareEntities(company, client, { subject, nodes });
}

async function comparePeople(company: Company, client: Client, subject: string): Promise<void> {
  const answered = await factsOf(client, 'permissionResolveUsers', 'resolve_user');
  for (const question of questionsOfPeople.filter(({ name }) => name !== 'createUsers')) {
    for (const person of people.map((name) => company.people[name])) {
      const done = await attempt(company, client, { question, person });
      assert.equal(done, answered(question, person), `${subject}: ${question.name} of ${person}`);
    }
  }
}

/** Adds a user to each department: the caller can do with this user what the answer for the department says. */
async function compareDepartments(company: Company, client: Client, subject: string): Promise<void> {
  const answered = await factsOf(client, 'permissionResolveDepartments', 'resolve_department');
  for (const department of Object.values(company.departments)) {
    const entity = await entityAbout(company, 'users', 0);
    const row = await company.machine.create('users', { ...entity, department_id: department });
    for (const question of questionsOfDepartments) {
      const done = await attempt(company, client, { question, person: row['id'] as number, department });
      const place = `${subject}: ${question.name} in department ${department}`;
      assert.equal(done, answered(question, department), place);
    }
  }
}

async function compareAbsenceTypes(company: Company, client: Client, subject: string): Promise<void> {
  const [types, both] = [
    await rowsOf(client, 'permissionResolveAbsenceTypes'),
    await rowsOf(client, 'permissionResolveAbsenceTypesAndUsers'),
  ];
  const known = (await company.machine.get('absenceTypes/read')).json['Results'] as readonly Envelope[];
  for (const question of questionsOfAbsenceTypes) {
    for (const type of known) {
      const ofType = (row: Envelope): boolean =>
        row['resolve_question_id'] === question.id &&
        row['resolve_absence_type_id'] === type['absence_type_id'] &&
        row['resolve_absence_subtype_id'] === type['absence_subtype_id'];
      const answered = both.filter(ofType);
      assert.equal(types.some(ofType), answered.length > 0, `${subject}: ${question.name} of ${type['id']}`);
      for (const person of people.map((name) => company.people[name])) {
        const told = answered.some(
          (row) => row['resolve_user_wildcard'] === '*' || row['resolve_user_id'] === person,
        );
        const done = await attemptAbsence(company, client, { question, person, type });
        assert.equal(done, told, `${subject}: ${question.name} of type ${type['id']} for ${person}`);
      }
    }
  }
}

async function compareEntities(
  company: Company,
  client: Client,
  { subject, nodes }: { subject: string; nodes: readonly Node[] },
): Promise<void> {
  const rows = await rowsOf(client, 'permissionResolveEntities');
  for (const question of questionsOfEntities) {
    const answered = rows.filter((row) => row['resolve_question_id'] === question.id);
    const everything = answered.some((row) => row['resolve_entity_wildcard'] === '*');
    const place = `${subject}: ${question.name}`;
    if (question.action !== 'read') {
      assert.equal(await attempt(company, client, { question, person: 0 }), everything, place);
      continue;
    }
    const open = answered.some((row) => row['resolve_entity_wildcard'] === 'open');
    const named = new Set(answered.map((row) => row['resolve_entity_id'] as number | null));
    for (const node of nodes.filter(({ resource }) => resource === question.resource)) {
      const told = everything || (open && node.open) || node.path.some((id) => named.has(id));
      const { json } = await client.get(`${question.resource}/read/${node.id}`);
      assert.equal(json['NumResults'] === 1, told, `${place} ${node.id}`);
    }
  }
}

/** A project or task with what lies above it, and whether it is open to all. */
interface Node {
  readonly resource: 'projects' | 'tasks';
  readonly id: number;
  readonly path: readonly number[];
  readonly open: boolean;
}

/** A restricted project with a project and tasks in it, and one that everybody sees. */
async function createNodes({ machine }: Company): Promise<readonly Node[]> {
  const make = async (resource: Node['resource'], above: readonly number[], more = {}): Promise<Node> => {
    const row = await machine.create(resource, { name: 'Node', mother_id: above.at(-1) ?? 1, ...more });
    const path = [...above, row['id'] as number];
    return { resource, id: row['id'] as number, path, open: false };
  };
  const closed = await make('projects', [], { is_restricted: 1 });
  const inner = await make('projects', closed.path);
  const task = await make('tasks', inner.path);
  return [closed, inner, task, { ...(await make('projects', [])), open: true }];
}

async function rowsOf(client: Client, resource: string): Promise<readonly Envelope[]> {
  const me = (await client.get('users/me')).json['Results'][0].id as number;
  const answer = await client.get(`${resource}/read`, { subject_user_id: me, _limit: 10_000 });
  assert.equal(answer.status, 200, answer.text);
  return answer.json['Results'] as readonly Envelope[];
}

/** Whether an answer names the id, or everything, for a question. */
async function factsOf(
  client: Client,
  resource: string,
  column: string,
): Promise<(question: Question, id: number) => boolean> {
  const rows = await rowsOf(client, resource);
  return ({ id: asked }, id) =>
    rows.some(
      (row) =>
        row['resolve_question_id'] === asked &&
        (row[`${column}_wildcard`] === '*' || row[`${column}_id`] === id),
    );
}
