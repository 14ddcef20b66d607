// `hourbook db distribute`: spreads the tables of a Citus database over its nodes.
import { distribute } from '#sql/distribute.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import type { Command } from '../command.ts';
import { asFailure, withDatabase } from '../with-database.ts';

/** Distributes tables by account; what is distributed already stays as it is. */
export const command: Command = {
  name: 'db distribute',
  summary: 'Spreads the tables of a PostgreSQL database with Citus over its nodes, by account',
  arguments: [],
  options: [
    {
      flag: 'pause',
      doc: 'Of a database with accounts: services answer 503 until all rows are copied; what is interrupted goes on when it is run again.',
    },
  ],
  async run(context) {
    const tables = [...(await schemaAfter(await loadMigrations())).values()];
    const done = await asFailure(
      withDatabase(context, (database) =>
        distribute(database, tables, {
          mayPause: context.options['pause'] === true,
          spread: (table, count, all) => context.warn(`${table} is spread: ${count} of ${all} tables`),
        }),
      ),
    );
    const { distributed, copied } = done;
    if (distributed.length + copied.length > 0)
      context.observe({ kind: 'database_distributed', tables: distributed.length, copies: copied.length });
    context.print({
      text:
        distributed.length + copied.length === 0
          ? 'Every table is distributed already.'
          : `${distributed.length} tables are spread by account, ${copied.length} are copied to every node.`,
      data: done,
    });
  },
};
