// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'audit_log',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'moment', type: 'bigint' },
        { name: 'actor', type: 'text' },
        { name: 'user_id', type: 'bigint' },
        { name: 'credential', type: 'text' },
        { name: 'request_id', type: 'text' },
        { name: 'address', type: 'text' },
        { name: 'resource_name', type: 'text' },
        { name: 'row_id', type: 'bigint' },
        { name: 'action', type: 'text' },
        { name: 'before', type: 'text' },
        { name: 'after', type: 'text' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        { name: 'audit_log_moment_id', columns: ['account_id', 'moment', 'id'] },
        { name: 'audit_log_user_id_id', columns: ['account_id', 'user_id', 'id'] },
        {
          name: 'audit_log_resource_name_row_id_id',
          columns: ['account_id', 'resource_name', 'row_id', 'id'],
        },
      ],
      foreignKeys: [],
    },
  },
];

export default operations;
