// Tests how the next migration is generated from declared tables, and which changes it refuses.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { compareTables } from '#sql/migrations/compare-tables.ts';
import { declaredTables, generate } from '#sql/migrations/generate.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { applyOperation, type TableMap } from '#sql/migrations/operation.ts';
import type { Table } from '#sql/table.ts';
import { scratchDirectory } from './scratch.ts';
import { notes, users } from './small-tables.ts';

function mapOf(...tables: readonly Table[]): TableMap {
  return new Map(tables.map((table) => [table.name, table]));
}

suite('a generated migration', () => {
  test('creates all declared tables, and is not written without changes', async (t) => {
    const directory = scratchDirectory(t);
    assert.equal(await generate('initial', directory), `${directory}/0001-initial.ts`);
    const made = await schemaAfter(await loadMigrations(directory));
    assert.deepEqual(compareTables(made, await declaredTables()), []);
    assert.equal(await generate('again', directory), null);
  });

  test('is refused when its name is not in kebab-case', async (t) => {
    const directory = scratchDirectory(t);
    await assert.rejects(generate('Add Notes', directory), /kebab-case/);
    await assert.rejects(generate('', directory), /kebab-case/);
  });

  test('is refused when the file numbers have a gap', async (t) => {
    const directory = scratchDirectory(t);
    writeFileSync(join(directory, '0001-one.ts'), 'export default [];');
    writeFileSync(join(directory, '0003-three.ts'), 'export default [];');
    await assert.rejects(loadMigrations(directory), /0003-three\.ts should have the number 2/);
  });
});

suite('the comparison of tables', () => {
  test('finds all lossless changes, whose operations lead to the declared tables', () => {
    const declared: Table[] = [
      {
        ...notes,
        columns: [
          ...notes.columns.slice(0, 2),
          { name: 'user_id', type: 'bigint' },
          { name: 'text', type: 'text' },
          notes.columns[3]!,
        ],
        indexes: [{ name: 'notes_user_id', columns: ['account_id', 'user_id'] }],
        foreignKeys: [
          { columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] },
        ],
      },
      users,
    ];
    const operations = compareTables(mapOf(notes), declared);
    assert.deepEqual(
      operations.map((operation) => operation.kind),
      [
        'dropIndex',
        'dropForeignKey',
        'addColumn',
        'changeColumn',
        'addForeignKey',
        'createIndex',
        'createTable',
      ],
    );
    const made = operations.reduce<TableMap>(applyOperation, mapOf(notes));
    assert.deepEqual(compareTables(made, declared), []);
  });

  test('finds no change when only the order of columns and members differs', () => {
    const { columns, ...rest } = notes;
    const other: Table = {
      columns: columns.map(({ type, ...more }) => ({ type, ...more })).toReversed(),
      ...rest,
    };
    assert.deepEqual(compareTables(mapOf(notes), [other]), []);
  });

  const refusals: Record<string, readonly Table[]> = {
    'the table notes is no longer declared': [users],
    'notes.mother_id is no longer declared': [
      { ...notes, columns: notes.columns.slice(0, 3), foreignKeys: [] },
    ],
    'notes.text changes its type from text to bigint': [
      {
        ...notes,
        columns: notes.columns.map((one) => (one.name === 'text' ? { ...one, type: 'bigint' } : one)),
      },
    ],
    'notes.mother_id becomes required': [
      {
        ...notes,
        columns: notes.columns.map((one) => (one.name === 'mother_id' ? { ...one, notNull: true } : one)),
      },
    ],
    'notes.kind is new and required': [
      { ...notes, columns: [...notes.columns, { name: 'kind', type: 'text', notNull: true }] },
    ],
    'notes changes its primary key': [{ ...notes, primaryKey: ['account_id', 'text'] }],
    'notes changes its scope': [{ ...notes, scope: 'installation' }],
  };
  for (const [message, declared] of Object.entries(refusals)) {
    test(`is refused when ${message}`, () => {
      assert.throws(() => compareTables(mapOf(notes), declared), new RegExp(message.replaceAll('.', '\\.')));
    });
  }
});
