// A create stores children together with their parent (specification §4.2, decisions §6).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Envelope } from '../support/client.ts';
import { assertRefused, assertSentence, rowOf, rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { elementsOf, parseXml } from '../support/xml.ts';

onEveryEngine('nested entities', (place) => {
  const namesBelow = async (id: number): Promise<string[]> => {
    const projects = rowsOf(await place.machine.get('projects/read', { mother_id: id }));
    const tasks = rowsOf(await place.machine.get('tasks/read', { mother_id: id }));
    return [...projects, ...tasks].map((row) => row['name']);
  };
  const total = async (): Promise<number> => {
    const query = { _include: 'projects,tasks', _aggregate__id: 'count' };
    const { Results } = (await place.machine.get('fetchData/read', query)).json;
    return Results.projects.Results[0].id + Results.tasks.Results[0].id;
  };

  it('returns each child as an envelope of its own under nestedEntities', async () => {
    const children = { tasks: [{ name: 'A' }, { name: 'B' }], projects: [{ name: 'C' }] };
    const answer = await place.machine.post('projects/create', {
      name: 'P',
      mother_id: 1,
      nestedEntities: children,
    });
    const { Success, SuccessNested, NumResults, NumResultsNested } = answer.json;
    assert.deepEqual([Success, SuccessNested, NumResults, NumResultsNested], [true, true, 1, 4]);
    const { nestedEntities, id } = rowOf(answer);
    assert.deepEqual(Object.keys(nestedEntities), ['tasks', 'projects']);
    const [first] = nestedEntities.tasks;
    assert.deepEqual(
      [first.Success, first.SuccessNested, first.NumResults, first.ResourceName],
      [true, true, 1, 'tasks'],
    );
    assert.equal(first.Results[0].mother_id, id);
    assert.deepEqual(
      nestedEntities.tasks.map((child: Envelope) => child['Results'][0].name),
      ['A', 'B'],
    );
    assert.deepEqual(await namesBelow(id), ['C', 'A', 'B']);
  });

  it('keeps the parent when a child fails, with SuccessNested false', async () => {
    const children = { tasks: [{ name: 'Good' }, { name: 'Bad', priority: 'x' }, { name: 'Fine' }] };
    const body = { name: 'P', mother_id: 1, nestedEntities: children };
    const answer = await place.machine.post('projects/create', body);
    assert.equal(answer.status, 200);
    const { Success, SuccessNested, NumResults, NumResultsNested } = answer.json;
    assert.deepEqual([Success, SuccessNested, NumResults, NumResultsNested], [true, false, 1, 3]);
    assert.ok(!('Error' in answer.json));
    const { nestedEntities, id } = rowOf(answer);
    const [, bad] = nestedEntities.tasks;
    assert.deepEqual([bad.Success, bad.SuccessNested, bad.NumResults, bad.Error], [false, false, 0, 422]);
    assert.deepEqual(bad.ErrorExtended, { errorCode: 'invalid_value', field: 'priority' });
    assertSentence(bad.ErrorMessage);
    assert.deepEqual(await namesBelow(id), ['Good', 'Fine']);
  });

  it('creates no child of a parent that fails', async () => {
    const before = await total();
    const body = { name: 'P', mother_id: 4711, nestedEntities: { tasks: [{ name: 'Orphan' }] } };
    const answer = await place.machine.post('projects/create', body);
    assertRefused(answer, { status: 422, code: 'unknown_reference', field: 'mother_id' });
    assert.equal(await total(), before);
  });

  it('reports a failure at depth 7 on every level above', async () => {
    const deep = (level: number): object => ({
      name: `L${level}`,
      nestedEntities: level === 0 ? { tasks: [{ name: '' }] } : { projects: [deep(level - 1)] },
    });
    const answer = await place.machine.post('projects/create', { ...deep(6), mother_id: 1 });
    let item: Envelope = answer.json;
    for (let level = 6; level >= 0; level -= 1) {
      assert.deepEqual([item['Success'], item['SuccessNested']], [true, false], `level ${level}`);
      assert.equal(item['NumResultsNested'], level + 1);
      const [row] = item['Results'];
      assert.equal(row.name, `L${level}`);
      item = (level === 0 ? row.nestedEntities.tasks : row.nestedEntities.projects)[0];
    }
    assert.deepEqual([item['Success'], item['Error']], [false, 400]);
  });

  it('refuses children that the parent cannot have', async () => {
    const before = await total();
    const body = { name: 'P', mother_id: 1, nestedEntities: { users: [{}] } };
    const refusal = { status: 422, code: 'unknown_parameter', field: 'nestedEntities' } as const;
    assertRefused(await place.machine.post('projects/create', body), refusal);
    assert.equal(await total(), before);
  });

  it('accepts nestedEntities as JSON text in a form, at every depth', async () => {
    const tasks = [{ name: 'Leaf' }];
    const projects = [{ name: 'Twig', nestedEntities: JSON.stringify({ tasks }) }];
    const branch = [{ name: 'Branch', nestedEntities: { projects } }];
    const nestedEntities = JSON.stringify({ projects: branch });
    const body = new URLSearchParams({ name: 'Tree', mother_id: '1', nestedEntities });
    const answer = await place.machine.post('projects/create', body);
    assert.deepEqual([answer.json['SuccessNested'], answer.json['NumResultsNested']], [true, 4]);
    const leaf = rowsOf(await place.machine.get('tasks/read', { name: 'Leaf' }));
    assert.match(leaf[0]?.['name_path'], /Tree \/ Branch \/ Twig \/ Leaf$/);
  });

  it('accepts checkpointTrackings of a tracking in a form, with a zone id as text', async () => {
    const { machine } = place;
    const { id: checkpoint_id } = await machine.create('checkpoints', { name: 'Gate' });
    const [zone] = rowsOf(await machine.get('timezones/read', { timezone: 'Europe/Vienna' }));
    const stamp = { checkpoint_id, timestamp: '2026-03-02 08:30:00', timezone: String(zone?.['id']) };
    const body = new URLSearchParams({
      user_id: '1',
      task_id: '4',
      start_time: '2026-03-02 08:00:00',
      start_time_timezone: 'Europe/Vienna',
      end_time: '2026-03-02 09:00:00',
      end_time_timezone: 'Europe/Vienna',
      nestedEntities: JSON.stringify({ checkpointTrackings: [stamp] }),
    });
    const { nestedEntities, id } = rowOf(await machine.post('timeTrackings/create', body));
    const [child] = nestedEntities.checkpointTrackings[0].Results;
    assert.deepEqual([child.time_tracking_id, child.timezone], [id, 'Europe/Vienna']);
  });

  it('refuses nestedEntities that are not a JSON object of rows or lists', async () => {
    for (const nestedEntities of ['{"tasks"', '[]', '7', '{"tasks": "A"}']) {
      const body = new URLSearchParams({ name: 'P', mother_id: '1', nestedEntities });
      const refusal = { status: 422, code: 'invalid_value', field: 'nestedEntities' } as const;
      assertRefused(await place.machine.post('projects/create', body), refusal);
    }
  });

  it('counts only top-level items against the limit of 100', async () => {
    const tasks = Array.from({ length: 150 }, (_, index) => ({ name: `T${index}` }));
    const body = { name: 'Wide', mother_id: 1, nestedEntities: { tasks } };
    const answer = await place.machine.post('projects/create', body);
    assert.equal(answer.json['NumResultsNested'], 151);
  });

  it('refuses more than 2,000 entities in total and stores none', async () => {
    const before = await total();
    const tasks = Array.from({ length: 40 }, () => ({ name: 'T' }));
    const asText = JSON.stringify({ tasks });
    for (const nestedEntities of [{ tasks }, asText]) {
      const items = Array.from({ length: 50 }, () => ({ name: 'P', mother_id: 1, nestedEntities }));
      const answer = await place.machine.post('projects/create', items);
      assertRefused(answer, { status: 422, code: 'batch_too_large' });
    }
    const many = JSON.stringify({ tasks: Array.from({ length: 2_000 }, () => ({ name: 'T' })) });
    const form = new URLSearchParams({ name: 'P', mother_id: '1', nestedEntities: many });
    const refused = await place.machine.post('projects/create', form);
    assertRefused(refused, { status: 422, code: 'batch_too_large' });
    assert.equal(await total(), before);
  });

  it('accepts 2,000 entities in total', async () => {
    const tasks = Array.from({ length: 39 }, () => ({ name: 'T' }));
    const items = Array.from({ length: 50 }, () => ({ name: 'P', mother_id: 1, nestedEntities: { tasks } }));
    const { json } = await place.machine.post('projects/create', items);
    assert.deepEqual([json['Success'], json['SuccessNested'], json['NumResultsNested']], [true, true, 2_000]);
  });

  it('answers a batch of 100 with one failure and nested children in JSON', async () => {
    const before = await total();
    const answer = await place.machine.post('projects/create', hundred());
    assert.equal(answer.status, 200);
    assertHundred(answer.json);
    assert.equal(await total(), before + 99 * 4);
  });

  it('answers the same batch in XML with the same elements', async () => {
    const before = await total();
    const answer = await place.machine.post('projects/create', hundred(), { accept: 'application/xml' });
    assert.equal(answer.status, 200);
    const { response } = parseXml(answer.text);
    assert.equal(await total(), before + 99 * 4);
    const inJson = (await place.machine.post('projects/create', hundred())).json;
    const expected = elementsOf(inJson) as Envelope;
    assert.deepEqual(Object.keys(response), Object.keys(expected));
    assert.deepEqual(
      [response['Success'], response['NumResults'], response['NumErrors'], response['isBatch']],
      ['0', '99', '1', '1'],
    );
    assert.equal(response['Results'].length, 100);
    assert.deepEqual(named(response['Results']), named(expected['Results']));
  });
});

/** A hundred projects, each with a task and a project that holds a task; the 42nd has no name. */
function hundred(): readonly object[] {
  return Array.from({ length: 100 }, (_, index) => ({
    ...(index === 41 ? {} : { name: `P${index}` }),
    mother_id: 1,
    sort_order: index,
    nestedEntities: {
      tasks: [{ name: `T${index}`, sort_order: 1 }],
      projects: [{ name: `S${index}`, nestedEntities: { tasks: [{ name: `U${index}` }] } }],
    },
  }));
}

function assertHundred(envelope: Envelope): void {
  const { Success, NumErrors, isBatch, NumResults, ResourceName, Results } = envelope;
  assert.deepEqual([Success, NumErrors, isBatch, NumResults], [false, 1, 1, 99]);
  assert.equal(ResourceName, 'projects');
  assert.equal(envelope['Error'], 400);
  assert.match(envelope['ErrorMessage'], /1 of 100/);
  assert.equal(Results.length, 100);
  for (const [index, item] of (Results as Envelope[]).entries()) {
    if (index === 41) {
      assert.deepEqual([item['Success'], item['Error'], item['NumResults']], [false, 400, 0]);
      assert.deepEqual(item['ErrorExtended'], { errorCode: 'missing_parameter', field: 'name' });
      assert.ok(!('Results' in item));
      continue;
    }
    assert.deepEqual([item['Success'], item['SuccessNested'], item['NumResults']], [true, true, 1]);
    assert.equal(item['NumResultsNested'], 4);
    const row = item['Results'][0] as Shown;
    assert.deepEqual([row['name'], row['sort_order'], row['mother_id']], [`P${index}`, index, 1]);
    const [task] = row['nestedEntities'].tasks[0].Results;
    const [project] = row['nestedEntities'].projects[0].Results;
    const [below] = project.nestedEntities.tasks[0].Results;
    assert.deepEqual([task.name, project.name, below.name], [`T${index}`, `S${index}`, `U${index}`]);
    assert.deepEqual(
      [task.mother_id, project.mother_id, below.mother_id],
      [row['id'], row['id'], project.id],
    );
  }
}

/** Everything but ids, paths and stamps, which differ between two batches. */
function named(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(named);
  const own = /^(id|mother_id|node_path|view_id|view_order|updated)$/;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, own.test(name) ? '' : named(member)]),
  );
}
