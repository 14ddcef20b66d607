// What people worked on before the server noted it: from their bookings to the rows that recentTasks shows.
import type { Operation } from './operation.ts';

/** Who booked on which task, and when last; bookings of the future count as begun now, as ever. */
const booked = `(
  select account_id, user_id, task_id, max(case when start_instant > {now} then {now} else start_instant end) as started
  from time_trackings group by account_id, user_id, task_id
) as booked`;

const known = `update nodes_to_users set last_started = booked.started, updated = {now}, row_revision = row_revision + 1
from ${booked}
where nodes_to_users.account_id = booked.account_id and nodes_to_users."user" = booked.user_id
  and nodes_to_users.node = booked.task_id
  and (nodes_to_users.last_started is null or nodes_to_users.last_started < booked.started)`;

const counters = `insert into row_counters (account_id, sequence, next_id)
select distinct account_id, 'nodes_to_users', 1 from time_trackings where true
on conflict (account_id, sequence) do nothing`;

const unknown = `insert into nodes_to_users (account_id, id, node, "user", last_started, updated)
select booked.account_id,
  row_counters.next_id - 1
    + row_number() over (partition by booked.account_id order by booked.user_id, booked.task_id),
  booked.task_id, booked.user_id, booked.started, {now}
from ${booked}
join row_counters on row_counters.account_id = booked.account_id and row_counters.sequence = 'nodes_to_users'
where not exists (
  select 1 from nodes_to_users as known
  where known.account_id = booked.account_id and known."user" = booked.user_id and known.node = booked.task_id
)`;

const counted = `update row_counters set next_id = used.next_id
from (select account_id, max(id) + 1 as next_id from nodes_to_users group by account_id) as used
where row_counters.account_id = used.account_id and row_counters.sequence = 'nodes_to_users'
  and row_counters.next_id < used.next_id`;

const statements = [known, counters, unknown, counted];

const operations: readonly Operation[] = [{ kind: 'statements', sqlite: statements, postgres: statements }];

export default operations;
