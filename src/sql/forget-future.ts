// What an account holds of moments after the present: stamps are set to the present, logins of the future are removed.
import { sql } from 'kysely';
import type { Resource } from '#resource/resource.ts';
import type { AccountTx } from './database.ts';
import { setNextWork } from './due-work.ts';
import { statement, type Prepared } from './statement.ts';

type Place = readonly [table: string, column: string];

/** Moments that order or cause something; in the future they would hide changes, or delay work. */
const moved: readonly Place[] = [
  ['deletions', 'deleted_at'],
  ['former_sights', 'used_until'],
  ['server_time_zones', 'used_until'],
  ['purged_deletions', 'purged_until'],
  ['mail_outbox', 'created_at'],
  ['mail_outbox', 'due_at'],
];
/** What was issued, failed or kept in the future: it would hold until then. */
const removed: readonly Place[] = [
  ['tokens', 'issued_at'],
  ['one_time_codes', 'created_at'],
  ['login_failures', 'failed_at'],
  ['mail_requests', 'requested_at'],
  ['known_addresses', 'seen_at'],
  ['create_keys', 'created_at'],
];

/** Sets the moments right in one account; answers the present second with what was changed. */
export async function forgetFuture(
  { tx, accountId }: AccountTx,
  resources: Iterable<Resource>,
): Promise<{ readonly now: number; readonly moved: number; readonly removed: number }> {
  const { now } = tx;
  const counts = { now, moved: 0, removed: 0 };
  for (const { storage, flagView, table, lastChange, turns } of resources) {
    if (storage !== 'account' || flagView !== null) continue;
    if (lastChange !== null) counts.moved += await restamp(table, lastChange).run(tx, [accountId, now]);
    if (turns !== null) await move(table, turns.column).run(tx, [accountId, now]);
  }
  for (const [table, column] of moved) counts.moved += await move(table, column).run(tx, [accountId, now]);
  for (const [table, column] of removed)
    counts.removed += await remove(table, column).run(tx, [accountId, now]);
  for (const kind of ['turn_rows', 'send_mails'] as const) await setNextWork(tx, { kind, accountId }, now);
  return counts;
}

function restamp(table: string, column: string): Prepared {
  return prepared(table, column, sql`, row_revision = row_revision + 1`);
}

function move(table: string, column: string): Prepared {
  return prepared(table, column, sql``);
}

function prepared(table: string, column: string, more: ReturnType<typeof sql>): Prepared {
  return statement((db, value) => ({
    compile: () =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value(1)}${more}
        where account_id = ${value(0)} and ${sql.ref(column)} > ${value(1)}`.compile(db),
  }));
}

function remove(table: string, column: string): Prepared {
  return statement((db, value) => ({
    compile: () =>
      sql`delete from ${sql.table(table)} where account_id = ${value(0)} and ${sql.ref(column)} > ${value(1)}`.compile(
        db,
      ),
  }));
}
