// Where bytes of files are kept, as everybody else sees it. Keys are new for each file, and bytes never change.
import type { Readable } from 'node:stream';

/** Which bytes: of an account, under a key of letters, digits and hyphens. */
export interface FilePlace {
  readonly accountId: number;
  readonly key: string;
}

/** Bytes on their way to a client. */
export interface OpenFile {
  readonly size: number;
  readonly stream: Readable;
}

/** A place for bytes that several processes share. */
export interface FileStore {
  /** Resolves once the bytes would outlast a failure of power. Throws `storage_full` and `storage_unreachable`. */
  put(place: FilePlace, bytes: Buffer): Promise<void>;
  /** `null`: there are no such bytes. Throws `storage_unreachable`. */
  open(place: FilePlace): Promise<OpenFile | null>;
  /** Removes them, and what a broken `put` has left; nothing happens if there are none. Throws `storage_unreachable`. */
  remove(place: FilePlace): Promise<void>;
}
