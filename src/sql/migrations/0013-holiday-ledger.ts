// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'carry_rules',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'valid_from', type: 'text', notNull: true },
        { name: 'expires', type: 'text' },
        { name: 'most', type: 'bigint', notNull: true },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [{ name: 'carry_rules_valid_from', columns: ['account_id', 'valid_from'], unique: true }],
      foreignKeys: [],
    },
  },
  {
    kind: 'createTable',
    table: {
      name: 'holiday_entries',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'user_id', type: 'bigint', notNull: true },
        { name: 'date', type: 'text', notNull: true },
        { name: 'kind', type: 'text', notNull: true },
        { name: 'days', type: 'bigint', notNull: true },
        { name: 'holiday_year', type: 'text', notNull: true },
        { name: 'source_id', type: 'bigint' },
        { name: 'why', type: 'text', notNull: true },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        { name: 'holiday_entries_user_id_date_id', columns: ['account_id', 'user_id', 'date', 'id'] },
        { name: 'holiday_entries_user_id_id', columns: ['account_id', 'user_id', 'id'] },
      ],
      foreignKeys: [{ columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] }],
    },
  },
  {
    kind: 'createTable',
    table: {
      name: 'holiday_terms',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'user_id', type: 'bigint', notNull: true },
        { name: 'valid_from', type: 'text', notNull: true },
        { name: 'entered_in', type: 'text', notNull: true },
        { name: 'yearly_amount', type: 'bigint' },
        { name: 'week_days', type: 'bigint' },
        { name: 'interval_mode', type: 'text', notNull: true },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        {
          name: 'holiday_terms_user_id_valid_from',
          columns: ['account_id', 'user_id', 'valid_from'],
          unique: true,
        },
        { name: 'holiday_terms_user_id_id', columns: ['account_id', 'user_id', 'id'] },
      ],
      foreignKeys: [{ columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] }],
    },
  },
  {
    kind: 'createIndex',
    table: 'timesheet_action_logs',
    index: { name: 'timesheet_action_logs_request_id_id', columns: ['account_id', 'request_id', 'id'] },
  },
];

export default operations;
