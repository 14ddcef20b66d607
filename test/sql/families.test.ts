// Questions of one shape that are asked as one statement: each gets the rows that it gets when it is asked alone.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { emptyRow } from '#resource/empty-row.ts';
import type { Resource } from '#resource/resource.ts';
import type { Comparison, FindOptions, Row } from '#resource/rule.ts';
import accountMonths from '#resources/account-months.ts';
import clients from '#resources/clients.ts';
import timesheetAccountings from '#resources/timesheet-accountings.ts';
import users from '#resources/users.ts';
import type { Database, Statement, Tx, UnitTx } from '#sql/database.ts';
import { inFamilies } from '#sql/families.ts';
import { findRows, insertRow } from '#sql/store.ts';
import { postgresEngine, type StorageEngine } from '../support/engines.ts';
import { databaseWithAccount } from '../support/empty-database.ts';
import { runs } from '../support/property.ts';
import { postgresSuite } from './postgres-scratch.ts';

const accountId = 1;
const days: Resource = timesheetAccountings;
const firms: Resource = clients;

const names = ['a', 'B', 'ä', 'z', '\uFF5E', '😀', '', 'nul\0', '{"x",}', 'null', '\\'];
const name = fc.constantFrom(...names);
const number = fc.constantFrom(-1, 1, 2, 3, 4, 9_007_199_254_740_991);
const order = fc.constantFrom('<', '<=', '>', '>=', '=', '!=');

/** A shape, and the values of each statement that has it. */
interface Questions {
  readonly resource: Resource;
  readonly options: FindOptions | undefined;
  readonly comparisons: readonly (readonly Comparison[])[];
}

const valueOf = (column: string): fc.Arbitrary<unknown> =>
  ({
    company_name: name,
    zip: fc.option(fc.constantFrom('1', '10', '9')),
    date: fc.constantFrom('2026-01-30', '2026-02-01'),
    kinds: fc.subarray(names.slice(0, 3)),
  })[column] ?? number;

const questionsOf = (
  resource: Resource,
  columns: readonly string[],
  orders: readonly string[],
): fc.Arbitrary<Questions> => {
  const part = fc.oneof(
    fc.record({ column: fc.constantFrom(...columns), is: order }),
    fc.record({ column: fc.constantFrom(...columns), is: fc.constantFrom('null', 'not null') }),
    ...(resource === firms ? [fc.constant({ column: 'company_name', is: 'in' })] : []),
  );
  const found = fc.record(
    {
      orderBy: fc.array(fc.constantFrom(...orders), { maxLength: 2 }),
      limit: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: [] },
  );
  return fc
    .record({ parts: fc.array(part, { minLength: 1, maxLength: 3 }), options: fc.option(found) })
    .chain(({ parts, options }) => {
      const comparison = fc.tuple(
        ...parts.map(({ column, is }) =>
          valueOf(is === 'in' ? 'kinds' : column).map((value) =>
            is === 'null' || is === 'not null' ? { column, is } : { column, is, value },
          ),
        ),
      );
      return fc.array(comparison, { minLength: 1, maxLength: 12 }).map((comparisons) => ({
        resource,
        options: options ?? undefined,
        comparisons: comparisons as unknown as readonly (readonly Comparison[])[],
      }));
    }) as fc.Arbitrary<Questions>;
};

const question = fc.oneof(
  questionsOf(firms, ['company_name', 'zip', 'id'], ['company_name', '-company_name', 'zip', '-zip']),
  questionsOf(days, ['user_id', 'date', 'id', 'month_id', 'working_time_total_balance'], ['date', '-date']),
);

/** The statement by which rows are found. */
function statementOf(
  tx: UnitTx,
  { resource, options }: Questions,
  comparisons: readonly Comparison[],
): Statement {
  const statements: Statement[] = [];
  const listening: UnitTx = {
    ...tx,
    all(statement) {
      statements.push(statement);
      return [];
    },
  };
  findRows({ tx: listening, accountId }, resource, {
    comparisons,
    ...(options === undefined ? {} : { options }),
  });
  return statements[0] as Statement;
}

postgresSuite('questions of one shape', () => {
  const filled = async (t: TestContext): Promise<Database> => {
    const database = await databaseWithAccount(t, postgresEngine as StorageEngine);
    await database.write(accountId, (tx) => tx.unit(fill));
    return database;
  };

  test('get the rows, in the order, that each gets alone', async (t) => {
    const database = await filled(t);
    await fc.assert(
      fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 3 }), async (shapes) => {
        await database.read(accountId, async (tx: Tx) => {
          const statements = await tx.unit((unit) =>
            shapes.flatMap((shape) => shape.comparisons.map((one) => statementOf(unit, shape, one))),
          );
          const found = new Map<Statement, readonly Record<string, unknown>[]>();
          for (const { statement, items, rowsOf } of inFamilies(statements, (one) => one)) {
            const rows = await tx.all(statement);
            for (const [place, item] of items.entries()) found.set(item, rowsOf(rows, place));
          }
          for (const statement of statements) assert.deepEqual(found.get(statement), await tx.all(statement));
        });
      }),
      runs({ test: 200, long: 1_000, soak: 20_000 }),
    );
  });

  test('are one statement where there are four of them or more', async (t) => {
    const database = await filled(t);
    await database.read(accountId, async (tx: Tx) => {
      const asked = (ids: readonly number[]): Questions => ({
        resource: days,
        options: undefined,
        comparisons: ids.map((value) => [{ column: 'user_id', is: '=', value }]),
      });
      const count = (ids: readonly number[]): Promise<number> =>
        tx.unit((unit) => {
          const shape = asked(ids);
          const statements = shape.comparisons.map((one) => statementOf(unit, shape, one));
          return inFamilies(statements, (one) => one).length;
        });
      assert.deepEqual([await count([1, 2, 3]), await count([1, 2, 3, 4])], [3, 1]);
    });
  });
});

function fill(tx: UnitTx): void {
  const insert = (resource: Resource, row: Row): void =>
    void insertRow({ tx, accountId }, resource, { ...emptyRow(resource), ...row });
  for (const [place, company_name] of names.entries())
    if (!company_name.includes('\0'))
      insert(firms, { id: place + 1, company_name, zip: place % 3 === 0 ? null : String(place) });
  for (const id of [1, 2]) insert(users, { id, username: `p${id}`, lastname: '', firstname: '' });
  for (const id of [1, 2, 3, 4]) {
    const user_id = id > 2 ? 2 : 1;
    insert(accountMonths, { id, user_id, month: `2026-0${2 - (id % 2)}-01`, balance_before: id * 60 });
  }
  for (const id of [1, 2, 3, 4]) {
    const date = id % 2 === 0 ? '2026-02-01' : '2026-01-30';
    insert(days, { id, user_id: id > 2 ? 2 : 1, date, month_id: id, balance_within: 0 });
  }
}
