// `hourbook restore FILE`: puts a backup in the place of the database; the service must not run.
import { restore } from '#sql/backup.ts';
import type { Command } from '../command.ts';
import { describeBackup } from '../describe-backup.ts';
import { warnOfFiles } from '../warn-of-files.ts';
import { leaveEntries } from '../leave-entries.ts';
import { withBareDatabase } from '../with-database.ts';

/** Restores a backup after checking it. */
export const command: Command = {
  name: 'restore',
  summary: 'Puts a backup in the place of the database, after checking it (stop the service first)',
  arguments: [{ name: 'FILE', doc: 'A file written by hourbook backup.' }],
  options: [{ flag: 'force', doc: 'Replaces a database that exists.' }],
  async run(context) {
    const { arguments: words, options, config, print } = context;
    const file = words['FILE'] ?? '';
    const contents = await restore({
      file,
      url: config.database,
      key: config.backupKey,
      force: options['force'] === true,
    });
    await withBareDatabase(context, (database) =>
      leaveEntries(context, database, { action: 'restore', after: { file } }),
    );
    warnOfFiles(context, contents.rows['files'] ?? 0, 'have them there');
    print({
      text: `${config.database} holds ${describeBackup(contents)} now.`,
      data: { file, database: config.database, ...contents },
    });
  },
};
