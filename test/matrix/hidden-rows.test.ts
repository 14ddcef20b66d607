// No read reveals a row that the caller may not see.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { startCompany, type Company } from './company.ts';

for (const engine of storageEngines) {
  describe(`hidden rows (${engine.name})`, () => {
    let company: Company;
    let employee: Client;
    before(async () => {
      company = await startCompany(engine);
      ({ employee } = company.callers);
    });
    after(() => company?.installation.close());

    test('reports deleted rows only to users who could read them', async () => {
      const since = new Date(Date.now() - 60_000).toISOString().slice(0, 19).replace('T', ' ');
      const gone = new Map<string, number>();
      for (const person of ['employee', 'colleague'] as const) {
        gone.set(`timeTrackings ${person}`, await deletedTracking(company, company.people[person]));
        const message = {
          message: 'm',
          sender_id: company.people[person],
          receiver_type: 'USER',
          receiver_id: company.people[person],
        };
        const { id } = await company.machine.create('messages', message);
        await company.machine.delete(`messages/delete/${id}`);
        gone.set(`messages ${person}`, id);
      }
      for (const resource of ['timeTrackings', 'messages']) {
        const { json } = await employee.get(`${resource}/read`, { _since: since, _fetch_deleted: 1 });
        assert.deepEqual(
          json['Deleted'].map(({ id }: Envelope) => id),
          [gone.get(`${resource} employee`)],
        );
      }
    });

    test('hides hidden and restricted tasks from employees in every read and write', async () => {
      const { machine } = company;
      const hiddenProject = await machine.create('projects', { name: 'Hidden', mother_id: 1, is_hidden: 1 });
      const below = await machine.create('projects', { name: 'Below', mother_id: hiddenProject['id'] });
      const task = await machine.create('tasks', { name: 'Unseen', mother_id: below['id'] });
      const restricted = await machine.create('tasks', {
        name: 'Unseen too',
        mother_id: 3,
        is_restricted: 1,
      });
      const tracking = await machine.create(
        'timeTrackings',
        trackingOn(task['id'], company.people.employee, '2025-07-01'),
      );
      for (const id of [task['id'], restricted['id']]) {
        assert.equal((await employee.get(`tasks/read/${id}`)).json['NumResults'], 0);
        const booked = await employee.post(
          'timeTrackings/create',
          trackingOn(id, company.people.employee, '2025-07-02'),
        );
        const nothing = await employee.post(
          'timeTrackings/create',
          trackingOn(99_999, company.people.employee, '2025-07-02'),
        );
        assert.equal(booked.status, 422);
        assert.equal(sentence(booked).replace(String(id), '99999'), sentence(nothing));
      }
      const resolved = first(
        await employee.get(`timeTrackings/read/${tracking['id']}`, { _resolve: 'task_id' }),
      );
      assert.equal(resolved['task'], null);
      for (const [path, query] of [
        ['tasks/read', { _limit: 1000 }],
        ['tasks/read', { _aggregate__name: 'group_concat' }],
        ['tasks/read', { _group_by: 'name' }],
        ['projects/read', { nestedEntities: JSON.stringify({ tasks: [{}], projects: [{ tasks: [{}] }] }) }],
        ['deltaSync/read', { _limit: 1000 }],
      ] as const) {
        const { status, text } = await employee.get(path, query);
        assert.equal(status, 200, text);
        assert.ok(!/Unseen|Hidden|Below/.test(text), path);
      }
    });
  });
}

async function deletedTracking({ machine }: Company, person: number): Promise<number> {
  const { id } = await machine.create('timeTrackings', trackingOn(4, person, '2025-08-01'));
  await machine.delete(`timeTrackings/delete/${id}`);
  return id as number;
}

function trackingOn(task: number, person: number, day: string): object {
  return {
    user_id: person,
    task_id: task,
    start_time: `${day} 08:00:00`,
    end_time: `${day} 09:00:00`,
    start_time_timezone: 'Europe/Vienna',
    end_time_timezone: 'Europe/Vienna',
  };
}

function first(answer: Answer): Envelope {
  assert.equal(answer.json['NumResults'], 1, answer.text);
  return answer.json['Results'][0];
}

function sentence(answer: Answer): string {
  return String(answer.json['ErrorMessage']);
}
