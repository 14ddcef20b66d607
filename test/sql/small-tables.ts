// Two small tables that migrations are tried on.
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
