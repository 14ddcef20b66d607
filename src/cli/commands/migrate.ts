// `hourbook migrate`: brings the database to the schema of this version, without serving.
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import type { Command } from '../command.ts';

/** Applies what is missing; does nothing when nothing is. */
export const command: Command = {
  name: 'migrate',
  summary: 'Brings the database to the schema of this version (serve does it too)',
  arguments: [],
  options: [],
  async run({ config, clock, observe, print }) {
    const database = await openDatabase({ url: config.database, clock, observe });
    try {
      const applied = await migrate(database, { observe });
      const text = applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`;
      print({ text, data: { applied } });
    } finally {
      await database.close();
    }
  },
};
