// What the engine is made of: everything outside it comes in here, once.
import type { Schema } from '#resource/schema.ts';
import type { Observe } from '#observe/event.ts';
import type { QueuedMail } from '#resource/rule.ts';
import type { Database, Tx } from '#sql/database.ts';
import type { LoadState } from './request-state.ts';
import type { RowCache } from './row-cache.ts';

/** Who tried something, and from where. */
export interface Attempt {
  readonly accountId: number;
  readonly username: string;
  readonly address: string;
}

/** What the engine can do to logins: everything but `prove` inside a transaction. */
export interface LoginTools {
  /** Ends every login of a user. */
  readonly endAll: (
    tx: Tx,
    user: { readonly accountId: number; readonly userId: number },
  ) => Promise<unknown>;
  /** Ends one login. */
  readonly end: (tx: Tx, login: { readonly accountId: number; readonly family: string }) => Promise<unknown>;
  readonly forgive: (tx: Tx, attempt: Omit<Attempt, 'address'>) => Promise<void>;
  /** Throws `too_many_attempts`. */
  readonly countAttempt: (tx: Tx, attempt: Attempt) => Promise<void>;
  readonly ownerOfCode: (
    tx: Tx,
    one: { readonly accountId: number; readonly code: string },
  ) => Promise<number | null>;
  /** The hash that a user's password matches; throws `wrong_password` and `too_many_attempts`. */
  readonly prove: (proof: {
    readonly accountId: number;
    readonly userId: number;
    readonly address: string;
    readonly password: string;
  }) => Promise<string>;
}

/** Keeps a mail until it is sent; `false`: nobody would send it. */
export type QueueMail = (tx: Tx, mail: QueuedMail & { readonly accountId: number }) => Promise<boolean>;

/** The engine's surroundings. */
export interface Engine {
  readonly database: Database;
  readonly schema: Schema;
  readonly observe: Observe;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds on a clock that never steps, for `Server-Timing`. */
  readonly stopwatch: () => number;
  /** Shown as `Host` and `Codeversion` in envelopes. */
  readonly host: string;
  readonly codeVersion: string;
  /** Hashes a password or PIN; takes tens of milliseconds, so never inside a transaction. */
  readonly hashSecret: (secret: string) => Promise<string>;
  readonly logins: LoginTools;
  readonly queueMail: QueueMail;
  readonly deletionsKeptSeconds: number;
  /** Anything that differs between two runs of the process: part of every `ETag`. */
  readonly bootId: string;
  readonly loadState: LoadState;
  readonly rowCache: RowCache;
}
