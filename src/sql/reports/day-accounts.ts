// Days of working time accounts in a period, which add up to its hours. The balance stands at one of them: the last day
// that the person's account has in the period and that has begun, and so does the department. Rows of other days are not
// asked for.
import { sql, type RawBuilder } from 'kysely';
import type { ReportParts } from './report-parts.ts';
import { linesAbove } from './lines-above.ts';

/** The start of a person's account; `isAccounted` of the rules says the same. */
const start = sql`coalesce(u.payroll_accounting_starts_at, u.entry_date)`;
/** Whether the day is of its person's account and has begun: what somebody left on others stands in no sum. */
const counts = (date: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${start} is null or ${start} <= ${date}) and (u.exit_date is null or ${date} <= u.exit_date) and (u.begun_until is null or ${date} <= u.begun_until)`;

/** What a day moves the balance by. */
const step = sql`coalesce(d.working_time_daily_balance, 0) + coalesce(d.additions, 0) - coalesce(d.overtime_paid, 0) - coalesce(d.overtime_reduction, 0)`;
const balance = sql`case when d.id = l.id then coalesce(m.balance_before, 0) + d.balance_within else 0 end`;

/** The rows; a department of the tree repeats them for each that the person's lies in. */
export function dayAccounts({ account, uses, parameter }: ReportParts): RawBuilder<unknown> {
  const [from, to] = [parameter('date_from'), parameter('date_to')];
  const departments = uses('department_tree_id');
  const dates = sql`select a.user_id, max(a.date) as date from timesheet_accountings as a join users as u on u.account_id = ${account} and u.id = a.user_id where a.account_id = ${account} and a.date >= ${from} and a.date <= ${to} and ${counts(sql`a.date`)} group by a.user_id`;
  // There is one a person. Put together, it is found by itself: else SQLite looks for it among all days of the person again
  // at each of their days.
  const last = sql`select max(e.id) as id, e.user_id, max(e.department_id) as department_id, max(e.date) as date from (${dates}) as f join timesheet_accountings as e on e.account_id = ${account} and e.user_id = f.user_id and e.date = f.date group by e.user_id`;
  const columns = sql.join([
    sql`d.id, d.user_id, l.department_id, cast(${from} as text) as date_from, cast(${to} as text) as date_to, l.date as balance_until`,
    departments
      ? sql`coalesce(t.above_id, l.department_id) as department_tree_id`
      : sql`null as department_tree_id`,
    sql`d.target_working_hours, d.total_working_time, d.working_time_daily_balance`,
    sql`d.additions, d.overtime_paid, d.overtime_reduction`,
    sql`${balance} - (${step}) as opening_balance`,
    sql`${balance} as working_time_total_balance`,
  ]);
  const tree = sql`left join (${linesAbove('departments', account)}) as t on t.id = l.department_id`;
  const joins = sql`join users as u on u.account_id = ${account} and u.id = l.user_id join timesheet_accountings as d on d.account_id = ${account} and d.user_id = l.user_id and d.date >= ${from} and d.date <= ${to} and ${counts(sql`d.date`)} left join account_months as m on m.account_id = ${account} and m.id = d.month_id`;
  return sql`(select ${columns} from (${last}) as l ${joins} ${departments ? tree : sql``}) as counted`;
}
