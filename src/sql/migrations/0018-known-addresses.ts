// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'known_addresses',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'username_hash', type: 'text', notNull: true },
        { name: 'address', type: 'text', notNull: true },
        { name: 'seen_at', type: 'bigint', notNull: true },
      ],
      primaryKey: ['account_id', 'username_hash', 'address'],
      indexes: [{ name: 'known_addresses_seen_at', columns: ['account_id', 'seen_at'] }],
      foreignKeys: [],
    },
  },
];

export default operations;
