// Two small tables, and migrations of them, for tests of migrations.
import type { Migration } from '#sql/migrations/load-migrations.ts';
import type { Operation } from '#sql/migrations/operation.ts';
import type { Table } from '#sql/table.ts';

/** People, with a unique name. */
export const users: Table = {
  name: 'users',
  scope: 'account',
  columns: [
    { name: 'account_id', type: 'bigint', notNull: true },
    { name: 'id', type: 'bigint', notNull: true },
    { name: 'name', type: 'text', notNull: true },
  ],
  primaryKey: ['account_id', 'id'],
  indexes: [{ name: 'users_name', columns: ['account_id', 'name'], unique: true }],
  foreignKeys: [],
};

/** Notes that may hang below one another. */
export const notes: Table = {
  name: 'notes',
  scope: 'account',
  columns: [
    { name: 'account_id', type: 'bigint', notNull: true },
    { name: 'id', type: 'bigint', notNull: true },
    { name: 'text', type: 'text', notNull: true },
    { name: 'mother_id', type: 'bigint' },
  ],
  primaryKey: ['account_id', 'id'],
  indexes: [{ name: 'notes_text', columns: ['account_id', 'text'] }],
  foreignKeys: [{ columns: ['account_id', 'mother_id'], table: 'notes', references: ['account_id', 'id'] }],
};

/** Creates the notes before the users that they may refer to: the order must not matter. */
export const createBoth: readonly Operation[] = [
  { kind: 'createTable', table: notes },
  { kind: 'createTable', table: users },
];

/** Migrations in place of those of the program: one for each list. */
export function migrationsOf(...lists: (readonly Operation[])[]): Migration[] {
  return lists.map((operations, index) => {
    const version = index + 1;
    return { version, name: `000${version}-step`, load: async () => operations };
  });
}
