// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  { kind: 'addColumn', table: 'accounts', column: { name: 'edition', type: 'text' } },
  {
    kind: 'createTable',
    table: {
      name: 'account_clocks',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'stamp', type: 'bigint', notNull: true },
        { name: 'version', type: 'bigint', notNull: true },
      ],
      primaryKey: ['account_id'],
      indexes: [],
      foreignKeys: [],
    },
  },
  {
    kind: 'addExclusion',
    table: 'time_trackings',
    exclusion: {
      name: 'time_trackings_exclusive',
      columns: ['account_id', 'user_id'],
      from: 'start_instant',
      until: 'end_instant',
    },
  },
];

export default operations;
