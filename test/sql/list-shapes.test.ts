// The lists of bookings that clients ask for most look at no more rows than they need, however long the history is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyRow } from '#resource/empty-row.ts';
import type { Row } from '#resource/rule.ts';
import { insertRows } from '#sql/insert-rows.ts';
import { allocateIds } from '#sql/store.ts';
import { localText } from '#values/time-zone.ts';
import { shapesOf, type Company } from './booking-shapes.ts';
import { fits, rowsLookedAt } from './rows-looked-at.ts';
import { byHand } from './scratch.ts';
import { hire } from '../time-tracking/booking.ts';
import type { Installation, TestAccount } from '../support/installation.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { countOf } from '../support/property.ts';
import { asUnit } from '#sql/transaction.ts';

/** Bookings of one person; a thousand are half a year. The account has four times as many, up to two million. */
const histories = [1_000, countOf({ test: 5_000, long: 50_000, soak: 500_000 })];
/** Bookings of each colleague for one of the person, so that a walk through the whole account shows. */
const colleagues = 3;
const [perDay, tasks] = [8, 40];
const day = 86_400;
/** Rows that one transaction writes: a busy machine writes so many well within the time that a statement has. */
const portion = 500;
/** 2026-06-30, the last day of all histories. */
const last = 1_782_777_600;

/** Writes histories without the rules of bookings, which are not asked here. */
async function company(installation: Installation, account: TestAccount, length: number): Promise<Company> {
  const { database, schema } = installation.app.engine;
  const resource = schema.resources.get('timeTrackings');
  assert.ok(resource !== undefined);
  const { machine } = account;
  const people: number[] = [];
  for (const name of ['one', 'two', 'three', 'four']) people.push(await hire(machine, `${name}-${length}`));
  const project = await machine.create('projects', { name: `p ${length}`, mother_id: 1 });
  const taskIds: number[] = [];
  for (let index = 0; index < tasks; index += 1)
    taskIds.push(
      (await machine.create('tasks', { name: `t ${index}`, mother_id: project['id'] }))['id'] as number,
    );
  const bookings = Array.from({ length }, (_, index) =>
    people.slice(0, 1 + colleagues).map((user) => booking(user, { place: length - 1 - index, taskIds })),
  ).flat();
  const open = { ...booking(people[1] as number, { place: 0, taskIds }), ...running };
  const all: readonly Row[] = [...bookings, open];
  const first = await database.write(
    account.id,
    asUnit((tx) =>
      allocateIds({ tx, accountId: account.id }, { sequence: resource.table, count: all.length }),
    ),
  );
  for (let start = 0; start < all.length; start += portion)
    await database.write(
      account.id,
      asUnit((tx) => {
        const rows = all.slice(start, start + portion);
        insertRows({ tx, accountId: account.id }, resource, { rows, first: first + start });
      }),
    );
  if (database.dialect.name === 'postgres')
    await database.write(
      account.id,
      asUnit((tx) => tx.run({ sql: byHand('analyze time_trackings'), parameters: [] })),
    );
  const rows = all.map((row, index): Row => ({ ...emptyRow(resource), ...row, id: first + index }));
  const user = people[0] as number;
  const own = rows.filter((row) => row['user_id'] === user);
  return {
    user,
    task: taskIds[3] as number,
    open: people[1] as number,
    id: Number(own[Math.floor(own.length / 2)]?.['id']),
    rows,
  };
}

const running = {
  end_time: null,
  end_instant: null,
  end_time_timezone: null,
  status: 1,
  start_instant: last + day,
};

/** The booking at this place, counted back from the newest; every tenth of the last month is not approved. */
function booking(user: number, { place, taskIds }: { place: number; taskIds: readonly number[] }): Row {
  const start = last - Math.floor(place / perDay) * day + (8 + (place % perDay)) * 3600;
  const [from, to] = [start, start + 3600].map((instant) => localText(instant, 'UTC')) as [string, string];
  return {
    user_id: user,
    department_id: user % 2 === 0 ? 1 : null,
    task_id: taskIds[place % tasks] as number,
    start_time: from,
    end_time: to,
    start_time_timezone: 'UTC',
    end_time_timezone: 'UTC',
    start_instant: start,
    end_instant: start + 3600,
    start_date: from.slice(0, 10),
    duration: 3600,
    status: 2,
    approved_by_admin: place < 240 && place % 10 === 0 ? 0 : 1,
  };
}

onEveryEngine('lists of bookings', (place) => {
  for (const length of histories)
    describe(`of people with ${length} bookings each`, () => {
      test('look at the rows of the answer', async (t) => {
        const account = await place.installation.addAccount(`shapes-${length}`);
        const known = await company(place.installation, account, length);
        const at = { installation: place.installation, account };
        for (const [name, shape] of Object.entries(shapesOf(known))) {
          const matching = known.rows.filter((row) => fits(row, shape, Object.keys(shape.conditions))).length;
          const wanted = shape.isOrdered ? Math.min(matching, 101) : matching;
          const looked = await rowsLookedAt(at, shape, { known, wanted });
          t.diagnostic(`${name}: ${looked.rows} rows looked at, ${wanted} wanted (${looked.plan})`);
          assert.ok(wanted > 0, `${name} finds nothing`);
          assert.ok(
            looked.rows <= wanted * 1.2 + 5,
            `${name}: ${looked.rows} rows for ${wanted}; ${looked.plan}`,
          );
        }
      });
    });
});
