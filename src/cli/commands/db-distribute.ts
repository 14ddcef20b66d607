// `hourbook db distribute`: spreads the tables of a Citus database over its nodes.
import { distribute } from '#sql/distribute.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { CommandFailure, type Command } from '../command.ts';
import { withDatabase } from '../with-database.ts';

/** Distributes tables by account; what is distributed already stays as it is. */
export const command: Command = {
  name: 'db distribute',
  summary: 'Spreads the tables of a PostgreSQL database with Citus over its nodes, by account',
  arguments: [],
  options: [],
  async run(context) {
    const tables = [...(await schemaAfter(await loadMigrations())).values()];
    const done = await withDatabase(context, (database) => distribute(database, tables)).catch(
      (error: unknown) => {
        throw new CommandFailure(error instanceof Error ? error.message : String(error));
      },
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
