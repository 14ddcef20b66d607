// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'create_keys',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'key_hash', type: 'text', notNull: true },
        { name: 'content_hash', type: 'text', notNull: true },
        { name: 'row_id', type: 'bigint' },
        { name: 'created_at', type: 'bigint', notNull: true },
      ],
      primaryKey: ['account_id', 'key_hash'],
      indexes: [{ name: 'create_keys_created_at', columns: ['account_id', 'created_at'] }],
      foreignKeys: [],
    },
  },
];

export default operations;
