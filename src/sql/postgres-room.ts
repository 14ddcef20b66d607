// Whether the disk of PostgreSQL has room. Only that server knows: a write that it refuses says so, and from then on a trial,
// which is rolled back, tells when there is room again.
import type { Observe } from '#observe/event.ts';
import { isStorageFull } from './dialects/postgres-errors.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import type { PostgresPool } from './postgres-pool.ts';

/** What looks after the room of one database. */
export interface PostgresRoom {
  /** Runs a write, and remembers that it was refused for want of room. */
  readonly watch: <T>(write: () => Promise<T>) => Promise<T>;
  readonly hasRoom: () => Promise<boolean>;
}

/** Makes it; `database` is what the events call the database. */
export function createPostgresRoom({
  pool,
  database,
  observe,
}: {
  readonly pool: PostgresPool;
  readonly database: string;
  readonly observe: Observe;
}): PostgresRoom {
  let isFull = false;
  const become = (full: boolean): void => {
    if (full !== isFull) observe({ kind: full ? 'storage_full' : 'storage_freed', database });
    isFull = full;
  };
  return {
    watch: async (write) => {
      try {
        return await write();
      } catch (error) {
        if (isStorageFull(error)) become(true);
        throw error;
      }
    },
    hasRoom: async () => {
      if (isFull) become(!(await pool.use((connection) => canWrite(connection)).catch(() => false)));
      return !isFull;
    },
  };
}

/** 256 KiB, as the trial on the disk of a SQLite file; a table that PostgreSQL itself forgets. */
const trial = `create temporary table hourbook_room on commit drop as
  select md5(number::text) as filler from generate_series(1, 4096) as number`;

async function canWrite(connection: PostgresConnection): Promise<boolean> {
  await connection.script('begin');
  try {
    await connection.script(trial);
    return true;
  } catch (error) {
    return !isStorageFull(error);
  } finally {
    await connection.script('rollback');
  }
}
