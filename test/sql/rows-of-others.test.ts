// Answers about the days of a person, which are rows of two tables: they stay known while rows of others are written, and no longer.
// SQLite is asked each time.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { emptyRow } from '#resource/empty-row.ts';
import type { Resource } from '#resource/resource.ts';
import type { Comparison, FindOptions, Row } from '#resource/rule.ts';
import accountMonths from '#resources/account-months.ts';
import timesheetAccountings from '#resources/timesheet-accountings.ts';
import users from '#resources/users.ts';
import { addToRows } from '#sql/add-to-rows.ts';
import type { Database, UnitTx } from '#sql/database.ts';
import { findRows, insertRow } from '#sql/store.ts';
import { updateRow } from '#sql/update-row.ts';
import { runs } from '../support/property.ts';
import { severalServers } from '../support/several-servers.ts';

const accountId = 1;
const days: Resource = timesheetAccountings;
const months: Resource = accountMonths;
const people: Resource = users;

/** Two people with four days each, two in a month. */
const dates = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'];

type Step =
  | {
      readonly does: 'count day';
      readonly day: number;
      readonly seconds: number;
      readonly knows: readonly string[] | null;
    }
  | { readonly does: 'shift days'; readonly person: number; readonly from: string; readonly by: number }
  | { readonly does: 'shift months'; readonly person: number; readonly by: number }
  | { readonly does: 'set month'; readonly month: number; readonly seconds: number }
  | { readonly does: 'ask'; readonly question: number }
  | { readonly does: 'savepoint'; readonly steps: readonly Step[]; readonly isUndone: boolean };

const person = fc.constantFrom(1, 2);
const day = fc.integer({ min: 1, max: 8 });
const seconds = fc.constantFrom(0, 60, 3_600);
const date = fc.constantFrom(...dates);
/** Columns of the day that are read before it is changed; `null`: all. */
const knows = fc.constantFrom(
  null,
  ['id', 'working_time', 'balance_within'],
  ['id', 'working_time', 'balance_within', 'user_id'],
);
const plainStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('count day' as const), day, seconds, knows }),
  fc.record({ does: fc.constant('shift days' as const), person, from: date, by: fc.constantFrom(1, -60) }),
  fc.record({ does: fc.constant('shift months' as const), person, by: fc.constantFrom(1, -60) }),
  fc.record({ does: fc.constant('set month' as const), month: fc.integer({ min: 1, max: 4 }), seconds }),
  { weight: 6, arbitrary: fc.record({ does: fc.constant('ask' as const), question: fc.nat(2) }) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: plainStep },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('savepoint' as const),
      steps: fc.array(plainStep, { maxLength: 4 }),
      isUndone: fc.boolean(),
    }),
  },
);
const columns = ['id', 'user_id', 'date', 'working_time', 'working_time_total_balance'];
const question = fc
  .record({
    userId: fc.option(person, { freq: 5 }),
    from: fc.option(date, { freq: 3 }),
    id: fc.option(day, { freq: 2 }),
    balance: fc.option(seconds, { freq: 2 }),
    hasColumns: fc.boolean(),
  })
  .map(({ userId, from, id, balance, hasColumns }) => {
    const comparisons: Comparison[] = [];
    if (userId !== null) comparisons.push({ column: 'user_id', is: '=', value: userId });
    if (from !== null) comparisons.push({ column: 'date', is: '>=', value: from });
    if (id !== null) comparisons.push({ column: 'id', is: '=', value: id });
    // A sum of both tables.
    if (balance !== null) comparisons.push({ column: 'working_time_total_balance', is: '=', value: balance });
    const options: FindOptions = { orderBy: ['date'], ...(hasColumns ? { columns } : {}) };
    return { comparisons, options };
  });
const turns = fc.array(
  fc.record({
    by: fc.nat(1),
    units: fc.array(fc.array(step, { maxLength: 8 }), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);
type Turns = typeof turns extends fc.Arbitrary<infer T> ? T : never;
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

class Undone extends Error {}

function begin(tx: UnitTx): void {
  const account = { tx, accountId };
  const insert = (resource: Resource, row: Row): void =>
    void insertRow(account, resource, { ...emptyRow(resource), ...row });
  for (const id of [1, 2]) insert(people, { id, username: `p${id}`, lastname: '', firstname: '' });
  for (const id of [1, 2, 3, 4])
    insert(months, { id, user_id: id > 2 ? 2 : 1, month: `2026-0${2 - (id % 2)}-01`, balance_before: 0 });
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const place = (id - 1) % 4;
    const month_id = (id > 4 ? 3 : 1) + (place > 1 ? 1 : 0);
    insert(days, { id, user_id: id > 4 ? 2 : 1, date: dates[place] as string, month_id, balance_within: 0 });
  }
}

/** Does the steps; `heard` is told what each question was answered. */
function play(
  tx: UnitTx,
  { asked, steps }: { readonly asked: readonly Question[]; readonly steps: readonly Step[] },
  heard: (rows: readonly Row[]) => void,
): void {
  const account = { tx, accountId };
  const change = (resource: Resource, before: Row, changes: Row): void => {
    if (Object.entries(changes).some(([column, value]) => before[column] !== value))
      updateRow(account, resource, { before, changes });
  };
  const first = (resource: Resource, id: number, options?: FindOptions): Row =>
    findRows(account, resource, {
      comparisons: [{ column: 'id', is: '=', value: id }],
      ...(options === undefined ? {} : { options }),
    })[0] as Row;
  for (const one of steps) {
    if (one.does === 'ask') heard(findRows(account, days, asked[one.question] as Question));
    else if (one.does === 'count day') {
      const before = first(days, one.day, one.knows === null ? {} : { columns: one.knows });
      change(days, before, { working_time: one.seconds, balance_within: one.seconds });
    } else if (one.does === 'set month')
      change(months, first(months, one.month), { balance_before: one.seconds });
    else if (one.does === 'shift months')
      addToRows(account, months, {
        comparisons: [{ column: 'user_id', is: '=', value: one.person }],
        amounts: { balance_before: one.by },
      });
    else if (one.does === 'shift days')
      addToRows(account, days, {
        comparisons: [
          { column: 'user_id', is: '=', value: one.person },
          { column: 'date', is: '>=', value: one.from },
        ],
        amounts: { balance_within: one.by },
      });
    else inSavepoint(tx, one.isUndone, () => play(tx, { asked, steps: one.steps }, heard));
  }
}

function inSavepoint(tx: UnitTx, isUndone: boolean, work: () => void): void {
  try {
    tx.savepoint(() => {
      work();
      if (isUndone) throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
}

/** All that may differ from one run to the next is when a row was changed. */
function timeless(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => ({ ...row, data_changed: null }));
}

const emptied = ['timesheet_accountings', 'account_months', 'users'].map((table) => ({
  sql: `delete from "${table}" where account_id = 1`,
  parameters: [],
}));

/** Answers to all questions of the turns, one transaction each, and what is stored after each. */
async function answersOf(
  servers: readonly Database[],
  asked: readonly Question[],
  all: Turns,
): Promise<readonly (readonly Row[])[]> {
  const answers: (readonly Row[])[] = [];
  await servers[0]?.write(accountId, async (tx) => {
    for (const one of emptied) await tx.run(one);
    await tx.unit(begin);
  });
  for (const { by, units } of all) {
    const server = servers[by % servers.length] as Database;
    await server.write(accountId, async (tx) => {
      for (const steps of units) {
        const heard = await tx.unit((unit) => {
          const own: (readonly Row[])[] = [];
          play(unit, { asked, steps }, (rows) => own.push(timeless(rows)));
          return own;
        });
        answers.push(...heard);
      }
    });
    const stored = await server.read(accountId, (tx) =>
      tx.unit((unit) => findRows({ tx: unit, accountId }, days, { comparisons: [] })),
    );
    answers.push(timeless(stored));
  }
  return answers;
}

describe('questions about days', () => {
  it('are answered alike by both engines while rows of others are written', async (t: TestContext) => {
    const sides = await severalServers(t);
    await fc.assert(
      fc.asyncProperty(fc.array(question, { minLength: 3, maxLength: 3 }), turns, async (asked, all) => {
        const [first, ...others] = await Promise.all(sides.map((servers) => answersOf(servers, asked, all)));
        for (const other of others) assert.deepEqual(other, first);
      }),
      runs({ test: 100, long: 1_000, soak: 20_000 }),
    );
  });
});
