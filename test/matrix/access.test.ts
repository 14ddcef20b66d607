// Each kind of caller reads and writes each resource exactly as access-table.ts says.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { assertRefused } from '../support/expectations.ts';
import { columns, letterOf, probes, rights, shownBy, type Column } from './access-table.ts';
import { verbs, type Verb } from './areas/area.ts';
import { asked, entityAbout, rowAbout, rowToRead, standing, updateOf } from './company-rows.ts';
import { startCompany, subjects, type Company } from './company.ts';

for (const engine of storageEngines) {
  describe(`access rights (${engine.name})`, () => {
    let company: Company;
    let asserted = 0;
    before(async () => {
      company = await startCompany(engine);
    });
    after(() => company?.installation.close());

    for (const resource of Object.keys(rights)) {
      for (const verb of verbs) {
        test(`grants ${verb} ${resource} as access-table.ts says`, async () => {
          for (const column of columns) {
            await (verb === 'read' ? assertReading : assertWriting)(company, { resource, verb, column });
            asserted += 1;
          }
        });
      }
    }

    test('asserts every cell of the table', () => {
      assert.equal(asserted, Object.keys(rights).length * verbs.length * columns.length);
    });

    test('requires the rights of the child for children in a write of the parent', async () => {
      for (const [parent, child] of [
        ['projects', 'tasks'],
        ['projects', 'projects'],
        ['timeTrackings', 'checkpointTrackings'],
        ['timeTrackings', 'changeTimeTrackingRequests'],
      ] as const) {
        for (const column of columns) await assertNested(company, { parent, child, column });
      }
    });
  });
}

interface Cell {
  readonly resource: string;
  readonly verb: Verb;
  readonly column: Column;
}

async function assertReading(company: Company, cell: Cell): Promise<void> {
  const { resource, verb, column } = cell;
  const letter = letterOf(resource, verb, column);
  const client = company.callers[column];
  if (resource.startsWith('server')) {
    const answer = await client.get(`${resource}/read`);
    assert.equal(answer.status, letter === '#' ? 401 : 200, place(cell, answer));
    return;
  }
  if (rights[resource]?.read.includes('.') === true) {
    const answer = await client.get(`${resource}/read`);
    assert.equal(answer.status, letter === '#' ? 401 : 404, place(cell, answer));
    return;
  }
  const ask = asked[resource];
  if (ask !== undefined) {
    assertAnswered(cell, await client.get(`${resource}/read`, ask(company.people[subjects[column]])));
    return;
  }
  const key = await rowOfCell(company, cell);
  const parameters = Object.entries(key).map(([name, value]) => [`${resource}__${name}`, value]);
  const included = { _include: resource, ...Object.fromEntries(parameters) };
  const answers = [await client.get(`${resource}/read`, key), await client.get(`${resource}/get`, key)];
  if (key['id'] !== undefined) answers.push(await client.get(`${resource}/read/${key['id']}`));
  for (const answer of answers) assertShown(cell, answer, answer.json['Results']);
  for (const path of ['deltaSync/read', 'fetchData/read']) {
    const answer = await client.get(path, included);
    assertShown(cell, answer, answer.json['Results']?.[resource]?.Results);
  }
}

/** The server answers a question about a hidden person like one about an unknown person. */
function assertAnswered(cell: Cell, answer: Answer): void {
  const letter = letterOf(cell.resource, cell.verb, cell.column);
  if (letter !== '-') return assertShown(cell, answer, answer.json['Results']);
  assert.equal(answer.status, 422, place(cell, answer));
  assert.equal(answer.json['ErrorExtended'].errorCode, 'unknown_reference', place(cell, answer));
}

function assertShown(cell: Cell, answer: Answer, rows: readonly Envelope[] | undefined): void {
  const letter = letterOf(cell.resource, cell.verb, cell.column);
  if (letter === '#') {
    assert.equal(answer.status, 401, place(cell, answer));
    assert.equal(answer.json['ErrorExtended'].errorCode, 'other_account');
    assert.equal(rows, undefined);
    return;
  }
  if (letter === '!') {
    assert.equal(answer.status, 401, place(cell, answer));
    assert.equal(answer.json['ErrorExtended'].errorCode, 'not_allowed');
    return;
  }
  assert.equal(answer.status, 200, place(cell, answer));
  assert.equal(rows?.length, letter === '-' ? 0 : 1, place(cell, answer));
  for (const row of rows ?? []) {
    for (const [kind, field] of Object.entries(probes[cell.resource] ?? {})) {
      assert.equal(field in row, shownBy[letter]?.includes(kind), `${field}: ${place(cell, answer)}`);
    }
  }
}

/** Actions that have the name of a verb: their rights stand in action-table.ts. */
const actionsLikeVerbs = new Set(['userPreferences update']);

async function assertWriting(company: Company, cell: Cell): Promise<void> {
  if (actionsLikeVerbs.has(`${cell.resource} ${cell.verb}`)) return;
  const single = await writeSingle(company, cell);
  const letter = letterOf(cell.resource, cell.verb, cell.column);
  assert.equal(single.status, { y: 200, '-': 422, '.': 404 }[letter] ?? 401, place(cell, single));
  if (letter === '-')
    assert.equal(single.json['ErrorExtended'].errorCode, 'unknown_reference', place(cell, single));
  if (letter === '!')
    assert.equal(single.json['ErrorExtended'].errorCode, 'not_allowed', place(cell, single));
  if (letter === '.' || letter === '#' || cell.verb === 'delete') return;
  const batch = await writeBatch(company, cell);
  // A credential for reading only is refused before its body is looked at.
  if (cell.column === 'reader') return void assertRefused(batch, { status: 401, code: 'not_allowed' });
  assert.equal(batch.status, 200, place(cell, batch));
  for (const item of batch.json['Results'] as Envelope[]) {
    assert.equal(item['Success'], letter === 'y', place(cell, batch));
    assert.equal(item['Error'], { y: undefined, '-': 422 }[letter] ?? (letter === 'y' ? undefined : 401));
  }
}

async function writeSingle(company: Company, cell: Cell): Promise<Answer> {
  const { resource, verb, column } = cell;
  const client = company.callers[column];
  if (!rights[resource]?.[verb].includes('y')) {
    const method = ({ create: 'POST', update: 'PUT', delete: 'DELETE' } as Record<Verb, string>)[verb];
    return client.request(method, `${resource}/${verb}`, { body: {} });
  }
  if (verb === 'create') return client.post(`${resource}/create`, await entityOf(company, cell));
  const key = await rowToChange(company, cell);
  if (verb === 'delete') return client.delete(`${resource}/delete`, key);
  return client.put(`${resource}/update/${key['id']}`, updateOf(resource));
}

async function writeBatch(company: Company, cell: Cell): Promise<Answer> {
  const { resource, verb, column } = cell;
  const client = company.callers[column];
  if (verb === 'create') {
    const entities = [await entityOf(company, cell), await entityOf(company, cell)];
    return client.post(`${resource}/create`, entities);
  }
  const keys = [await rowToChange(company, cell), await rowToChange(company, cell)];
  return client.put(
    `${resource}/update`,
    keys.map((key) => ({ ...key, ...updateOf(resource) })),
  );
}

/** A write of a parent with one child, both about the caller's subject: all or nothing of it is the caller's to do. */
async function assertNested(
  company: Company,
  { parent, child, column }: { parent: string; child: string; column: Column },
): Promise<void> {
  const client = company.callers[column];
  const [mother, link] =
    parent === 'projects' ? ['projects', 'mother_id'] : ['timeTrackings', 'time_tracking_id'];
  const entity = await entityOf(company, { resource: mother, verb: 'create', column });
  const { [link]: _link, ...below } = await entityOf(company, { resource: child, verb: 'create', column });
  const answer = await client.post(`${mother}/create`, { ...entity, nestedEntities: { [child]: [below] } });
  const cell: Cell = { resource: child, verb: 'create', column };
  if (letterOf(parent, 'create', column) !== 'y') {
    assert.equal(answer.status, 401, place(cell, answer));
    return;
  }
  assert.equal(answer.status, 200, place(cell, answer));
  assert.equal(answer.json['SuccessNested'], letterOf(child, 'create', column) === 'y', place(cell, answer));
}

function entityOf(company: Company, { resource, column }: Cell): Promise<Readonly<Record<string, unknown>>> {
  return entityAbout(company, resource, company.people[subjects[column]]);
}

function rowOfCell(company: Company, { resource, column }: Cell): Promise<Record<string, number | string>> {
  if (resource in standing) return rowToChange(company, { resource, verb: 'read', column });
  return rowToRead(company, resource, company.people[subjects[column]]);
}

async function rowToChange(
  company: Company,
  { resource, verb, column }: Cell,
): Promise<Record<string, number>> {
  const id = standing[resource];
  if (id !== undefined) return { id };
  const person = company.people[subjects[column]];
  return resource === 'users' && verb === 'update' ? { id: person } : rowAbout(company, resource, person);
}

function place({ resource, verb, column }: Cell, { status, text }: Answer): string {
  return `${column} ${verb} ${resource}: ${status} ${text}`;
}
