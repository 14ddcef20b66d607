// Tests the order in which tables are filled, and which columns are filled late because references form a cycle.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { fillingOrder, inOrder } from '#sql/table-order.ts';
import type { Table } from '#sql/table.ts';
import { seed } from '../support/property.ts';

interface Reference {
  readonly from: number;
  readonly to: number;
  readonly required: boolean;
}

/** Tables t0, t1 … whose columns refer to each other as said; required ones never go in circles: to a smaller number. */
function tablesOf(count: number, references: readonly Reference[]): readonly Table[] {
  return Array.from({ length: count }, (_, index): Table => {
    const own = references.filter(({ from }) => from === index);
    return {
      name: `t${index}`,
      scope: 'account',
      columns: own.map(({ required }, place) => ({ name: `c${place}`, type: 'bigint', notNull: required })),
      primaryKey: [],
      indexes: [],
      foreignKeys: own.map(({ to }, place) => ({
        columns: ['account_id', `c${place}`],
        table: `t${to}`,
        references: ['account_id', 'id'],
      })),
    };
  });
}

const graphs = fc.integer({ min: 1, max: 8 }).chain((count) =>
  fc
    .array(fc.record({ from: fc.nat(count - 1), to: fc.nat(count - 1), required: fc.boolean() }), {
      maxLength: 20,
    })
    .chain((references) =>
      fc
        .shuffledSubarray(
          Array.from({ length: count }, (_, index) => index),
          { minLength: count },
        )
        .map((shuffled) => ({
          tables: shuffled.map(
            (index) =>
              tablesOf(
                count,
                references.filter(({ from, to, required }) => !required || to < from),
              )[index] as Table,
          ),
        })),
    ),
);

describe('the fill order of tables', () => {
  it('holds each table once, after its required targets, and fills cycles late', () => {
    fc.assert(
      fc.property(graphs, ({ tables }) => {
        const order = fillingOrder(tables);
        assert.deepEqual(new Set(order.map(({ table }) => table)), new Set(tables));
        assert.equal(order.length, tables.length);
        for (const [index, { table, late }] of order.entries()) {
          const earlier = new Set(order.slice(0, index).map((placed) => placed.table.name));
          for (const { columns, table: target } of table.foreignKeys) {
            const column = table.columns.find(({ name }) => name === columns[1]);
            assert.equal(late.includes(columns[1] as string), !earlier.has(target));
            assert.ok(earlier.has(target) || column?.notNull !== true);
          }
        }
      }),
      { seed, numRuns: 1000 },
    );
  });

  it('has no late column when the references have no cycle', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.tuple(fc.nat(7), fc.nat(7))),
        (count, pairs) => {
          const references = pairs
            .filter(([from, to]) => from < count && to < from)
            .map(([from, to]) => ({ from, to, required: false }));
          const order = fillingOrder(tablesOf(count, references).toReversed());
          assert.deepEqual(
            order.flatMap(({ late }) => late),
            [],
          );
        },
      ),
      { seed, numRuns: 1000 },
    );
  });

  it('is refused when required references form a cycle', () => {
    const circle = tablesOf(3, [
      { from: 0, to: 1, required: true },
      { from: 1, to: 0, required: true },
    ]);
    assert.throws(() => fillingOrder(circle), /t0, t1 need each other/);
  });

  it('marks columns late that refer to a later table in a given order', () => {
    const [first, second] = tablesOf(2, [{ from: 0, to: 1, required: false }]) as [Table, Table];
    assert.deepEqual(
      inOrder([first, second]).map(({ late }) => late),
      [['c0'], []],
    );
    assert.deepEqual(
      inOrder([second, first]).map(({ late }) => late),
      [[], []],
    );
  });

  it('has no late column under a unique index in the schema of this program', async () => {
    const schema = await schemaAfter(await loadMigrations());
    for (const { table, late } of fillingOrder(schema.values())) {
      const unique = table.indexes.filter((index) => index.unique === true);
      const held = unique.flatMap(({ columns, whereNull }) => [
        ...columns,
        ...(whereNull === undefined ? [] : [whereNull]),
      ]);
      assert.deepEqual(
        late.filter((name) => held.includes(name)),
        [],
        table.name,
      );
    }
  });
});
