// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'schedule_versions',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'timesheet_template_id', type: 'bigint', notNull: true },
        { name: 'valid_from', type: 'text', notNull: true },
        { name: 'plan', type: 'text', notNull: true },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        {
          name: 'schedule_versions_timesheet_template_id_valid_from',
          columns: ['account_id', 'timesheet_template_id', 'valid_from'],
          unique: true,
        },
        {
          name: 'schedule_versions_timesheet_template_id_id',
          columns: ['account_id', 'timesheet_template_id', 'id'],
        },
      ],
      foreignKeys: [
        {
          columns: ['account_id', 'timesheet_template_id'],
          table: 'work_schedules',
          references: ['account_id', 'id'],
        },
      ],
    },
  },
];

export default operations;
