// The addresses at which a username has logged in: guesses from elsewhere must not keep its owner out there. It must not know
// who the user is: names are hashed, as those of failed logins are.
import type { UnitTx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';

const day = 86_400;
/** Longer than any holiday. */
const keptSeconds = 90 * day;

/** A username, hashed, at the network of an address. */
export interface AddressKey {
  readonly accountId: number;
  readonly usernameHash: string;
  readonly address: string;
}

const seen = statement((db, value) =>
  db
    .selectFrom('known_addresses')
    .select('seen_at')
    .where('account_id', '=', value(0))
    .where('username_hash', '=', value(1))
    .where('address', '=', value(2)),
);

const insert = statement((db, value) =>
  db.insertInto('known_addresses').values({
    account_id: value(0),
    username_hash: value(1),
    address: value(2),
    seen_at: value(3),
  }),
);

const update = statement((db, value) =>
  db
    .updateTable('known_addresses')
    .set({ seen_at: value(3) })
    .where('account_id', '=', value(0))
    .where('username_hash', '=', value(1))
    .where('address', '=', value(2)),
);

/** Whether the username has logged in there within the last 90 days. */
export function isKnownAddress(tx: UnitTx, key: AddressKey): boolean {
  const at = seenAt(tx, key);
  return at !== null && at > tx.now - keptSeconds;
}

/** Remembers that it has; the day is enough. */
export function rememberAddress(tx: UnitTx, key: AddressKey): void {
  const at = seenAt(tx, key);
  if (at !== null && at > tx.now - day) return;
  const { accountId, usernameHash, address } = key;
  (at === null ? insert : update).run(tx, [accountId, usernameHash, address, tx.now]);
}

function seenAt(tx: UnitTx, { accountId, usernameHash, address }: AddressKey): number | null {
  const row = seen.get(tx, [accountId, usernameHash, address]);
  return (row?.['seen_at'] as number | undefined) ?? null;
}

const forget = statement((db, value) =>
  db.deleteFrom('known_addresses').where('account_id', '=', value(0)).where('seen_at', '<=', value(1)),
);

/** Removes those at which a username has not logged in for so long. */
export function purgeKnownAddresses(tx: UnitTx, accountId: number): number {
  return forget.change(tx, [accountId, tx.now - keptSeconds]);
}
