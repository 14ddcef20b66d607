// Day accounts are counted: hours are kept in seconds, running totals in months. Days that are there belong to a month each.
import type { Operation } from './operation.ts';

const months = `insert into account_months
  (account_id, id, row_revision, user_id, month, balance_before, holiday_before, updated)
select account_id, row_number() over (partition by account_id order by user_id, month), 1, user_id, month, 0, 0, changed
from (
  select account_id, user_id, substr(cast(date as text), 1, 7) || '-01' as month, max(data_changed) as changed
  from timesheet_accountings group by account_id, user_id, substr(cast(date as text), 1, 7)
) as days`;

const counters = `insert into row_counters (account_id, sequence, next_id)
select account_id, 'account_months', max(id) + 1 from account_months group by account_id`;

const fill = `update timesheet_accountings set overtime_paid = overtime_paid * 36, month_id = (
  select account_months.id from account_months
  where account_months.account_id = timesheet_accountings.account_id
    and account_months.user_id = timesheet_accountings.user_id
    and account_months.month = substr(cast(timesheet_accountings.date as text), 1, 7) || '-01'
)`;

const moves = [months, counters, fill];

const operations: readonly Operation[] = [
  { kind: 'dropColumn', table: 'timesheet_accountings', column: 'working_time_total_balance' },
  { kind: 'dropColumn', table: 'timesheet_accountings', column: 'holiday_balance' },
  {
    kind: 'createTable',
    table: {
      name: 'account_months',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'user_id', type: 'bigint', notNull: true },
        { name: 'month', type: 'text', notNull: true },
        { name: 'balance_before', type: 'bigint', notNull: true, default: 0 },
        { name: 'holiday_before', type: 'bigint', notNull: true, default: 0 },
        { name: 'updated', type: 'bigint' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        { name: 'account_months_user_id_month', columns: ['account_id', 'user_id', 'month'], unique: true },
        { name: 'account_months_updated_id', columns: ['account_id', 'updated', 'id'] },
        { name: 'account_months_user_id_id', columns: ['account_id', 'user_id', 'id'] },
      ],
      foreignKeys: [{ columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] }],
    },
  },
  { kind: 'dropIndex', table: 'timesheet_accountings', index: 'timesheet_accountings_department_id_id' },
  {
    kind: 'dropForeignKey',
    table: 'timesheet_accountings',
    foreignKey: {
      columns: ['account_id', 'department_id'],
      table: 'departments',
      references: ['account_id', 'id'],
    },
  },
  { kind: 'addColumn', table: 'timesheet_accountings', column: { name: 'month_id', type: 'bigint' } },
  {
    kind: 'addColumn',
    table: 'timesheet_accountings',
    column: { name: 'balance_within', type: 'bigint', default: 0 },
  },
  {
    kind: 'addColumn',
    table: 'timesheet_accountings',
    column: { name: 'holiday_within', type: 'bigint', default: 0 },
  },
  { kind: 'addColumn', table: 'timesheet_accountings', column: { name: 'frame', type: 'text' } },
  { kind: 'statements', sqlite: moves, postgres: moves },
  {
    kind: 'createIndex',
    table: 'timesheet_accountings',
    index: { name: 'timesheet_accountings_month_id_id', columns: ['account_id', 'month_id', 'id'] },
  },
  { kind: 'addColumn', table: 'users', column: { name: 'accounted_until', type: 'text' } },
];

export default operations;
