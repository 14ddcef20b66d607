// Every place in which something about a person could be left: all columns of all tables, files, and copies of both.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#sql/database.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { readRows, rowColumns } from '#sql/table-rows.ts';

/** Where one of the words stands in the account: `table.column`, each once. Letter case is no matter. */
export async function columnsWith(
  database: Database,
  accountId: number,
  words: readonly string[],
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const table of (await schemaAfter(await loadMigrations())).values()) {
    const of = table.scope === 'account' ? accountId : 0;
    await database.read(of === 0 ? null : of, async (tx) => {
      for await (const page of readRows(tx, { table, accountId: of }))
        for (const row of page)
          for (const [place, value] of row.entries())
            if (holds(String(value ?? ''), words))
              found.add(`${table.name}.${rowColumns(table)[place]?.name}`);
    });
  }
  return [...found].sort();
}

/** Names of the files below a folder that hold one of the words, in their name or their bytes. */
export async function filesWith(folder: string, words: readonly string[]): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (holds(`${entry.name}\n${bytes.toString('latin1')}\n${bytes.toString()}`, words))
      found.push(entry.name);
  }
  return found.sort();
}

function holds(text: string, words: readonly string[]): boolean {
  const folded = text.toLowerCase();
  return words.some((word) => folded.includes(word.toLowerCase()));
}
