// `hourbook migrate`: brings the database to the schema of this version, without serving.
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import type { Command } from '../command.ts';

/** Applies what is missing; does nothing when nothing is. */
export const command: Command = {
  name: 'migrate',
  summary: 'Brings the database to the schema of this version (serve does it too)',
  arguments: [],
  options: [
    {
      flag: 'service-role',
      value: 'NAME',
      doc: 'PostgreSQL only: role as which the service logs in from now on; it may read and write rows, and sees those of one account at a time.',
    },
  ],
  async run({ config, options, clock, observe, print }) {
    const serviceRole = options['service-role'];
    const database = await openDatabase({ url: config.database, clock, observe: () => {} });
    try {
      const applied = await migrate(database, {
        observe,
        ...(typeof serviceRole === 'string' ? { serviceRole } : {}),
      });
      const text = applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`;
      print({ text, data: { applied, ...(typeof serviceRole === 'string' ? { serviceRole } : {}) } });
    } finally {
      await database.close();
    }
  },
};
