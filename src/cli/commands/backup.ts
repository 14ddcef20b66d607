// `hourbook backup FILE`: a consistent copy of the database while it is being used.
import { backup } from '#sql/backup.ts';
import type { Command } from '../command.ts';
import { describeBackup } from '../describe-backup.ts';

/** Writes a backup; never overwrites one. */
export const command: Command = {
  name: 'backup',
  summary: 'Writes a consistent copy of the database to a file, while the service runs',
  arguments: [{ name: 'FILE', doc: 'Where to write it; must not exist yet.' }],
  options: [],
  async run({ arguments: words, config, clock, print }) {
    const file = words['FILE'] ?? '';
    const contents = await backup({ url: config.database, file, clock });
    print({ text: `${file} holds ${describeBackup(contents)}.`, data: { file, ...contents } });
  },
};
