// Answers that are worked out in memory when rows are written, beside what the database answers. SQLite is asked each time.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { emptyRow } from '#resource/empty-row.ts';
import type { Resource } from '#resource/resource.ts';
import type { Comparison, FindOptions, Row } from '#resource/rule.ts';
import clients from '#resources/clients.ts';
import type { Database, Statement, Tx, UnitTx } from '#sql/database.ts';
import { deleteRow } from '#sql/deletions.ts';
import { rowsAfter, type RowChange } from '#sql/row-question.ts';
import { allocateId, findRows, getRow, insertRow } from '#sql/store.ts';
import { updateRow } from '#sql/update-row.ts';
import { databaseWithAccount } from '../support/empty-database.ts';
import { sqliteEngine } from '../support/engines.ts';
import { runs } from '../support/property.ts';
import { severalServers } from '../support/several-servers.ts';

const accountId = 1;
const resource: Resource = clients;

type Step =
  | { readonly does: 'insert'; readonly values: Row }
  | { readonly does: 'update'; readonly row: number; readonly values: Row; readonly knowsLittle: boolean }
  | { readonly does: 'delete'; readonly row: number }
  | { readonly does: 'ask'; readonly question: number }
  | { readonly does: 'savepoint'; readonly steps: readonly Step[]; readonly isUndone: boolean };

interface Question {
  readonly comparisons: readonly Comparison[];
  readonly options?: FindOptions;
}

const name = fc.constantFrom('a', 'B', 'ä', 'z', '\uFF5E', '😀', '');
const flag = fc.constantFrom(0, 1);
const zip = fc.option(fc.constantFrom('1', '10', '9'), { freq: 3 });
const values = fc.record(
  { company_name: name, active: flag, zip },
  { requiredKeys: [] },
) as unknown as fc.Arbitrary<Row>;
const order = fc.constantFrom('<', '<=', '>', '>=', '=', '!=');
const comparison: fc.Arbitrary<Comparison> = fc.oneof(
  fc.record({ column: fc.constant('company_name'), is: order, value: name }),
  fc.record({ column: fc.constant('active'), is: order, value: flag }),
  fc.record({ column: fc.constant('id'), is: order, value: fc.nat(8) }),
  fc.record({ column: fc.constant('zip'), is: order, value: zip }),
  fc.record({ column: fc.constant('zip'), is: fc.constantFrom('null', 'not null') }),
  fc.record({
    column: fc.constant('id'),
    is: fc.constant('in'),
    value: fc.array(fc.nat(8), { maxLength: 4 }),
  }),
) as fc.Arbitrary<Comparison>;
const sortKey = fc.constantFrom('company_name', '-company_name', 'active', '-active', 'zip', '-zip', '-id');
const options: fc.Arbitrary<FindOptions> = fc.record(
  {
    columns: fc.constantFrom(['id', 'company_name', 'zip'], ['company_name'], ['active', 'id']),
    orderBy: fc.array(sortKey, { maxLength: 2 }),
    limit: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: [] },
) as unknown as fc.Arbitrary<FindOptions>;
const question: fc.Arbitrary<Question> = fc.record(
  { comparisons: fc.array(comparison, { maxLength: 2 }), options },
  { requiredKeys: ['comparisons'] },
);
const row = fc.nat(7);
const plainStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('insert' as const), values }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('update' as const), row, values, knowsLittle: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), row }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('ask' as const), question: fc.nat(2) }) },
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
const questions = fc.array(question, { minLength: 3, maxLength: 3 });
const units = fc.array(fc.array(step, { maxLength: 8 }), { minLength: 1, maxLength: 4 });

class Undone extends Error {}

/** Does the steps; `heard` is told what each question was answered. */
function play(
  tx: UnitTx,
  { asked, steps }: { readonly asked: readonly Question[]; readonly steps: readonly Step[] },
  heard: (rows: readonly Row[]) => void,
): void {
  const account = { tx, accountId };
  for (const one of steps) {
    if (one.does === 'ask') heard(findRows(account, resource, asked[one.question] as Question));
    else if (one.does === 'insert')
      insertRow(account, resource, {
        ...emptyRow(resource),
        company_name: '',
        ...one.values,
        id: allocateId(account, resource.table),
      });
    else if (one.does === 'savepoint')
      try {
        tx.savepoint(() => {
          play(tx, { asked, steps: one.steps }, heard);
          if (one.isUndone) throw new Undone();
        });
      } catch (error) {
        if (!(error instanceof Undone)) throw error;
      }
    else {
      const found = getRow(account, resource, one.row);
      if (found === undefined) continue;
      if (one.does === 'delete') deleteRow(account, resource, { row: found, scopeColumns: [] });
      else change(account, { found, ...one });
    }
  }
}

function change(
  account: { readonly tx: UnitTx; readonly accountId: number },
  part: { readonly found: Row; readonly values: Row; readonly knowsLittle: boolean },
): void {
  const { found, values: wanted, knowsLittle } = part;
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(([column, value]) => found[column] !== value),
  );
  if (Object.keys(changes).length === 0) return;
  const little = { id: found['id'] ?? null, row_revision: found['row_revision'] ?? null };
  updateRow(account, resource, { before: knowsLittle ? little : found, changes });
}

/** Columns that are empty count as absent: a row that was inserted lacks those of which it says nothing. */
function filled(rows: readonly Row[]): readonly Row[] {
  return rows.map((one) =>
    Object.fromEntries(
      Object.entries(one).filter(([key, value]) => value !== null && key !== 'data_changed'),
    ),
  );
}

const everything: Statement = {
  sql: 'select * from "clients" where account_id = 1 order by id',
  parameters: [],
};
const clear: Statement = { sql: 'delete from "clients" where account_id = 1', parameters: [] };
const restart: Statement = {
  sql: `delete from "row_counters" where account_id = 1 and sequence = 'clients'`,
  parameters: [],
};

async function emptied(tx: Tx): Promise<void> {
  await tx.run(clear);
  await tx.run(restart);
}

/** What one server writes. */
interface Turn {
  /** The server, where there are two. */
  readonly by: number;
  readonly units: readonly (readonly Step[])[];
  /** Nothing of it is committed. */
  readonly isLost: boolean;
}
const turns: fc.Arbitrary<readonly Turn[]> = fc.array(
  fc.record({
    by: fc.nat(1),
    units,
    isLost: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.boolean()),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Answers to all questions of the turns, one transaction each. */
async function answersOf(
  servers: readonly Database[],
  asked: readonly Question[],
  all: readonly Turn[],
): Promise<readonly (readonly Row[])[]> {
  const answers: (readonly Row[])[] = [];
  await servers[0]?.write(accountId, emptied);
  for (const { by, units: parts, isLost } of all) {
    const server = servers[by % servers.length] as Database;
    const work = async (tx: Tx): Promise<void> => {
      const heard: (readonly Row[])[] = [];
      for (const steps of parts) {
        const some = await tx.unit((unit) => {
          const own: (readonly Row[])[] = [];
          play(unit, { asked, steps }, (rows) => own.push(filled(rows)));
          return own;
        });
        heard.push(...some);
      }
      if (isLost) throw new Undone();
      answers.push(...heard);
    };
    await server.write(accountId, work).catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
    // What is stored, whatever the transaction was answered.
    answers.push(filled((await server.read(accountId, (tx) => tx.all(everything))) as readonly Row[]));
  }
  return answers;
}

describe('questions about rows that a transaction writes', () => {
  it('are answered alike by both engines, with two servers and with writes undone', async (t: TestContext) => {
    const sides = await severalServers(t);
    await fc.assert(
      fc.asyncProperty(questions, turns, async (asked, all) => {
        const [first, ...others] = await Promise.all(sides.map((servers) => answersOf(servers, asked, all)));
        for (const other of others) assert.deepEqual(other, first);
      }),
      runs({ test: 100, long: 1_000, soak: 20_000 }),
    );
  });

  it('are worked out from an earlier answer as the database answers them', async (t: TestContext) => {
    const database = await databaseWithAccount(t, sqliteEngine);
    let [told, all] = [0, 0];
    await fc.assert(
      fc.asyncProperty(questions, fc.array(plainStep, { maxLength: 12 }), async (asked, steps) => {
        await database.write(accountId, async (tx) => {
          await emptied(tx);
          await tx.unit((silent) => {
            const unit: UnitTx = { ...silent, dialect: { ...silent.dialect, wantsMeaning: true } };
            const before: (readonly Row[])[] = asked.map((one) =>
              findRows({ tx: unit, accountId }, resource, one),
            );
            const known = statementsOf(unit, asked);
            const changes: RowChange[] = [];
            const noting: UnitTx = {
              ...unit,
              run: (statement) => {
                if (statement.change !== undefined) changes.push(statement.change);
                unit.run(statement);
              },
            };
            play(noting, { asked, steps }, () => undefined);
            for (const [place, { question: words }] of known.entries()) {
              assert.ok(words !== undefined);
              let rows: readonly Record<string, unknown>[] | null = before[place] as readonly Row[];
              for (const one of changes) rows = rows && rowsAfter(words, rows, one);
              all += 1;
              if (rows === null) continue;
              told += 1;
              const now = findRows({ tx: unit, accountId }, resource, asked[place] as Question);
              assert.deepEqual(filled(rows as readonly Row[]), filled(now));
            }
          });
        });
      }),
      runs({ test: 200, long: 2_000, soak: 40_000 }),
    );
    // Most can be told: otherwise this test would say little.
    assert.ok(told > all / 2, `${told} of ${all}`);
  });
});

/** The statements by which the questions are asked. */
function statementsOf(tx: UnitTx, asked: readonly Question[]): readonly Statement[] {
  const statements: Statement[] = [];
  const listening: UnitTx = {
    ...tx,
    all: (statement) => {
      statements.push(statement);
      return [];
    },
  };
  for (const one of asked) findRows({ tx: listening, accountId }, resource, one);
  return statements;
}
