// The shared second: what every process that uses one SQLite file agrees on about stamps and horizons.
// Why delta synchronisation may rely on it stands below.
import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs';
import type { ClockWatch } from './clock-watch.ts';
import { fitBeside } from './file-owner.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/*
 * The promise (decisions §5): every change that a snapshot does not show has, or will have, a stamp at or after
 * the snapshot's horizon. All processes keep one number H, in whole epoch seconds, in a small file beside the
 * database. H never falls, and changes only while its writer holds SQLite's write lock, of which there is one:
 *
 * - A group of writes, once it holds the lock, raises H to the clock's second and stamps all its rows with H.
 * - Nobody else can raise H until that group has ended. So while a group is under way, H is its stamp.
 *
 * A reader learns some value h of H and only then takes its snapshot. What the snapshot does not show was written
 * by a group that ended after the snapshot was taken. Had that group raised H before h was learnt, H could not
 * have moved since, and its stamp is h; otherwise its stamp is a later value of H, which is h or more. So any h
 * learnt before the snapshot is a safe horizon, whoever writes in whatever process.
 *
 * Readers alone must move H too, or a quiet database would answer an old horizon for ever: the first reader in a
 * new second takes the write lock, raises H and lets go, without waiting and without a commit. When somebody
 * holds the lock, the horizon stays where it is, and the next reader tries again.
 *
 * A clock that is set back does not hurt: H stays until the clock has caught up, over processes and restarts. H only
 * orders changes: what people book follows the clock (clock-watch.ts).
 * The number is not synced to disk: after a power failure it may be a little lower, but never below the clock.
 */

/** The shared second of one database file. */
export interface Stamps {
  /** The write lock is held: raises H to the clock's second and answers it, as the stamp of what is written. */
  raise(): number;
  /** A horizon for a snapshot that is taken after this call. */
  horizon(): number;
  /** Sets H to a second, when no server runs and no row has a later stamp. */
  lower(second: number): void;
  /** Says that this process's own writer holds the lock, so that asking for it is in vain. */
  setWriting(writing: boolean): void;
  close(): void;
}

/** `probe` is a connection of its own on the same file, which waits for no lock. */
export function openStamps(
  file: string,
  probe: SqliteConnection,
  { clock, watch }: { readonly clock: () => number; readonly watch: Pick<ClockWatch, 'note'> },
): Stamps {
  const neighbour = `${file}-stamps`;
  const isNew = !existsSync(neighbour);
  const descriptor = openSync(neighbour, constants.O_RDWR | constants.O_CREAT, 0o600);
  if (isNew) fitBeside(neighbour, file);
  const lock = probe.prepare('begin immediate');
  const unlock = probe.prepare('rollback');
  let known = readShared(descriptor);
  let writing = false;

  const raise = (): number => {
    const shared = readShared(descriptor);
    known = Math.max(known, shared, Math.floor(clock() / 1000));
    if (known > shared) writeShared(descriptor, known);
    watch.note(0, known);
    return known;
  };
  const raiseIfUnlocked = (): void => {
    try {
      lock.run();
    } catch {
      // Somebody writes. What they raised H to is a better horizon than what was known here.
      known = Math.max(known, readShared(descriptor));
      return;
    }
    try {
      raise();
    } finally {
      unlock.run();
    }
  };
  return {
    raise,
    horizon() {
      if (!writing && known < Math.floor(clock() / 1000)) raiseIfUnlocked();
      watch.note(0, known);
      return known;
    },
    lower(second) {
      known = second;
      writeShared(descriptor, second);
      watch.note(0, second);
    },
    setWriting: (value) => void (writing = value),
    close: () => closeSync(descriptor),
  };
}

/** The number stands twice, the second time negated: a reader without the lock can tell a half-written one. */
function readShared(descriptor: number): number {
  const bytes = Buffer.alloc(16);
  readSync(descriptor, bytes, 0, 16, 0);
  const value = bytes.readDoubleLE(0);
  return value === -bytes.readDoubleLE(8) ? value : 0;
}

function writeShared(descriptor: number, value: number): void {
  const bytes = Buffer.alloc(16);
  bytes.writeDoubleLE(value, 0);
  bytes.writeDoubleLE(-value, 8);
  writeSync(descriptor, bytes, 0, 16, 0);
}
