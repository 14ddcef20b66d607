// What the engine is made of: everything outside it comes in here, once.
import type { FileStore } from '#files/file-store.ts';
import type { FileLimits } from '#files/inspect-file.ts';
import type { Schema } from '#resource/schema.ts';
import type { Recomputation } from '#resource/recomputation.ts';
import type { Observe } from '#observe/event.ts';
import type { CodePurpose, LoginLink, QueuedMail } from '#resource/rule.ts';
import type { Database, UnitTx } from '#sql/database.ts';
import type { LoadState } from './request-state.ts';
import type { FairLanes } from '#values/fair-lanes.ts';
import type { RowCache } from './read/row-cache.ts';

/** Who tried something, and from where. */
export interface Attempt {
  readonly accountId: number;
  readonly username: string;
  readonly address: string;
}

/** What the engine can do to logins: everything but `prove` inside a transaction. */
export interface LoginTools {
  /** Ends every login of a user. */
  readonly endAll: (tx: UnitTx, user: { readonly accountId: number; readonly userId: number }) => unknown;
  /** Ends every login of a user but the session of this family. */
  readonly endOthers: (
    tx: UnitTx,
    user: { readonly accountId: number; readonly userId: number; readonly family: string },
  ) => unknown;
  /** Ends one login. */
  readonly end: (tx: UnitTx, login: { readonly accountId: number; readonly family: string }) => unknown;
  readonly forgive: (tx: UnitTx, attempt: Omit<Attempt, 'address'>) => void;
  /** Throws `too_many_attempts`; answers how many there were of the name, from everywhere. */
  readonly countMailRequest: (tx: UnitTx, attempt: Attempt) => number;
  readonly ownerOfCode: (
    tx: UnitTx,
    one: { readonly accountId: number; readonly code: string; readonly purpose: CodePurpose },
  ) => number | null;
  readonly createLink: (
    tx: UnitTx,
    link: { readonly accountId: number; readonly userId: number; readonly madeBy: number },
  ) => LoginLink;
  /** The hash that a user's password matches; throws `wrong_password` and `too_many_attempts`. */
  readonly prove: (proof: {
    readonly accountId: number;
    readonly userId: number;
    readonly address: string;
    readonly password: string;
    readonly asked: { readonly credential: string | null; readonly requestId: string };
  }) => Promise<string>;
}

/** Keeps a mail until it is sent; `false`: nobody would send it. */
export type QueueMail = (tx: UnitTx, mail: QueuedMail & { readonly accountId: number }) => boolean;

/** Where bytes of files are kept, and what they may be. */
export interface EngineFiles extends FileLimits {
  /** `null`: nowhere. */
  readonly store: FileStore | null;
  /** Most bytes of all files of an account. */
  readonly accountFilesLimit: number;
}

/** The engine's surroundings. */
export interface Engine {
  readonly database: Database;
  readonly schema: Schema;
  readonly recomputation: Recomputation;
  readonly observe: Observe;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds on a clock that never steps, for `Server-Timing`. */
  readonly stopwatch: () => number;
  /** Shown as `Host` and `Codeversion` in envelopes. */
  readonly host: string;
  readonly codeVersion: string;
  /** Hashes a password or PIN for somebody; takes tens of milliseconds, so never inside a transaction. */
  readonly hashSecret: (secret: string, caller: string) => Promise<string>;
  readonly logins: LoginTools;
  readonly queueMail: QueueMail;
  /** Whether there is a mail server through which to send. */
  readonly sendsMail: boolean;
  /** What addresses of this server begin with; empty: nobody has said. */
  readonly publicUrl: string;
  readonly files: EngineFiles;
  readonly deletionsKeptSeconds: number;
  readonly auditKeptSeconds: number;
  /** Anything that differs between two runs of the process: part of every `ETag`. */
  readonly bootId: string;
  readonly loadState: LoadState;
  readonly rowCache: RowCache;
  /** What the answer of a read may hold. */
  readonly readLimits: { readonly rows: number; readonly bytes: number };
  /** Reads in portions: few at once, one of each account. */
  readonly largeReads: FairLanes;
}
