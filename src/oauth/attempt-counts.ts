// Counts of attempts in a table: by name and address, by address, and by name. Counted in the database so that all server
// processes share them (decisions §7). It must not know what is attempted.
import { addressGroup } from '#values/address-group.ts';
import { foldText } from '#values/folded-text.ts';
import type { UnitTx } from '#sql/database.ts';
import { statement, type Prepared } from '#sql/statement.ts';
import { hashSecret, randomName } from './opaque-token.ts';

/** A name that an attempt is about, whether or not it exists, and the network address that makes it. */
export interface Attempt {
  readonly accountId: number;
  readonly username: string;
  readonly address: string;
}

/** Attempts that count in the last fifteen minutes. */
export const windowSeconds = 900;

/** How attempts of one kind delay: so many do not, the next waits for the first delay, then twice as long each time. */
export interface Patience {
  readonly free: number;
  readonly first: number;
  readonly longest: number;
}

/** Five attempts of a name at an address; then 10 s, 20 s … 15 minutes. */
export const ofNameAndAddress: Patience = { free: 5, first: 10, longest: windowSeconds };
/** Others who try a name from many addresses delay its owner for five minutes at the most. */
const ofName: Patience = { free: 20, first: 10, longest: 300 };
/** Many people of one office have one address. */
const ofAddress: Patience = { free: 30, first: 1, longest: 60 };

/** Seconds to wait after this many attempts in the window: none below five, then 10, 20, 40 … up to 900. */
export function delayAfter(attempts: number, { free, first, longest } = ofNameAndAddress): number {
  return attempts < free ? 0 : Math.min(longest, first * 2 ** (attempts - free));
}

/** What can be asked of the counts; delays are seconds until the next attempt, 0: now. */
export interface AttemptCounts {
  /** By the attempts of this name at this address. */
  readonly ownDelay: (tx: UnitTx, attempt: Attempt) => number;
  readonly delayOfAddress: (tx: UnitTx, attempt: Attempt) => number;
  /** By the attempts of this name from everywhere. */
  readonly delayOfName: (tx: UnitTx, attempt: Attempt) => number;
  /** Attempts of this name from everywhere in the last fifteen minutes. */
  readonly countOfName: (tx: UnitTx, attempt: Attempt) => number;
  readonly record: (tx: UnitTx, attempt: Attempt) => void;
  /** Removes an account's attempts that no longer count. */
  readonly purge: (tx: UnitTx, accountId: number) => number;
}

interface CountedTable {
  readonly table: string;
  /** Columns of the hashed name and of the moment. */
  readonly name: string;
  readonly at: string;
}

/** The counts of a table with the columns `account_id`, `id` and `address` beside these two. */
export function attemptCounts(counted: CountedTable): AttemptCounts {
  const { table, name, at } = counted;
  const ofBoth = recent(counted, [name, 'address']);
  const fromAddress = recent(counted, ['address']);
  const underName = recent(counted, [name]);
  const insert = statement((db, value) =>
    db
      .insertInto(table)
      .values({ account_id: value(0), id: value(1), [name]: value(2), address: value(3), [at]: value(4) }),
  );
  const removeOld = statement((db, value) =>
    db.deleteFrom(table).where('account_id', '=', value(0)).where(at, '<=', value(1)),
  );
  const rowOfName = (tx: UnitTx, { accountId, username }: Attempt) =>
    underName.get(tx, [accountId, tx.now - windowSeconds, usernameHash(username)]);
  return {
    ownDelay: (tx, { accountId, username, address }) => {
      const key = [accountId, tx.now - windowSeconds, usernameHash(username), addressGroup(address)];
      return delayOf(tx, ofBoth.get(tx, key), ofNameAndAddress);
    },
    delayOfAddress: (tx, { accountId, address }) => {
      const key = [accountId, tx.now - windowSeconds, addressGroup(address)];
      return delayOf(tx, fromAddress.get(tx, key), ofAddress);
    },
    delayOfName: (tx, attempt) => delayOf(tx, rowOfName(tx, attempt), ofName),
    countOfName: (tx, attempt) => Number(rowOfName(tx, attempt)?.['attempts']),
    record: (tx, { accountId, username, address }) => {
      const key = [usernameHash(username), addressGroup(address)];
      insert.run(tx, [accountId, randomName(16), ...key, tx.now]);
    },
    purge: (tx, accountId) => removeOld.change(tx, [accountId, tx.now - windowSeconds]),
  };
}

/** Values: the account, the moment after which attempts count, and those of the columns. */
function recent({ table, at }: CountedTable, columns: readonly string[]): Prepared {
  return statement((db, value) => {
    const inWindow = db
      .selectFrom(table)
      .select(({ fn }) => [fn.countAll().as('attempts'), fn.max(at).as('latest')])
      .where('account_id', '=', value(0))
      .where(at, '>', value(1));
    return columns.reduce((query, column, index) => query.where(column, '=', value(index + 2)), inWindow);
  });
}

function delayOf(tx: UnitTx, row: Readonly<Record<string, unknown>> | undefined, patience: Patience): number {
  const latest = row?.['latest'] as number | null | undefined;
  if (latest === null || latest === undefined) return 0;
  return Math.max(0, latest + delayAfter(Number(row?.['attempts']), patience) - tx.now);
}

/** People type passwords into the wrong field, so what they typed is not kept as it is. */
export function usernameHash(username: string): string {
  return hashSecret(foldText(username));
}
