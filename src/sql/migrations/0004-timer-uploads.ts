// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'timer_uploads',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'user_id', type: 'bigint', notNull: true },
        { name: 'client_unique_id', type: 'text' },
        { name: 'time_tracking_id', type: 'bigint' },
        { name: 'instant', type: 'bigint', notNull: true },
        { name: 'zone', type: 'text', notNull: true },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        {
          name: 'timer_uploads_user_id_client_unique_id_id',
          columns: ['account_id', 'user_id', 'client_unique_id', 'id'],
        },
        { name: 'timer_uploads_user_id_instant_id', columns: ['account_id', 'user_id', 'instant', 'id'] },
        { name: 'timer_uploads_user_id_id', columns: ['account_id', 'user_id', 'id'] },
      ],
      foreignKeys: [{ columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] }],
    },
  },
];

export default operations;
