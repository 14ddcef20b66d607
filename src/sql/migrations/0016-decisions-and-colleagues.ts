// Who decided about days, and what colleagues see of each other. Rows that colleagues see from now on are told again.
import type { Operation } from './operation.ts';

const seen = `case when status <> 1 then 0 when exists (select 1 from absence_types
  where absence_types.account_id = absence_days.account_id
    and absence_types.absence_type_id = absence_days.type_id
    and absence_types.absence_subtype_id = absence_days.subtype_id
    and absence_types.public_leave_type = 1) then 2 when value = 0 then 0 else 1 end`;
const days = `update absence_days
  set seen = ${seen}, updated = {now}, row_revision = row_revision + 1
  where request_id is not null`;
const people = 'update user_status_overview set updated = {now}, row_revision = row_revision + 1';

const operations: readonly Operation[] = [
  { kind: 'addColumn', table: 'absence_days', column: { name: 'seen', type: 'bigint', default: 0 } },
  { kind: 'addColumn', table: 'timesheet_action_logs', column: { name: 'by_user_id', type: 'bigint' } },
  { kind: 'statements', sqlite: [days, people], postgres: [days, people] },
];

export default operations;
