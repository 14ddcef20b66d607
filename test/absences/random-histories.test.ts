// Random requests and decisions about absences give the same result on the server as in a simple model.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { dateAfter } from '#values/date-range.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { runs } from '../support/property.ts';
import { absence, dayRows, decide, openOffice, sickLeave, type Office } from './absence.ts';
import {
  apply,
  attempt,
  daysOf,
  emptyWorld,
  picked,
  type Absence,
  type Actor,
  type Attempt,
  type World,
} from './absence-model.ts';
import { hire, written } from '../time-tracking/booking.ts';

const counts = runs({ test: 16, long: 45, soak: 3_000 });
const monday = '2029-06-11';
const dateOf = (day: number): string => dateAfter(monday, day);

onEveryEngine(
  'random histories of absences',
  (place) => {
    let office: Office;
    let serial = 0;

    before(async () => {
      office = await openOffice(place);
    });

    /** One history: its own person, and the ids of the absences and holidays that the model counts. */
    interface Story {
      readonly person: number;
      readonly clients: Readonly<Record<Actor, Client>>;
      readonly ids: number[];
      readonly holidays: Map<number, number>;
    }

    async function begin(): Promise<Story> {
      const username = `history.${(serial += 1)}`;
      const person = await hire(place.machine, username, { department_id: office.below });
      const clients = {
        person: await place.account.login(username),
        replacement: office.bert,
        supervisor: office.boss,
      };
      return { person, clients, ids: [], holidays: new Map() };
    }

    /** Removes the public holidays of a history, and its person from later ones. */
    async function end({ person, holidays }: Story): Promise<void> {
      for (const id of holidays.values()) await place.machine.delete(`publicHolidays/delete/${id}`);
      written(await place.machine.put(`users/update/${person}`, { exit_date: '2026-11-20' }));
    }

    async function perform(story: Story, world: World, one: Attempt): Promise<Answer> {
      switch (one.kind) {
        case 'holiday':
          return toggleHoliday(story, one.date);
        case 'enter': {
          const { from, to, sick, replaced } = one;
          const more = {
            ...(sick ? sickLeave : {}),
            ...(replaced ? { replacement_user_id: office.ids.bert } : {}),
          };
          const body = absence(story.person, dateOf(from), dateOf(to), more);
          const answer = await story.clients[one.by].post('absences/create', body);
          if (answer.status === 200) story.ids.push(answer.json['Results'][0].id);
          return answer;
        }
        case 'decide':
          return decide(story.clients[one.by], one.action, idOf(story, world, one.pick));
        case 'delete':
          return story.clients[one.by].delete(`absences/delete/${idOf(story, world, one.pick)}`);
      }
    }

    async function toggleHoliday({ holidays }: Story, date: number): Promise<Answer> {
      const id = holidays.get(date);
      if (id !== undefined) {
        holidays.delete(date);
        return place.machine.delete(`publicHolidays/delete/${id}`);
      }
      const entity = { template_id: 1, date: dateOf(date), name: 'Festival' };
      const answer = await place.machine.post('publicHolidays/create', entity);
      holidays.set(date, answer.json['Results'][0].id);
      return answer;
    }

    const idOf = ({ ids }: Story, world: World, pick: number): number => ids[picked(world, pick)] ?? 999_999;

    async function assertAgree(story: Story, world: World): Promise<void> {
      const { json } = await place.machine.get('absences/read', { user_id: story.person, _limit: 1000 });
      const stored = (json['Results'] as Envelope[]).map((row) => [
        row['id'],
        row['status'],
        row['duration'],
      ]);
      const alive = world.absences.flatMap((one, index): [number, Absence][] =>
        one === null ? [] : [[story.ids[index] as number, one]],
      );
      const cost = (one: Absence): number => daysOf(world, one).reduce((sum, [, value]) => sum + value, 0);
      assert.deepEqual(
        stored,
        alive.map(([id, one]) => [id, one.status, cost(one)]),
      );
      const days = await dayRows(place.machine, {
        user_id: story.person,
        request_id: '',
        _op__request_id: 'notnull',
      });
      const shown = days.map((row) => `${row['request_id']} ${row['date']} ${row['value']} ${row['status']}`);
      const expected = alive.flatMap(([id, one]) =>
        daysOf(world, one).map(([day, value]) => `${id} ${dateOf(day)} ${value} ${one.status}`),
      );
      assert.deepEqual(shown.toSorted(), expected.toSorted());
      const holidays = await dayRows(place.machine, {
        user_id: story.person,
        type: 'public_holiday',
        comment: 'Festival',
      });
      assert.deepEqual(
        holidays.map((row) => row['date']),
        [...world.holidays].sort((a, b) => a - b).map(dateOf),
      );
    }

    test('matches the model after every step', async () => {
      const histories = fc.array(attempt, { minLength: 1, maxLength: 40, size: 'max' });
      let refused = 0;
      let done = 0;
      await fc.assert(
        fc.asyncProperty(histories, async (attempts) => {
          const story = await begin();
          let world = emptyWorld;
          try {
            for (const one of attempts) {
              const next = apply(world, one);
              const answer = await perform(story, world, one);
              const expected = next === null ? [401, 422] : [200];
              assert.ok(expected.includes(answer.status), `${JSON.stringify(one)}: ${answer.text}`);
              if (next === null) refused += 1;
              else done += 1;
              world = next ?? world;
              await assertAgree(story, world);
            }
          } finally {
            await end(story);
          }
        }),
        counts,
      );
      assert.ok(
        refused > counts.numRuns / 4 && done > counts.numRuns / 4,
        `${refused} refused, ${done} done`,
      );
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
