// Writes export files as earlier versions of the program did.
import { writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { exportText } from '#transfer/export-text.ts';
import { transferTables } from '#transfer/transfer-tables.ts';
import { schemaAfter, type Migration } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { run, scratchDatabase } from '../sql/scratch.ts';

/** The file of the account `old`, number 7, after these migrations, with the rows that the statements add. */
export async function olderFile(
  t: TestContext,
  { migrations, statements }: { migrations: readonly Migration[]; statements: readonly string[] },
): Promise<string> {
  const { database, file } = await scratchDatabase(t);
  await migrate(database, { observe: () => {}, migrations });
  await database.write(7, async (tx) => {
    await run(tx, "insert into accounts (id, name, created_at) values (7, 'old', 1000)");
    for (const text of statements) await run(tx, text);
  });
  const parts = {
    account: { id: 7, name: 'old', createdAt: 1000, suspendedAt: null },
    schema: migrations.at(-1)?.name ?? '',
    tables: transferTables(await schemaAfter(migrations)),
    key: '',
  };
  const text = await database.read(7, async (tx) => (await Array.fromAsync(exportText(tx, parts))).join(''));
  writeFileSync(`${file}.jsonl`, text);
  return `${file}.jsonl`;
}
