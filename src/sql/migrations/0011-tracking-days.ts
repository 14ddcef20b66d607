// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'tracking_days',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'time_tracking_id', type: 'bigint', notNull: true },
        { name: 'date', type: 'text', notNull: true },
        { name: 'duration', type: 'bigint', notNull: true },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        {
          name: 'tracking_days_time_tracking_id_date',
          columns: ['account_id', 'time_tracking_id', 'date'],
          unique: true,
        },
        { name: 'tracking_days_date_id', columns: ['account_id', 'date', 'id'] },
        { name: 'tracking_days_time_tracking_id_id', columns: ['account_id', 'time_tracking_id', 'id'] },
      ],
      foreignKeys: [
        {
          columns: ['account_id', 'time_tracking_id'],
          table: 'time_trackings',
          references: ['account_id', 'id'],
        },
      ],
    },
  },
];

export default operations;
