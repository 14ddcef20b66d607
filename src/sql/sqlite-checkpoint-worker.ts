// Moves pages from the write-ahead log into the database file, in a thread with a connection of its own.
// It is told `checkpoint` for one checkpoint, and `close` at the end.
import Sqlite from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';

/** Past this many pages (64 MiB) the log must begin anew, though writers then wait for a moment. */
const pagesTooMany = 16_384;

const connection = new Sqlite(workerData as string, { timeout: 100 });
connection.pragma('synchronous = FULL');

parentPort?.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'checkpoint') {
    checkpoint();
    parentPort?.postMessage('done');
  } else {
    connection.close();
    parentPort?.close();
  }
});

function checkpoint(): void {
  const [state] = connection.pragma('wal_checkpoint(passive)') as { log: number }[];
  // While writers follow each other closely a passive checkpoint never reaches the end of the log.
  if (state !== undefined && state.log > pagesTooMany) connection.pragma('wal_checkpoint(restart)');
}
