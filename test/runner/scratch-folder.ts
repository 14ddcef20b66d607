// Where the tests of a run keep databases and files.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const roomNeeded = 8 * 2 ** 30;

/** A folder in memory if 8 GiB are free there, so that no commit waits for a disk; else the folder for temporary files. */
export function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomNeeded ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
