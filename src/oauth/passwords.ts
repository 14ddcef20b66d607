// Passwords as Argon2id hashes. It must not know users or the database: hashing takes tens of milliseconds, and no
// transaction may wait for it.
import type * as Argon2 from '@node-rs/argon2';
import { ApiError } from '#errors/api-error.ts';
import { createFairLanes } from '#values/fair-lanes.ts';
import { normalizedText } from '#values/normalized-text.ts';

/** The work that one hash costs; the configuration's `argon2Memory` (bytes) and `argon2Iterations`. */
export interface PasswordCost {
  readonly argon2Memory: number;
  readonly argon2Iterations: number;
}

/** Hashing and checking at one cost. */
export interface Passwords {
  /** The hash in PHC format: `$argon2id$v=19$m=…`. One after another for each caller; throws `overloaded`. */
  hash(password: string, caller?: string): Promise<string>;
  /**
   * Whether the hash is of this password. `null` (no hash) takes as long as `like` and is always false. Throws `overloaded`
   * when too many checks wait.
   */
  verify(stored: string | null, password: string, like?: string | null, asker?: Asker): Promise<boolean>;
}

/** Who has a password checked. */
export interface Asker {
  /** Whose checks take turns with those of others: a network address, or a user. */
  readonly name: string;
  /** Logged in already, or lately at this address: such checks do not wait for those of strangers. */
  readonly known: boolean;
}

/** Half of the threads that libuv has: the others check passwords. */
const lanesOfHashes = { atOnce: 2, ofName: 1, waiting: 300 };
/** At some 30 ms each, what waits takes 3 s. */
const lanesOfStrangers = { atOnce: 2, ofName: 2, waiting: 200, waitingInAll: 200 };
const lanesOfKnown = { atOnce: 2, ofName: 1, waiting: 30, waitingInAll: 600 };

function tooMany(): ApiError {
  return new ApiError('overloaded', 'Too many of your passwords wait to be hashed; try again in a moment.');
}

function tooManyChecks(): ApiError {
  return new ApiError('overloaded', 'Too many passwords wait to be checked; try again in a moment.');
}

/** Makes the two functions. */
export function createPasswords({ argon2Memory, argon2Iterations }: PasswordCost): Passwords {
  // Argon2id is the package's default; its `Algorithm` is a const enum, which erasable TypeScript cannot name.
  const cost = { memoryCost: Math.floor(argon2Memory / 1024), timeCost: argon2Iterations, parallelism: 1 };
  const lanes = createFairLanes(lanesOfHashes, tooMany);
  const strangers = createFairLanes(lanesOfStrangers, tooManyChecks);
  const known = createFairLanes(lanesOfKnown, tooManyChecks);
  let decoy: Promise<string> | undefined;
  /**
   * The hash against which the password of an unknown user is checked. The first check of any user makes it, so that the time
   * of a check does not tell which users exist.
   */
  const hashOfDecoy = (): Promise<string> => {
    decoy ??= argon2()
      .then(({ hash }) => hash('no password', cost))
      .catch((error: unknown) => {
        decoy = undefined;
        throw error;
      });
    return decoy;
  };
  return {
    hash: (password, caller = '') =>
      lanes.run(caller, async () => (await argon2()).hash(normalized(password), cost)),
    verify: async (stored, password, like = null, asker = { name: '', known: false }) => {
      const matches = await (asker.known ? known : strangers).run(asker.name, async () => {
        const other = await hashOfDecoy();
        const { verify } = await argon2();
        return verify(stored ?? like ?? other, normalized(password)).catch(() => false);
      });
      return stored !== null && matches;
    },
  };
}

/** Loaded with the first password: a server that checks tokens needs none of it. */
function argon2(): Promise<typeof Argon2> {
  return import('@node-rs/argon2');
}

/** Keyboards spell `ü` in two ways (RFC 8265 §4.2 asks for NFC). */
function normalized(password: string): string {
  return normalizedText(password, 'NFC');
}
