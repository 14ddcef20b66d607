// The migrations of this program: the files NNNN-name.ts in this directory, in the order of their numbers.
import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { applyOperation, type Operation, type TableMap } from './operation.ts';

/** One migration; its operations are loaded only when they are wanted. */
export interface Migration {
  /** 1, 2, 3, …, without gaps. */
  readonly version: number;
  /** As the file is called, without `.ts`. */
  readonly name: string;
  load(): Promise<readonly Operation[]>;
}

/** Where the migrations are. */
export const migrationsDirectory: string = fileURLToPath(new URL('.', import.meta.url));

/** All migrations. Throws an Error when a number is missing or taken twice. */
export async function loadMigrations(directory: string = migrationsDirectory): Promise<readonly Migration[]> {
  const files = (await readdir(directory)).filter(
    (name) => /^\d{4}-.*\.[jt]s$/.test(name) && !name.endsWith('.d.ts'),
  );
  return files.sort().map((file, index) => {
    const version = Number(file.slice(0, 4));
    if (version !== index + 1) throw new Error(`Migration ${file} should have the number ${index + 1}.`);
    return { version, name: file.slice(0, -3), load: () => loadOperations(`${directory}/${file}`) };
  });
}

async function loadOperations(path: string): Promise<readonly Operation[]> {
  const loaded = (await import(pathToFileURL(path).href)) as { readonly default: readonly Operation[] };
  return loaded.default;
}

/** The schema that the migrations make, one after another. */
export async function schemaAfter(migrations: readonly Migration[]): Promise<TableMap> {
  let tables: TableMap = new Map();
  for (const migration of migrations) {
    tables = (await migration.load()).reduce<TableMap>(applyOperation, tables);
  }
  return tables;
}
