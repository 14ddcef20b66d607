// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'employments',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'user_id', type: 'bigint', notNull: true },
        { name: 'entry_date', type: 'text' },
        { name: 'exit_date', type: 'text' },
        { name: 'payroll_accounting_starts_at', type: 'text' },
        { name: 'initial_balance', type: 'bigint', default: 0 },
        { name: 'updated', type: 'bigint' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        { name: 'employments_user_id_entry_date_id', columns: ['account_id', 'user_id', 'entry_date', 'id'] },
        { name: 'employments_updated_id', columns: ['account_id', 'updated', 'id'] },
        { name: 'employments_user_id_id', columns: ['account_id', 'user_id', 'id'] },
      ],
      foreignKeys: [{ columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] }],
    },
  },
  {
    kind: 'createTable',
    table: {
      name: 'overtime_ledger',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'user_id', type: 'bigint' },
        { name: 'date', type: 'text' },
        { name: 'kind', type: 'text' },
        { name: 'hours', type: 'bigint' },
        { name: 'rule', type: 'bigint' },
        { name: 'reason', type: 'text' },
        { name: 'updated', type: 'bigint' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        { name: 'overtime_ledger_user_id_date_id', columns: ['account_id', 'user_id', 'date', 'id'] },
        { name: 'overtime_ledger_updated_id', columns: ['account_id', 'updated', 'id'] },
        { name: 'overtime_ledger_user_id_id', columns: ['account_id', 'user_id', 'id'] },
        { name: 'overtime_ledger_rule_id', columns: ['account_id', 'rule', 'id'] },
      ],
      foreignKeys: [
        { columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] },
        {
          columns: ['account_id', 'rule'],
          table: 'working_time_balance_rules',
          references: ['account_id', 'id'],
        },
      ],
    },
  },
  {
    kind: 'addColumn',
    table: 'timesheet_accountings',
    column: { name: 'overtime_settled', type: 'bigint', default: 0 },
  },
  {
    kind: 'addColumn',
    table: 'timesheet_accountings',
    column: { name: 'settles_later', type: 'bigint', default: 0 },
  },
  {
    kind: 'addColumn',
    table: 'timesheet_accountings',
    column: { name: 'opens_with', type: 'bigint', default: 0 },
  },
  { kind: 'addColumn', table: 'users', column: { name: 'former_employments', type: 'text' } },
  {
    kind: 'addColumn',
    table: 'working_time_balance_rules',
    column: { name: 'payout_above', type: 'bigint' },
  },
  {
    kind: 'addColumn',
    table: 'working_time_balance_rules',
    column: { name: 'expires_at_cycle_end', type: 'bigint', notNull: true, default: 0 },
  },
  {
    kind: 'addColumn',
    table: 'working_time_balance_rules',
    column: { name: 'maximum_balance', type: 'bigint' },
  },
  { kind: 'addColumn', table: 'working_time_cycles', column: { name: 'length', type: 'text' } },
];

export default operations;
