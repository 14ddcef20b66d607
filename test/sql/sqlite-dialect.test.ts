// Runs the expressions of the SQLite dialect on a real database and compares the results with JavaScript.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Tx } from '#sql/database.ts';
import { sqliteDialect as dialect } from '#sql/dialects/sqlite.ts';
import { localText } from '#values/time-zone.ts';
import { runs } from '../support/property.ts';
import { column, notesDatabase, run, scratchDatabase, start } from './scratch.ts';

const counts = runs({ test: 100, long: 500, soak: 10_000 });

const all = (tx: Tx, query: RawBuilder<unknown>): Promise<readonly Record<string, unknown>[]> =>
  tx.all(query.compile(dialect.builder));

/** The value of one expression. */
async function value(database: Database, expression: RawBuilder<unknown>): Promise<unknown> {
  const [row] = await database.read(null, (tx) => all(tx, sql`select ${expression} as value`));
  return row?.['value'];
}

const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((one) => !one.includes('\u0000'));
const anyCase = fc.oneof(
  text,
  fc.constantFrom('ÄÖÜ', 'Straße', 'ΣΊΣΥΦΟΣ', 'İstanbul', 'plain ASCII', '100%_a', ''),
);

/** Both small sigmas are one letter, wherever they stand. */
const folded = (whole: string): string => whole.toLowerCase().replaceAll('ς', 'σ');

suite('the SQLite dialect', () => {
  test('folds letter case by Unicode', async (t) => {
    const { database } = await scratchDatabase(t);
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        assert.equal(await value(database, dialect.fold(sql`${given}`)), folded(given));
      }),
      counts,
    );
    assert.equal(await value(database, dialect.fold(sql`${'ΣΊΣΥΦΟΣ'}`)), 'σίσυφοσ');
    assert.equal(await value(database, dialect.fold(sql`null`)), null);
  });

  test('finds a part of a text in any letter case and without wildcards', async (t) => {
    const { database } = await scratchDatabase(t);
    await fc.assert(
      fc.asyncProperty(anyCase, anyCase, async (whole, part) => {
        const expected = folded(whole).includes(folded(part));
        assert.equal(await value(database, dialect.contains(sql`${whole}`, sql`${part}`)), Number(expected));
      }),
      counts,
    );
    assert.equal(await value(database, dialect.contains(sql`${'ÜBERSTUNDEN'}`, sql`${'über'}`)), 1);
    assert.equal(await value(database, dialect.contains(sql`${'50 of 100'}`, sql`${'5%0'}`)), 0);
  });

  test('formats instants in a zone like localText', async (t) => {
    const { database } = await scratchDatabase(t);
    const zone = fc.constantFrom('UTC', 'Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -1e9, max: 4e9 }), zone, async (moment, name) => {
        const written = await value(database, dialect.momentText(sql`${moment}`, sql`${name}`));
        assert.equal(written, localText(moment, name));
      }),
      counts,
    );
    assert.equal(
      await value(database, dialect.momentText(sql`${start}`, sql`'Europe/Vienna'`)),
      '2026-08-01 02:00:00',
    );
    assert.equal(await value(database, dialect.momentText(sql`null`, sql`'UTC'`)), null);
  });

  test('formats whole units as decimals without trailing zeros', async (t) => {
    const { database } = await scratchDatabase(t);
    const cases: [number | null, number, string | null][] = [
      [1250, 2, '12.5'],
      [300, 2, '3'],
      [-25, 2, '-0.25'],
      [0, 2, '0'],
      [7, 0, '7'],
      [162_083_333, 7, '16.2083333'],
      [null, 2, null],
    ];
    for (const [units, scale, expected] of cases) {
      assert.equal(await value(database, dialect.decimalText(sql`${units}`, scale)), expected);
    }
  });

  test('matches a list of any length with one parameter', async (t) => {
    const { database } = await notesDatabase(t);
    await database.write(null, async (tx) => {
      for (const one of ['a', "b'c", '7', 'ä"']) await run(tx, 'insert into notes (text) values (?)', one);
    });
    const found = (name: string, list: readonly unknown[], type: 'integer' | 'text'): Promise<unknown> =>
      database.read(null, async (tx) => {
        const condition = dialect.isOneOf(sql.ref(name), sql`${dialect.listParameter(list)}`, type);
        return (await all(tx, sql`select id from notes where ${condition} order by id`)).map(
          (row) => row['id'],
        );
      });
    assert.deepEqual(await found('id', [1, 3, 99], 'integer'), [1, 3]);
    assert.deepEqual(await found('text', ["b'c", '7', 'ä"', null], 'text'), [2, 3, 4]);
    assert.deepEqual(await found('id', [], 'integer'), []);
  });

  test('uses an index for a list of values and for a range', async (t) => {
    const { database } = await notesDatabase(t);
    const plan = async (condition: RawBuilder<unknown>): Promise<string> => {
      const rows = await database.read(null, (tx) =>
        all(tx, sql`explain query plan select id from notes where ${condition}`),
      );
      return String(rows[0]?.['detail']);
    };
    const many = dialect.isOneOf(sql.ref('text'), sql`${'["a"]'}`, 'text');
    assert.match(await plan(many), /SEARCH notes USING COVERING INDEX .*\(text=\?\)/);
    const range = sql`text > ${dialect.parameter(sql`${'a'}`)}`;
    assert.match(await plan(range), /SEARCH notes USING COVERING INDEX .*\(text>\?\)/);
  });

  test('compares and limits by whole numbers in parameters', async (t) => {
    const { database } = await notesDatabase(t);
    await database.write(null, (tx) => run(tx, "insert into notes (text) values ('a'), ('b'), ('c'), ('d')"));
    const query = sql`select id from notes where id > ${dialect.parameter(sql`${1}`)} order by id limit ${dialect.parameter(sql`${2}`)}`;
    assert.deepEqual(await database.read(null, (tx) => all(tx, query)), [{ id: 2 }, { id: 3 }]);
  });

  test('collects a column as a JSON array in the order of another column', async (t) => {
    const { database } = await notesDatabase(t);
    await database.write(null, (tx) =>
      run(tx, "insert into notes (text, stamp) values ('a', 3), (null, 2), ('c', 1)"),
    );
    const [row] = await database.read(null, (tx) =>
      all(tx, sql`select ${dialect.jsonArray(sql.ref('text'), sql.ref('stamp'))} as texts from notes`),
    );
    assert.deepEqual(JSON.parse(String(row?.['texts'])), ['c', null, 'a']);
  });

  test('names the violated constraint', async (t) => {
    const { database } = await notesDatabase(t);
    const violation = (statement: string): Promise<unknown> =>
      database.write(null, (tx) => run(tx, statement)).then(() => 'none', dialect.constraintOf);
    await database.write(null, async (tx) => {
      await run(tx, "insert into notes (id, text) values (1, 'a')");
      await run(
        tx,
        'create table answers (note integer not null references notes (id) check (note < 10)) strict',
      );
    });
    assert.deepEqual(await violation("insert into notes (text) values ('a')"), {
      kind: 'unique',
      detail: 'notes.text',
    });
    assert.deepEqual(await violation('insert into notes (id) values (1)'), {
      kind: 'unique',
      detail: 'notes.id',
    });
    assert.deepEqual(await violation('insert into answers values (2)'), { kind: 'reference', detail: '' });
    assert.deepEqual(await violation('insert into answers values (null)'), {
      kind: 'check',
      detail: 'answers.note',
    });
    assert.deepEqual(await violation('insert into answers values (11)'), {
      kind: 'check',
      detail: 'note < 10',
    });
    assert.equal(dialect.constraintOf(new Error('UNIQUE constraint failed: a.b')), null);
    assert.equal(await violation('insert into nowhere values (1)'), null);
  });

  test('creates tables that refuse text in a whole-number column', async (t) => {
    const { database } = await scratchDatabase(t);
    const [create] = dialect.createTable({
      name: 'strict',
      scope: 'installation',
      columns: [
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'hours', type: 'bigint' },
      ],
      primaryKey: ['id'],
      indexes: [],
      foreignKeys: [],
    });
    await database.write(null, (tx) => run(tx, create ?? ''));
    await assert.rejects(
      database.write(null, (tx) => run(tx, "insert into strict values (1, 'x')")),
      /cannot store TEXT/,
    );
    assert.deepEqual(await database.read(null, (tx) => column(tx, 'select id from strict')), []);
  });
});
