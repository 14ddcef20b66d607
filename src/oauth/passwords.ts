// Passwords as Argon2id hashes. It must not know users or the database: hashing takes tens of milliseconds,
// and nobody may wait for that inside a transaction.
import { hash, verify } from '@node-rs/argon2';

/** The work that one hash costs; the configuration's `argon2Memory` (bytes) and `argon2Iterations`. */
export interface PasswordCost {
  readonly argon2Memory: number;
  readonly argon2Iterations: number;
}

/** Hashing and checking at one cost. */
export interface Passwords {
  /** The hash in PHC format: `$argon2id$v=19$m=…`. */
  hash(password: string): Promise<string>;
  /** Whether the hash is of this password. `null` (nobody's hash) takes the same time and is always false. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** Makes the two functions. */
export function createPasswords({ argon2Memory, argon2Iterations }: PasswordCost): Passwords {
  // Argon2id is the package's default; its `Algorithm` is a const enum, which erasable TypeScript cannot name.
  const cost = { memoryCost: Math.floor(argon2Memory / 1024), timeCost: argon2Iterations, parallelism: 1 };
  const nobody = hash('nobody', cost);
  nobody.catch(() => {}); // whoever awaits it sees the failure; before that it must not end the process
  return {
    hash: (password) => hash(normalized(password), cost),
    verify: async (stored, password) => {
      const matches = await verify(stored ?? (await nobody), normalized(password)).catch(() => false);
      return stored !== null && matches;
    },
  };
}

/** Keyboards spell `ü` in two ways (RFC 8265 §4.2 asks for NFC). */
function normalized(password: string): string {
  return password.normalize('NFC');
}
