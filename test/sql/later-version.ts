// What a later version may bring to a database: a table with references, columns and an exclusion, an index, and rows of all
// accounts changed.
import type { Operation } from '#sql/migrations/operation.ts';
import { notes } from './small-tables.ts';

const toDepartment = {
  columns: ['account_id', 'id'],
  table: 'departments',
  references: ['account_id', 'id'],
};
const exclusive = { name: 'notes_exclusive', columns: ['account_id', 'id'], from: 'since', until: 'until' };

/** Its only migration. */
export const laterOperations: readonly Operation[] = [
  { kind: 'createTable', table: notes },
  { kind: 'addColumn', table: 'notes', column: { name: 'since', type: 'bigint' } },
  { kind: 'addColumn', table: 'notes', column: { name: 'until', type: 'bigint' } },
  { kind: 'addForeignKey', table: 'notes', foreignKey: toDepartment },
  { kind: 'addExclusion', table: 'notes', exclusion: exclusive },
  {
    kind: 'createIndex',
    table: 'departments',
    index: { name: 'departments_note', columns: ['account_id', 'id'] },
  },
  { kind: 'statements', sqlite: [], postgres: ["update departments set department_name = 'moved'"] },
];
