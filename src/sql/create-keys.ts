// Which row a create made that was sent with a key: the same create, sent again, means that row. It must not know what a
// key is made of.
import { inEveryAccount, type GoOn } from './accounts.ts';
import type { AccountUnit, Database, Merging } from './database.ts';
import { statement } from './statement.ts';

/** Keys are kept for at least so many seconds: a day. */
export const keysKeptSeconds = 86_400;

/** What a create with this key made. */
export interface MadeRow {
  readonly contentHash: string;
  /** `null`: something else was written than a row. */
  readonly id: number | null;
}

const made = statement((db, value) =>
  db
    .selectFrom('create_keys')
    .select(['content_hash', 'row_id'])
    .where('account_id', '=', value(0))
    .where('key_hash', '=', value(1)),
);

/** What the first create with the key made; `undefined`: this is the first. */
export function madeWith({ tx, accountId }: AccountUnit, hash: string): MadeRow | undefined {
  const row = made.get(tx, [accountId, hash]);
  return row === undefined
    ? undefined
    : { contentHash: row['content_hash'] as string, id: row['row_id'] as number | null };
}

const insert = statement((db, value) =>
  db.insertInto('create_keys').values({
    account_id: value(0),
    key_hash: value(1),
    content_hash: value(2),
    row_id: value(3),
    created_at: value(4),
  }),
);

/** Those of a batch become one statement; no row refers to them. */
const merging: Merging = { kind: 'insert', into: ['create_keys'], refersTo: new Set() };

/** Notes what a create made. Who writes in an account does so alone: no other create has taken the key meanwhile. */
export function keepKey(
  { tx, accountId }: AccountUnit,
  { hash, contentHash, id }: { readonly hash: string } & MadeRow,
): void {
  insert.run(tx, [accountId, hash, contentHash, id, tx.now], merging);
}

const forget = statement((db, value) =>
  db.deleteFrom('create_keys').where('account_id', '=', value(0)).where('created_at', '<=', value(1)),
);

/** Goes through all accounts, one short transaction each. Answers how many keys are forgotten. */
export function purgeCreateKeys(database: Database, goOn: GoOn = async () => true): Promise<number> {
  return inEveryAccount(database, {
    goOn,
    work: (tx, id) => forget.run(tx, [id, tx.now - keysKeptSeconds]),
  });
}
