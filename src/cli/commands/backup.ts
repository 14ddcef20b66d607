// `hourbook backup FILE`: a consistent copy of the database while it is being used.
import { backup } from '#sql/backup.ts';
import type { Command } from '../command.ts';
import { describeBackup } from '../describe-backup.ts';
import { warnOfFiles } from '../warn-of-files.ts';
import { leaveEntries } from '../leave-entries.ts';
import { withBareDatabase } from '../with-database.ts';

/** Writes a backup; never overwrites one. */
export const command: Command = {
  name: 'backup',
  summary: 'Writes a consistent copy of the database to a file, while the service runs',
  arguments: [{ name: 'FILE', doc: 'Where to write it; must not exist yet.' }],
  options: [],
  async run(context) {
    const { arguments: words, config, clock, print } = context;
    const file = words['FILE'] ?? '';
    const contents = await backup({ url: config.database, file, key: config.backupKey, clock });
    await withBareDatabase(context, (database) =>
      leaveEntries(context, database, { action: 'backup', after: { file } }),
    );
    warnOfFiles(context, contents.rows['files'] ?? 0, 'back up the folder after this');
    print({ text: `${file} holds ${describeBackup(contents)}.`, data: { file, ...contents } });
  },
};
