// Days to come lose their balance, which they had until now. Rows of a person are put right when they next turn: at once.
// Once released it never changes.
import type { Operation } from './operation.ts';

const mark = `update timesheet_accountings set turns_at = 0
where not exists (
  select 1 from timesheet_accountings as later
  where later.account_id = timesheet_accountings.account_id
    and later.user_id = timesheet_accountings.user_id
    and later.date > timesheet_accountings.date
)`;
const wake = `update background_jobs set due_at = {now} where name = 'turn_rows' and due_at > {now}`;

const operations: readonly Operation[] = [
  { kind: 'changeColumn', table: 'account_months', column: { name: 'balance_before', type: 'bigint' } },
  {
    kind: 'changeColumn',
    table: 'timesheet_accountings',
    column: { name: 'balance_within', type: 'bigint' },
  },
  { kind: 'addColumn', table: 'timesheet_accountings', column: { name: 'turns_at', type: 'bigint' } },
  {
    kind: 'createIndex',
    table: 'timesheet_accountings',
    index: { name: 'timesheet_accountings_turns_at_id', columns: ['account_id', 'turns_at', 'id'] },
  },
  { kind: 'addColumn', table: 'users', column: { name: 'begun_until', type: 'text' } },
  { kind: 'statements', sqlite: [mark, wake], postgres: [mark, wake] },
];

export default operations;
