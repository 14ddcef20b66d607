// Compares hours reports of random trackings, updates and deletions with a calendar model.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../support/property.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { booking, hire } from '../time-tracking/booking.ts';
import { createBookedCompany, type BookedCompany } from './booked-company.ts';
import { countedParts, hoursOf, secondsBy, type CountedPart } from './booked-model.ts';

const zones = ['Europe/Vienna', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];

onEveryEngine('hours reports of random histories', (place) => {
  let company: BookedCompany;
  before(async () => {
    company = await createBookedCompany(place.machine);
  });

  const report = async (query: Readonly<Record<string, string | number>>): Promise<readonly Envelope[]> => {
    const answer = await place.machine.get('hoursReports/read', { _limit: 10_000, ...query });
    assert.equal(answer.status, 200, answer.text);
    return answer.json['Results'];
  };

  test('match the sums of a calendar model in every grouping', async () => {
    const start = fc.record({
      day: fc.integer({ min: 0, max: 40 }),
      second: fc.integer({ min: 0, max: 86_399 }),
      length: fc.integer({ min: 1, max: 190_000 }),
      zone: fc.constantFrom(...zones),
      task: fc.nat(4),
      pick: fc.nat(50),
      verb: fc.constantFrom('create', 'create', 'create', 'insert', 'update', 'delete'),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(start, { minLength: 10, maxLength: 25 }), async (attempts) => {
        const people = [
          await hire(place.machine, `h${(run += 1)}a`),
          await hire(place.machine, `h${run}b`),
        ] as const;
        for (const one of attempts) await carryOut(people, one);
        await assertReported(people);
      }),
      runs({ test: 12, long: 30, soak: 1200 }),
    );
  });

  async function carryOut(people: readonly number[], one: Attempt): Promise<void> {
    const person = people[one.pick % people.length] as number;
    const times = timesOf(one);
    const { machine } = place;
    if (one.verb === 'create' || one.verb === 'insert') {
      const insert = one.verb === 'insert' ? { _insert_into_conflicting: 1 } : {};
      const task_id = company.tasks[one.task]?.id;
      await machine.post('timeTrackings/create', { ...booking(person, times), task_id, ...insert });
      return;
    }
    const { json } = await machine.get('timeTrackings/read', { user_id: person });
    const id = json['Results'][one.pick % Math.max(1, json['Results'].length)]?.id;
    if (id === undefined) return;
    if (one.verb === 'delete') await machine.delete(`timeTrackings/delete/${id}`);
    else {
      const { user_id: _user, ...sent } = booking(person, times);
      await machine.put(`timeTrackings/update/${id}`, { ...sent, task_id: company.tasks[one.task]?.id });
    }
  }

  async function assertReported(people: readonly number[]): Promise<void> {
    const mine = { user_id: people.join('|'), _op__user_id: 'in' };
    const read = await place.machine.get('timeTrackings/read', { ...mine, _limit: 10_000 });
    const parts = countedParts(read.json['Results']);
    const facts = new Map<unknown, Envelope>(company.tasks.map((task) => [task.id, task]));
    const valueOf = (field: string, { tracking, date }: CountedPart): unknown => {
      if (field === 'date') return date;
      if (field === 'month') return date.slice(0, 7);
      return tracking[field] ?? facts.get(tracking['task_id'])?.[field];
    };
    for (const groups of groupings) {
      const rows = await report({ ...mine, _group_by: groups.join('|') });
      const expected = secondsBy(parts, (part) => groups.map((field) => valueOf(field, part)));
      const found = Object.fromEntries(
        rows.map((row) => [groups.map((field) => row[field]).join(), row['duration']]),
      );
      assert.deepEqual(found, expected, groups.join());
      for (const row of rows) assert.equal(row['hours'], hoursOf(row['duration']));
    }
    const [total] = await report({ ...mine, _aggregate__duration: 'sum' });
    const all = parts.reduce((sum, { seconds }) => sum + seconds, 0);
    assert.equal(total?.['duration'] ?? 0, all);
    const booked = read.json['Results'] as readonly Envelope[];
    assert.equal(
      all,
      booked.reduce((sum, { duration }) => sum + duration, 0),
    );
  }
});

interface Attempt {
  readonly day: number;
  readonly second: number;
  readonly length: number;
  readonly zone: string;
  readonly task: number;
  readonly pick: number;
  readonly verb: string;
}

/** Around the end of a month in which clocks change in both hemispheres. */
const firstDay = Temporal.PlainDateTime.from('2026-03-10T00:00:00');

function timesOf({ day, second, length, zone }: Attempt): { start: string; end: string; zone: string } {
  const start = firstDay.add({ days: day, seconds: second });
  const text = (at: Temporal.PlainDateTime): string =>
    at.toString({ smallestUnit: 'second' }).replace('T', ' ');
  return { start: text(start), end: text(start.add({ seconds: length })), zone };
}

const groupings = [
  ['user_id'],
  ['user_id', 'month'],
  ['date'],
  ['project_id', 'month'],
  ['task_id'],
  ['client_id', 'month'],
  ['is_nonworking', 'date'],
  ['user_id', 'project_id', 'task_id', 'client_id', 'month'],
];
