// Days on which people are absent, in any status. Public holidays are nobody's absence.
import { sql, type RawBuilder } from 'kysely';
import type { ReportParts } from './report-parts.ts';
import { linesAbove } from './lines-above.ts';

/** The rows; a department of the tree repeats them for each that the person's lies in. */
export function absentDays({ account, uses }: ReportParts): RawBuilder<unknown> {
  const departments = uses('department_tree_id');
  const columns = sql.join([
    sql`a.id, a.user_id, a.user_department_id as department_id, a.date, substr(a.date, 1, 7) as month`,
    sql`a.type_id, a.subtype_id, a.subtype, a.status, a.request_id`,
    sql`case when a.value_unit = 'd' then a.value else 0 end as days`,
    // Hundredths of an hour are kept there, seconds are added up here.
    sql`case when a.value_unit = 'hs' then a.value * 36 else 0 end as hours`,
    departments
      ? sql`coalesce(l.above_id, a.user_department_id) as department_tree_id`
      : sql`null as department_tree_id`,
  ]);
  const tree = sql`left join (${linesAbove('departments', account)}) as l on l.id = a.user_department_id`;
  return sql`(select ${columns} from absence_days as a ${departments ? tree : sql``} where a.account_id = ${account} and a.type <> 'public_holiday') as absent`;
}
