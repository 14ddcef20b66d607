// What the engine is made of: everything outside it comes in here, once.
import type { Schema } from '#resource/schema.ts';
import type { Observe } from '#observe/event.ts';
import type { Database } from '#sql/database.ts';
import type { LoadState } from './request-state.ts';
import type { RowCache } from './row-cache.ts';
import type { EndLogins } from './write-run.ts';

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
  readonly endLogins: EndLogins;
  readonly deletionsKeptSeconds: number;
  /** Anything that differs between two runs of the process: part of every `ETag`. */
  readonly bootId: string;
  readonly loadState: LoadState;
  readonly rowCache: RowCache;
}
