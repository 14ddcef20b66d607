// Tokens at rest: issued, found and ended. Only hashes are stored. It must not know grants or HTTP.
import type { Tx } from '#sql/database.ts';
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

const insertToken = statement((db, value) =>
  db.insertInto('tokens').values({
    account_id: value(0),
    hash: value(1),
    kind: value(2),
    family: value(3),
    client_id: value(4),
    user_id: value(5),
    issued_at: value(6),
    expires_at: value(7),
    used_at: null,
    revoked_at: null,
  }),
);

/** Stores a new access token, for users with a refresh token beside it. */
export async function issueTokens(
  tx: Tx,
  owner: TokenOwner,
  lifetimes: TokenLifetimes,
): Promise<IssuedTokens> {
  const family = owner.family ?? randomName(16);
  const issue = async (kind: 'access' | 'refresh', lifetime: number): Promise<string> => {
    const token = newToken(owner.accountId);
    const { accountId, clientId, userId } = owner;
    const expires = tx.now + lifetime;
    await insertToken.run(tx, [
      accountId,
      hashSecret(token),
      kind,
      family,
      clientId,
      userId,
      tx.now,
      expires,
    ]);
    return token;
  };
  const { accessTokenLifetime, refreshTokenLifetime } = lifetimes;
  return {
    accessToken: await issue('access', accessTokenLifetime),
    expiresIn: accessTokenLifetime,
    refreshToken: owner.userId === null ? null : await issue('refresh', refreshTokenLifetime),
  };
}

/** A stored token of either kind; moments are epoch seconds. */
export interface StoredToken {
  readonly kind: 'access' | 'refresh';
  readonly family: string;
  readonly clientId: string;
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
    kind: row['kind'] as 'access' | 'refresh',
    family: row['family'] as string,
    clientId: row['client_id'] as string,
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
  tx: Tx,
  { accountId, family }: { readonly accountId: number; readonly family: string },
): Promise<number> {
  return revokeByFamily.run(tx, [tx.now, accountId, family]);
}

/** Ends every token given to a credential. Answers how many ended. */
export function revokeCredentialTokens(
  tx: Tx,
  { accountId, clientId }: { readonly accountId: number; readonly clientId: string },
): Promise<number> {
  return revokeByClient.run(tx, [tx.now, accountId, clientId]);
}

/** Ends every token of a user: after a new password, a log-out everywhere, a deletion. Answers how many ended. */
export function revokeUserTokens(
  tx: Tx,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
): Promise<number> {
  return revokeByUser.run(tx, [tx.now, accountId, userId]);
}

const deleteExpired = statement((db, value) =>
  db.deleteFrom('tokens').where('account_id', '=', value(0)).where('expires_at', '<=', value(1)),
);

/** Removes an account's expired tokens. Used refresh tokens stay until then, so that their reuse is noticed. */
export function purgeTokens(tx: Tx, accountId: number): Promise<number> {
  return deleteExpired.run(tx, [accountId, tx.now]);
}
