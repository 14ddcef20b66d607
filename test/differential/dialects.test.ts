// Compares the expressions of both SQL dialects on their engines: text, moments, decimals, hours, lists and paths.
import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { types } from '#resource/define-resource.ts';
import { shownHours } from '#resource/field-types/hours.ts';
import { roundedUnits } from '#sql/compile-predicate.ts';
import type { Database } from '#sql/database.ts';
import type { Dialect } from '#sql/dialect.ts';
import { openDatabase } from '#sql/open-database.ts';
import { trickyText } from '../contract/sample-rows.ts';
import { runs } from '../support/property.ts';
import { postgresEngine, sqliteEngine, type StorageEngine } from '../support/engines.ts';

const skip = postgresEngine === null ? 'this run has no PostgreSQL' : false;

async function openBoth(t: TestContext): Promise<readonly Database[]> {
  const engines = [sqliteEngine, postgresEngine as StorageEngine];
  return Promise.all(
    engines.map(async (engine) => {
      const { url, remove } = await engine.create();
      const database = await openDatabase({ url, clock: () => 0, observe: () => {} });
      t.after(async () => {
        await database.close();
        await remove();
      });
      return database;
    }),
  );
}

/** The rows that both answer; fails when they differ. `true` and 1 are the same truth. */
async function both(
  databases: readonly Database[],
  build: (dialect: Dialect) => RawBuilder<unknown>,
): Promise<readonly unknown[]> {
  const [sqlite, postgres] = await Promise.all(
    databases.map(async ({ dialect, read }) => {
      const rows = await read(null, (tx) => tx.all(build(dialect).compile(dialect.builder)));
      return rows.map((row) =>
        Object.values(row).map((value) => (typeof value === 'boolean' ? Number(value) : value)),
      );
    }),
  );
  assert.deepEqual(postgres, sqlite);
  return sqlite as readonly unknown[];
}

const counts = runs({ test: 1000, long: 2_500, soak: 100_000 });

const text = fc.oneof(
  trickyText,
  fc.constantFrom('ÄÖÜ', 'Straße', 'ΣΊΣΥΦΟΣ', 'İstanbul', 'ǅ', 'ſ', 'ﬁ', 'Ω', 'K', '100%_a', ''),
  fc.string({
    unit: fc.integer({ min: 1, max: 0x24f }).map((code) => String.fromCodePoint(code)),
    maxLength: 6,
  }),
);

suite('the SQL dialects', { skip }, () => {
  test('fold, find and sort text alike', async (t) => {
    const databases = await openBoth(t);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), text, async (texts, part) => {
        await both(databases, (dialect) => {
          const given = texts.map((one, index) => [index, one]);
          const rows = dialect.rowsOf(sql`${dialect.rowsParameter(given)}`, [
            { name: 'id', type: 'bigint' },
            { name: 'text', type: 'text' },
          ]);
          const folded = dialect.fold(sql.ref('text'));
          const found = dialect.contains(sql.ref('text'), sql`${part}`);
          return sql`select id, text, ${folded} as folded, ${found} as found from ${rows} as given order by ${folded}, id`;
        });
      }),
      counts,
    );
  });

  test('format moments and decimals alike', async (t) => {
    const databases = await openBoth(t);
    const places = ['UTC', 'Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];
    // Names that PostgreSQL also knows as abbreviations.
    const short = [
      'CET',
      'EET',
      'MET',
      'WET',
      'cet',
      'EST',
      'MST',
      'HST',
      'GMT',
      'EST5EDT',
      'NZ',
      'GB',
      'PRC',
    ];
    const zone = fc.constantFrom(...places, ...short);
    const units = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
    // From 1970 on, up to where tz databases are made for.
    const moment = fc.integer({ min: 0, max: 2_145_000_000 });
    await fc.assert(
      fc.asyncProperty(moment, zone, units, fc.constantFrom(2, 7), async (at, name, whole, scale) => {
        await both(databases, (dialect) => {
          const rows = dialect.rowsOf(
            sql`${dialect.rowsParameter([
              [at, whole],
              [null, null],
            ])}`,
            [
              { name: 'at', type: 'bigint' },
              { name: 'units', type: 'bigint' },
            ],
          );
          const shown = [
            dialect.momentText(sql.ref('at'), sql`${name}`),
            dialect.decimalText(sql.ref('units'), scale),
          ];
          return sql`select ${shown[0]} as moment, ${shown[1]} as decimal from ${rows} as given`;
        });
      }),
      counts,
    );
  });

  test('round seconds to hours half up like shownHours', async (t) => {
    const databases = await openBoth(t);
    const near = fc.tuple(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -1, max: 1 }));
    const seconds = fc.oneof(
      near.map(([halves, off]) => halves * 18 + off),
      fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(seconds, { minLength: 1, maxLength: 8 }), async (list) => {
        const rows = await both(databases, (dialect) => {
          const given = dialect.rowsOf(
            sql`${dialect.rowsParameter(list.map((one, index) => [index, one]))}`,
            [
              { name: 'id', type: 'bigint' },
              { name: 'seconds', type: 'bigint' },
            ],
          );
          const rounded = roundedUnits(sql.ref('seconds'), types.hours.unit);
          return sql`select ${rounded} as rounded from ${given} as given order by id`;
        });
        assert.deepEqual(
          (rows as readonly (readonly unknown[])[]).map(([rounded]) => Number(rounded) / 3600),
          list.map(shownHours),
        );
      }),
      counts,
    );
  });

  test('match lists and paths alike', async (t) => {
    const databases = await openBoth(t);
    const id = fc.integer({ min: 1, max: 30 });
    const ids = fc.array(id, { maxLength: 5 });
    const rowsOf = fc.array(
      fc.tuple(
        id,
        fc.option(text),
        fc.option(fc.array(id, { minLength: 1, maxLength: 4 }).map((path) => path.join('/'))),
      ),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(rowsOf, ids, fc.array(text, { maxLength: 4 }), async (given, list, texts) => {
        await both(databases, (dialect) => {
          const rows = dialect.rowsOf(sql`${dialect.rowsParameter(given)}`, [
            { name: 'id', type: 'bigint' },
            { name: 'text', type: 'text' },
            { name: 'trail', type: 'text' },
          ]);
          const isOneOf = dialect.isOneOf(sql.ref('id'), sql`${dialect.listParameter(list)}`, 'integer');
          const isText = dialect.isOneOf(sql.ref('text'), sql`${dialect.listParameter(texts)}`, 'text');
          const onPath = dialect.isOnPath(sql.ref('trail'), sql`${dialect.listParameter(list)}`);
          const truth = (one: RawBuilder<unknown>): RawBuilder<unknown> =>
            sql`case when ${one} then 1 else 0 end`;
          return sql`select ${truth(isOneOf)} as a, ${truth(isText)} as b, ${truth(onPath)} as c from ${rows} as given`;
        });
      }),
      counts,
    );
  });
});
