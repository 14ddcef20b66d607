// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  { kind: 'addColumn', table: 'tokens', column: { name: 'actor_id', type: 'bigint' } },
  { kind: 'addColumn', table: 'one_time_codes', column: { name: 'made_by', type: 'bigint' } },
  {
    kind: 'createTable',
    table: {
      name: 'user_history',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'user_id', type: 'bigint' },
        { name: 'change_user_id', type: 'bigint' },
        { name: 'change_date', type: 'bigint' },
        { name: 'change_type', type: 'text' },
        { name: 'old_value', type: 'text' },
        { name: 'new_value', type: 'text' },
        { name: 'field_level', type: 'text' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        {
          name: 'user_history_user_id_change_date_id',
          columns: ['account_id', 'user_id', 'change_date', 'id'],
        },
        { name: 'user_history_change_date_id', columns: ['account_id', 'change_date', 'id'] },
        { name: 'user_history_user_id_id', columns: ['account_id', 'user_id', 'id'] },
      ],
      foreignKeys: [{ columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] }],
    },
  },
];

export default operations;
