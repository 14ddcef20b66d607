// `npm run migration -- NAME`: writes the next migration, from what the migrations make so far to what is declared.
import { writeFile } from 'node:fs/promises';
import { checkResources } from '#resource/check-resources.ts';
import { loadResources } from '../../load-resources.ts';
import { resourceTables } from '../resource-tables.ts';
import { systemTables } from '../system-tables.ts';
import type { Table } from '../table.ts';
import { compareTables } from './compare-tables.ts';
import { loadMigrations, migrationsDirectory, schemaAfter } from './load-migrations.ts';
import { migrationSource } from './migration-source.ts';

/** Every table of the program as it is declared now. Throws an Error that names every contradiction. */
export async function declaredTables(): Promise<readonly Table[]> {
  const resources = await loadResources();
  checkResources(resources);
  return [...systemTables, ...resourceTables(resources)];
}

/** Writes the file and answers its path; `null` when nothing has changed. Throws an Error saying what it refuses. */
export async function generate(
  name: string,
  directory: string = migrationsDirectory,
): Promise<string | null> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new Error('Name the migration in kebab-case: npm run migration -- add-notes');
  const migrations = await loadMigrations(directory);
  const operations = compareTables(await schemaAfter(migrations), await declaredTables());
  if (operations.length === 0) return null;
  const path = `${directory.replace(/\/$/, '')}/${String(migrations.length + 1).padStart(4, '0')}-${name}.ts`;
  await writeFile(path, await migrationSource(operations, path), { flag: 'wx' });
  return path;
}

async function generateAsCommand(): Promise<void> {
  try {
    const path = await generate(process.argv[2] ?? '');
    process.stdout.write(
      path === null ? 'Nothing has changed.\n' : `${path}\nRead it before you commit it.\n`,
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) void generateAsCommand();
