// Times that people booked, a row for each day on which a tracking lies. What runs counts when it has stopped.
import { sql, type RawBuilder } from 'kysely';
import type { ReportParts } from './report-parts.ts';
import { linesAbove } from './lines-above.ts';

/** Columns of a tracking that the report shows as they are. */
const shown = sql`t.id, t.user_id, t.department_id, t.task_id, t.is_billable, t.is_nonworking, t.is_paid_non_working`;

/** The rows; a project of the tree repeats them for each that it has above its task. */
export function bookedTimes({ account, uses, mayTell }: ReportParts): RawBuilder<unknown> {
  const onOneDay = sql`select ${shown}, t.start_date as date, t.duration from time_trackings as t where t.account_id = ${account} and t.end_instant is not null and t.id not in (select time_tracking_id from tracking_days where account_id = ${account})`;
  const onSeveral = sql`select ${shown}, d.date, d.duration from tracking_days as d join time_trackings as t on t.account_id = d.account_id and t.id = d.time_tracking_id where d.account_id = ${account}`;
  const tasks = sql`select id, mother_id from nodes where account_id = ${account} and ${mayTell}`;
  const projects = uses('project_tree_id');
  const clients = uses('client_id');
  const columns = sql.join([
    sql`b.*`,
    sql`b.duration as hours`,
    sql`substr(b.date, 1, 7) as month`,
    sql`n.mother_id as project_id`,
    projects ? sql`l.above_id as project_tree_id` : sql`null as project_tree_id`,
    clients ? sql`c.client_id` : sql`null as client_id`,
  ]);
  const joins = [
    sql`left join (${tasks}) as n on n.id = b.task_id`,
    ...(projects ? [sql`left join (${linesAbove('nodes', account)}) as l on l.id = n.mother_id`] : []),
    ...(clients ? [sql`left join (${clientsOfNodes(account)}) as c on c.id = n.id`] : []),
  ];
  return sql`(select ${columns} from (${onOneDay} union all ${onSeveral}) as b ${sql.join(joins, sql` `)}) as booked`;
}

/** For whom a node is: its own client, else that of the nearest project above that has one. */
function clientsOfNodes(account: ReportParts['account']): RawBuilder<unknown> {
  const top = sql`select id, client_id from nodes where account_id = ${account} and mother_id is null`;
  const below = sql`select n.id, coalesce(n.client_id, o.client_id) from nodes as n join of_client as o on n.mother_id = o.id where n.account_id = ${account}`;
  return sql`with recursive of_client (id, client_id) as (${top} union all ${below}) select id, client_id from of_client`;
}
