// Moves pages from the write-ahead log into the database file, in a thread with a connection of its own.
// It is told `checkpoint` for one checkpoint, and `close` at the end.
import Sqlite from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';

const connection = new Sqlite(workerData as string, { timeout: 100 });
connection.pragma('synchronous = FULL');

parentPort?.on('message', (message: 'checkpoint' | 'close') => {
  if (message === 'checkpoint') {
    connection.pragma('wal_checkpoint(passive)');
    parentPort?.postMessage('done');
  } else {
    connection.close();
    parentPort?.close();
  }
});
