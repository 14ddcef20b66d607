// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'purged_deletions',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'purged_until', type: 'bigint', notNull: true },
      ],
      primaryKey: ['account_id'],
      indexes: [],
      foreignKeys: [],
    },
  },
];

export default operations;
