// Mails that wait to be sent.
import { sql, type RawBuilder } from 'kysely';
import type { ReportParts } from './report-parts.ts';

/** The rows. */
export function waitingMails({ account }: ReportParts): RawBuilder<unknown> {
  const columns = sql.join([
    sql`m.id, case when m.attempts = 0 then 0 else 1 end as state, m.attempts as tries`,
    sql`m.kind as task, m.user_id, cast(null as text) as claimed_by, m.created_at, m.due_at as scheduled_at`,
    sql`cast(null as bigint) as completed_at, cast(null as bigint) as run_at`,
  ]);
  return sql`(select ${columns} from mail_outbox as m where m.account_id = ${account}) as waiting`;
}
