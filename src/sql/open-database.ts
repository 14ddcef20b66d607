// From the address of a database to the open database. The only place that knows which engines there are.
import type { Observe } from '#observe/event.ts';
import { withoutPassword } from '#values/without-password.ts';
import type { Database } from './database.ts';

/** How long a command waits while another process writes, in milliseconds. */
export const commandLockTimeout = 30_000;

/** What opening a database needs. */
export interface DatabaseOptions {
  /** `sqlite:` and the path of a file, or `postgres://` with host and name. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly observe: Observe;
  /** How long a write waits while another process writes, in milliseconds; 5,000 when left out. */
  readonly lockTimeout?: number;
  /** PostgreSQL only: connections at the same time, for reading and for writing each; 10 when left out. */
  readonly connections?: number;
  /** It must exist, and nothing in it is changed. */
  readonly readOnly?: boolean;
  /** A file must exist; a server's database always must. */
  readonly mustExist?: boolean;
  /** PostgreSQL only: addresses of standbys that may answer reads; none when left out. */
  readonly standbys?: readonly string[];
  /** PostgreSQL only: a command opens it, so that its sessions are told from those of servers. */
  readonly isCommand?: boolean;
}

/** Opens a database. Throws an Error with one line that an operator understands. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url } = options;
  const postgres = isPostgres(url);
  const place = postgres ? withoutPassword(url) : sqliteFile(url);
  try {
    const database = await (postgres ? openServer(options) : openFile(options, place));
    return options.readOnly === true
      ? {
          ...database,
          write: refuseToWrite,
          changeSchema: refuseToWrite,
          runOutside: refuseToWrite,
          lowerStamp: refuseToWrite,
        }
      : database;
  } catch (error) {
    throw new Error(`Cannot open the database ${place}: ${messageOf(error)}`, { cause: error });
  }
}

async function refuseToWrite(): Promise<never> {
  throw new Error('This database was opened for reading only.');
}

/** Of the two drivers only the one that is wanted is loaded. */
async function openFile(options: DatabaseOptions, file: string): Promise<Database> {
  const { openSqlite } = await import('./sqlite-database.ts');
  return openSqlite({ file, ...options });
}

async function openServer(options: DatabaseOptions): Promise<Database> {
  const { openPostgres } = await import('./postgres-database.ts');
  return openPostgres(options);
}

/** Whether the address is one of a PostgreSQL database. */
export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//i.test(url);
}

/** A host with several addresses fails with one error for each. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** The path in `sqlite:./path/file.db`; `sqlite:///path/file.db` is taken too. Throws an Error. */
export function sqliteFile(url: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== 'sqlite') {
    // The rest of an address may hold a password.
    const given = scheme === undefined ? 'no scheme' : `the scheme "${scheme}"`;
    throw new Error(
      `A database address looks like sqlite:./data/hourbook.db or postgres://user:password@host/name; this one has ${given}.`,
    );
  }
  const path = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
  if (path === '' || path.startsWith(':') || path.endsWith('/') || path.startsWith('//')) {
    throw new Error(`The database address "${url}" names no file; it looks like sqlite:./data/hourbook.db.`);
  }
  return path;
}
