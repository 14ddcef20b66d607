// When an account changes its ServerTimeZone, `_since` texts issued in the old zone are still on their way.
import { loadSetting, serverTimeZoneSetting, settingsTable } from '#sql/load-account.ts';
import { statement } from '#sql/statement.ts';
import { allocateId } from '#sql/store.ts';
import type { WriteRun } from '../write/write-run.ts';

const keep = statement((db, value) =>
  db
    .insertInto('server_time_zones')
    .values({ account_id: value(0), id: value(1), timezone: value(2), used_until: value(3) }),
);

/** Remembers the zone that was in force until this transaction, if it changed it. */
export function keepFormerTimeZone(run: WriteRun, before: string): void {
  if (!run.touched.has(settingsTable)) return;
  const after = loadSetting(run.tx, run.accountId, serverTimeZoneSetting) || 'UTC';
  if (after === before) return;
  const id = allocateId(run, 'server_time_zones');
  keep.run(run.tx, [run.accountId, id, before, run.tx.stamp + 1]);
}
