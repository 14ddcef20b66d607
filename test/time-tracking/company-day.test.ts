// The users of a company work at the same time through clients of their own for one day. After every minute all rows, sums and
// copies are consistent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { createCopy, standing, type SynchronisedCopy } from '../contract/delta/synchronised-copy.ts';
import type { Client } from '../support/client.ts';
import { seed, suite } from '../support/property.ts';
import { readAll } from '../support/read-all.ts';
import { foundCompany } from './company-day/company.ts';
import { books, checkBooks, readingOf } from './company-day/check-books.ts';
import { companyDay, type CompanyDay, type Step } from './company-day/day.ts';
import { perform, type Stage } from './company-day/perform.ts';
import { setClock, timerOptions } from './timer/timer.ts';

const people = { test: 20, long: 80, soak: 400 }[suite];
const date = '2026-06-03';
const timezone = 'Europe/Vienna';

onEveryEngine(
  `a working day of ${people} people`,
  (place) => {
    test('rows, sums and copies are consistent after every minute', async (t) => {
      const day = companyDay({ people, seed, pollEvery: 5 });
      setClock(place.installation, utcOf(0));
      const { machine, account } = place;
      const season = { since: '2026-06-01', until: '2026-09-30' };
      const founding = { machine, login: account.login, name: 'acme', timezone, ...season };
      const company = await foundCompany(day, founding);
      const stage: Stage = { company, date, timezone, textAt, round: 0, since: new Map() };
      const copies = [
        { client: machine, copy: createCopy({ include: books }) },
        ...[company.members[0], company.members[1], company.terminals[0]].map((acting) => ({
          client: acting?.client as Client,
          copy: createCopy({ include: ['timeTrackings', 'userStatusOverview', 'tasks'] }),
        })),
      ];
      assert.ok(day.steps.length > 10 * people);
      const minutes = [...Map.groupBy(day.steps, ({ minute }) => minute)];
      for (const [minute, steps] of minutes) {
        setClock(place.installation, utcOf(minute));
        await Promise.all([...Map.groupBy(steps, actor).values()].map((own) => inTurn(own, stage)));
        await copies[0]?.copy.synchronise(machine);
        checkBooks(readingOf(copies[0]?.copy.resources as SynchronisedCopy['resources']));
        if (minute % 60 === 0) for (const { client, copy } of copies) await assertMirrors(copy, client);
      }
      for (const { client, copy } of copies) await assertMirrors(copy, client);
      const { told, unchanged } = await assertTold(machine, day, stage);
      t.diagnostic(
        `${day.steps.length} steps in ${minutes.length} minutes, ${told} trackings as told by ${unchanged}`,
      );
      assert.ok(told > people);
    });
  },
  { ...timerOptions, timezone },
);

async function inTurn(steps: readonly Step[], stage: Stage): Promise<void> {
  for (const step of steps) {
    await perform(step, stage).catch((error: unknown) => {
      throw new Error(JSON.stringify(step), { cause: error });
    });
  }
}

/** A copy kept by delta sync holds the rows that its client reads. */
async function assertMirrors(copy: SynchronisedCopy, client: Client): Promise<void> {
  await copy.synchronise(client);
  for (const [name, rows] of copy.resources) {
    assert.deepEqual(standing(rows.values()), standing(await readAll(client, name)), name);
  }
}

/** The trackings of a user without later changes are those that the user reported, live or late, to the minute. */
async function assertTold(
  machine: Client,
  { members, steps }: CompanyDay,
  { company }: Stage,
): Promise<{ readonly told: number; readonly unchanged: number }> {
  let [told, unchanged] = [0, 0];
  for (const [index] of members.entries()) {
    const own = steps.filter(({ who }) => 'member' in who && who.member === index);
    if (own.some(({ deed }) => 'pick' in deed)) continue;
    const marks = own.flatMap(({ minute, deed }) => {
      if (deed.kind === 'upload') return deed.recorded;
      if (deed.kind === 'stop') return [{ minute, task: null }];
      return deed.kind === 'start' ? [{ minute, task: deed.task }] : [];
    });
    const once = [...new Map(marks.map((mark) => [mark.minute, mark])).values()];
    const ordered = once.toSorted((a, b) => a.minute - b.minute);
    const expected = ordered.slice(0, -1).map(({ minute, task }, place) => ({
      start_time: textAt(minute),
      end_time: textAt(ordered[place + 1]?.minute as number),
      task_id: company.tasks[task as number],
    }));
    const { id } = company.members[index] as Stage['company']['members'][number];
    const query = { user_id: id, _order_by: 'start_time', _fields: 'start_time,end_time,task_id' };
    assert.deepEqual((await machine.get('timeTrackings/read', query)).json['Results'], expected);
    told += expected.length;
    unchanged += 1;
  }
  return { told, unchanged };
}

function actor({ who }: Step): string {
  return JSON.stringify(who);
}

/** Vienna is two hours east of UTC in June. */
function utcOf(minute: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + (minute - 120) * 60_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');
}

function textAt(minute: number): string {
  return `${date} ${[Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')}:00`;
}
