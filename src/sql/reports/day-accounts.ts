// Days of working time accounts in a period, which add up to its hours. The balance stands at one of them: the last day
// that the person's account has in the period and that has begun, and so does the department. Rows of other days are not
// asked for.
import { sql, type RawBuilder } from 'kysely';
import type { ReportParts } from './report-parts.ts';
import { linesAbove } from './lines-above.ts';

/** The start of a person's account; `isAccounted` of the rules says the same. */
const start = sql`coalesce(u.payroll_accounting_starts_at, u.entry_date)`;
/** Whether the day is of its person's account and has begun: what somebody left on others stands in no sum. */
const counts = (account: unknown, date: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${start} is null or ${start} <= ${date}) and (u.exit_date is null or ${date} <= u.exit_date) or u.former_employments is not null and ${former(account, date)}) and (u.begun_until is null or ${date} <= u.begun_until)`;
/** Whether the day is of the account of an employment of its person that stands in `employments`. */
const former = (account: unknown, date: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select 1 from employments as o where o.account_id = ${account} and o.user_id = u.id and coalesce(o.payroll_accounting_starts_at, o.entry_date, ${date}) <= ${date} and ${date} <= coalesce(o.exit_date, ${date}))`;

/** What a day moves the balance by. An account that begins anew on the first day of a period opens it. */
const step = sql`case when d.date > l.first_date then coalesce(d.opens_with, 0) else 0 end + coalesce(d.working_time_daily_balance, 0) + coalesce(d.additions, 0) - coalesce(d.overtime_paid, 0) - coalesce(d.overtime_reduction, 0) - coalesce(d.overtime_settled, 0)`;
const balance = sql`case when d.id = l.id then coalesce(m.balance_before, 0) + d.balance_within else 0 end`;

/** The rows; a department of the tree repeats them for each that the person's lies in. */
export function dayAccounts({ account, uses, parameter }: ReportParts): RawBuilder<unknown> {
  const [from, to] = [parameter('date_from'), parameter('date_to')];
  const departments = uses('department_tree_id');
  const dates = sql`select a.user_id, max(a.date) as date, min(a.date) as first_date from timesheet_accountings as a join users as u on u.account_id = ${account} and u.id = a.user_id where a.account_id = ${account} and a.date >= ${from} and a.date <= ${to} and ${counts(account, sql`a.date`)} group by a.user_id`;
  // There is one a person. Put together, it is found by itself: else SQLite looks for it among all days of the person again
  // at each of their days.
  const last = sql`select max(e.id) as id, e.user_id, max(e.department_id) as department_id, max(e.date) as date, max(f.first_date) as first_date from (${dates}) as f join timesheet_accountings as e on e.account_id = ${account} and e.user_id = f.user_id and e.date = f.date group by e.user_id`;
  const columns = sql.join([
    sql`d.id, d.user_id, l.department_id, cast(${from} as text) as date_from, cast(${to} as text) as date_to, l.date as balance_until`,
    departments
      ? sql`coalesce(t.above_id, l.department_id) as department_tree_id`
      : sql`null as department_tree_id`,
    sql`d.target_working_hours, d.total_working_time, d.working_time_daily_balance`,
    sql`d.additions, d.overtime_paid, d.overtime_reduction, d.overtime_settled`,
    sql`${balance} - (${step}) as opening_balance`,
    sql`${balance} as working_time_total_balance`,
  ]);
  const tree = sql`left join (${linesAbove('departments', account)}) as t on t.id = l.department_id`;
  const joins = sql`join users as u on u.account_id = ${account} and u.id = l.user_id join timesheet_accountings as d on d.account_id = ${account} and d.user_id = l.user_id and d.date >= ${from} and d.date <= ${to} and ${counts(account, sql`d.date`)} left join account_months as m on m.account_id = ${account} and m.id = d.month_id`;
  return sql`(select ${columns} from (${last}) as l ${joins} ${departments ? tree : sql``}) as counted`;
}
