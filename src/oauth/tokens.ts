// Tokens at rest: issued, found and ended. Only hashes are stored. It must not know grants or HTTP.
import type { Tx, UnitTx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import { hashSecret, newToken, randomName } from './opaque-token.ts';

/** Lifetimes in seconds. */
export interface TokenLifetimes {
  readonly accessTokenLifetime: number;
  readonly refreshTokenLifetime: number;
}

/** For whom tokens are issued. */
export interface TokenOwner {
  readonly accountId: number;
  readonly clientId: string;
  /** `null`: a machine, which gets no refresh token. */
  readonly userId: number | null;
  /** The login from which the tokens descend; absent: this is one. */
  readonly family?: string;
}

/** What the client gets to keep. */
export interface IssuedTokens {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly refreshToken: string | null;
}

/** A token to be stored; moments are epoch seconds. */
export interface NewToken {
  readonly accountId: number;
  readonly hash: string;
  readonly kind: 'access' | 'refresh' | 'session';
  readonly family: string;
  /** `null`: a session. */
  readonly clientId: string | null;
  readonly userId: number | null;
  readonly expiresAt: number;
  /** When a session's login was; `null` for any other token. */
  readonly beganAt: number | null;
  /** The administrator who acts as the user in a session; `null`: the user themselves. */
  readonly actorId: number | null;
}

const insert = statement((db, value) =>
  db.insertInto('tokens').values({
    account_id: value(0),
    hash: value(1),
    kind: value(2),
    family: value(3),
    client_id: value(4),
    user_id: value(5),
    issued_at: value(6),
    expires_at: value(7),
    began_at: value(8),
    actor_id: value(9),
    used_at: null,
    revoked_at: null,
  }),
);

/** Stores a token. */
export async function insertToken(tx: Tx, token: NewToken): Promise<void> {
  const { accountId, hash, kind, family, clientId, userId, expiresAt, beganAt, actorId } = token;
  const owner = [accountId, hash, kind, family, clientId, userId];
  await insert.run(tx, [...owner, tx.now, expiresAt, beganAt, actorId]);
}

/** Stores a new access token, for users with a refresh token beside it. */
export async function issueTokens(
  tx: Tx,
  owner: TokenOwner,
  lifetimes: TokenLifetimes,
): Promise<IssuedTokens> {
  const family = owner.family ?? randomName(16);
  const issue = async (kind: 'access' | 'refresh', lifetime: number): Promise<string> => {
    const token = newToken(owner.accountId);
    const expiresAt = tx.now + lifetime;
    await insertToken(tx, {
      ...owner,
      hash: hashSecret(token),
      kind,
      family,
      expiresAt,
      beganAt: null,
      actorId: null,
    });
    return token;
  };
  const { accessTokenLifetime, refreshTokenLifetime } = lifetimes;
  return {
    accessToken: await issue('access', accessTokenLifetime),
    expiresIn: accessTokenLifetime,
    refreshToken: owner.userId === null ? null : await issue('refresh', refreshTokenLifetime),
  };
}

/** A stored token of any kind; moments are epoch seconds. */
export interface StoredToken {
  readonly kind: NewToken['kind'];
  readonly family: string;
  readonly clientId: string | null;
  readonly userId: number | null;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  readonly revokedAt: number | null;
}

const tokenByHash = statement((db, value) =>
  db
    .selectFrom('tokens')
    .select(['kind', 'family', 'client_id', 'user_id', 'expires_at', 'used_at', 'revoked_at'])
    .where('account_id', '=', value(0))
    .where('hash', '=', value(1)),
);

/** The token as stored, whatever its state. */
export async function findToken(
  tx: Tx,
  { accountId, token }: { readonly accountId: number; readonly token: string },
): Promise<StoredToken | undefined> {
  const row = await tokenByHash.get(tx, [accountId, hashSecret(token)]);
  if (row === undefined) return undefined;
  return {
    kind: row['kind'] as NewToken['kind'],
    family: row['family'] as string,
    clientId: row['client_id'] as string | null,
    userId: row['user_id'] as number | null,
    expiresAt: row['expires_at'] as number,
    usedAt: row['used_at'] as number | null,
    revokedAt: row['revoked_at'] as number | null,
  };
}

const markUsed = statement((db, value) =>
  db
    .updateTable('tokens')
    .set({ used_at: value(0) })
    .where('account_id', '=', value(1))
    .where('hash', '=', value(2))
    .where('used_at', 'is', null),
);

/** Notes the first use of a refresh token; later uses leave it. */
export async function markTokenUsed(
  tx: Tx,
  { accountId, token }: { readonly accountId: number; readonly token: string },
): Promise<void> {
  await markUsed.run(tx, [tx.now, accountId, hashSecret(token)]);
}

const revokeWhere = (column: 'family' | 'client_id' | 'user_id') =>
  statement((db, value) =>
    db
      .updateTable('tokens')
      .set({ revoked_at: value(0) })
      .where('account_id', '=', value(1))
      .where(column, '=', value(2))
      .where('revoked_at', 'is', null),
  );
const revokeByFamily = revokeWhere('family');
const revokeByClient = revokeWhere('client_id');
const revokeByUser = revokeWhere('user_id');

/** Ends every token that descends from one login. Answers how many ended. */
export function revokeFamily(
  tx: UnitTx,
  { accountId, family }: { readonly accountId: number; readonly family: string },
): number {
  return revokeByFamily.change(tx, [tx.now, accountId, family]);
}

/** Ends every token given to a credential. Answers how many ended. */
export function revokeCredentialTokens(
  tx: UnitTx,
  { accountId, clientId }: { readonly accountId: number; readonly clientId: string },
): number {
  return revokeByClient.change(tx, [tx.now, accountId, clientId]);
}

const revokeOthers = statement((db, value) =>
  db
    .updateTable('tokens')
    .set({ revoked_at: value(0) })
    .where('account_id', '=', value(1))
    .where('user_id', '=', value(2))
    .where('family', '<>', value(3))
    .where('revoked_at', 'is', null),
);

/**
 * Ends every token of a user but those of the login that asks: after a new password. Answers how many ended.
 */
export function revokeOtherTokens(
  tx: UnitTx,
  {
    accountId,
    userId,
    family,
  }: { readonly accountId: number; readonly userId: number; readonly family: string },
): void {
  revokeOthers.run(tx, [tx.now, accountId, userId, family]);
}

/** Ends every token of a user: after a log-out everywhere, a deletion. Answers how many ended. */
export function revokeUserTokens(
  tx: UnitTx,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
): void {
  revokeByUser.run(tx, [tx.now, accountId, userId]);
}

const deleteExpired = statement((db, value) =>
  db.deleteFrom('tokens').where('account_id', '=', value(0)).where('expires_at', '<=', value(1)),
);

/** Removes an account's expired tokens. Used refresh tokens stay until then, so that their reuse is noticed. */
export function purgeTokens(tx: UnitTx, accountId: number): number {
  return deleteExpired.change(tx, [accountId, tx.now]);
}
