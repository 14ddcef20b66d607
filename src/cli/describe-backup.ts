// A backup in half a sentence, for people.
import type { BackupContents } from '#sql/backup-manifest.ts';

/** What a backup holds: how many rows, as of when, in which schema. */
export function describeBackup({ rows, schema, takenAt }: BackupContents): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const moment = new Date(takenAt * 1000).toISOString().replace('.000', '');
  return `${total} rows as of ${moment} (schema ${schema})`;
}
