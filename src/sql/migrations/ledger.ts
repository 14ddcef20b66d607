// Which migrations a database has seen, and whether this program knows them.
import type { Tx } from '../database.ts';
import type { Migration } from './load-migrations.ts';

/** Names of the migrations that the database has seen, in order. */
export async function appliedNames(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.all({ sql: 'select name from schema_migrations order by version', parameters: [] });
  return rows.map((row) => String(row['name']));
}

/** How many of the program's migrations the names are. Throws an Error when there are others among them. */
export function assertKnown(names: readonly string[], migrations: readonly Migration[]): number {
  const strange = names.findIndex((name, index) => name !== migrations[index]?.name);
  if (strange === -1) return names.length;
  const newest = migrations.at(-1)?.name ?? 'none';
  if (strange < migrations.length) {
    throw new Error(
      `The database has the migration ${names[strange]} where this program has ${migrations[strange]?.name}.`,
    );
  }
  throw new Error(
    `The database is newer than this program: it has the schema ${names.at(-1)}, this program knows none after ${newest}.`,
  );
}
