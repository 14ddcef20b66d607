// To whom the files of an installation belong: to the owner of their folder, whoever runs the command that makes them, or
// the service could not open what root has made.
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const forOwner = 0o600;
const folderForOwner = 0o700;
const forGroup = 0o060;
const forOthers = 0o007;

/** Makes a folder and those above it that are missing; each belongs to the owner of the one above. */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    mkdirSync(path, { recursive: true });
    giveToOwnerOf(path, dirname(path));
  }
}

/** Makes a folder that only the owner of the one above is to enter, unless it is there. */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  // With `recursive` another process may make it first.
  if (mkdirSync(folder, { recursive: true, mode: folderForOwner }) !== undefined)
    giveToOwnerOf(folder, dirname(folder));
}

/** Gives a database file to the owner of its folder; the group gets what it has there, if others have nothing. */
export function fitIntoFolder(file: string): void {
  const folder = dirname(resolve(file));
  const { mode } = statSync(folder);
  chmodSync(file, forOwner | ((mode & forOthers) === 0 ? mode & forGroup : 0));
  giveToOwnerOf(file, folder);
}

/** Gives a file that only its owner is to read to the owner of its folder. */
export function keepPrivate(file: string): void {
  chmodSync(file, forOwner);
  giveToOwnerOf(file, dirname(resolve(file)));
}

/** Gives a file that stands beside another to the owner of that one, with the same mode. */
export function fitBeside(file: string, other: string): void {
  chmodSync(file, statSync(other).mode & (forOwner | forGroup));
  giveToOwnerOf(file, other);
}

/** Only root can give files away. */
function giveToOwnerOf(file: string, other: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(other);
  chownSync(file, uid, gid);
}
