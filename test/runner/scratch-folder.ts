// Where the tests of a run keep databases and files.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const roomNeeded = 8 * 2 ** 30;

/** In memory, where the system has 8 GiB of room for files there: a commit does not wait for a disk. Else where temporary files lie. */
export function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomNeeded ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
