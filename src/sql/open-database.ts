// From the address of a database to the open database. The only place that knows which engines there are.
import type { Observe } from '#observe/event.ts';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite-database.ts';

/** What opening a database needs. */
export interface DatabaseOptions {
  /** `sqlite:` and the path of a file. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly observe: Observe;
  /** How long a write waits while another process writes, in milliseconds; 5,000 when left out. */
  readonly lockTimeout?: number;
}

/** Opens a database. Throws an Error with one line that an operator understands. */
export async function openDatabase({ url, ...options }: DatabaseOptions): Promise<Database> {
  const file = sqliteFile(url);
  try {
    return openSqlite({ file, ...options });
  } catch (error) {
    throw new Error(
      `Cannot open the database ${file}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** The path in `sqlite:./path/file.db`; `sqlite:///path/file.db` is taken too. Throws an Error. */
export function sqliteFile(url: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== 'sqlite') {
    // The rest of an address may hold a password.
    const given = scheme === undefined ? 'no scheme' : `the scheme "${scheme}"`;
    throw new Error(`A database address looks like sqlite:./data/hourbook.db; this one has ${given}.`);
  }
  const path = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
  if (path === '' || path.startsWith(':') || path.endsWith('/') || path.startsWith('//')) {
    throw new Error(`The database address "${url}" names no file; it looks like sqlite:./data/hourbook.db.`);
  }
  return path;
}
