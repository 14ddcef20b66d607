// Sessions of the web console at rest: begun, renewed and ended. Only hashes are stored. It must not know HTTP.
import type { Tx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import type { UserKey } from './login-user.ts';
import { hashSecret, newToken, randomName } from './opaque-token.ts';
import { needsSuccessor, sessionEnd, type SessionTimes } from './session-times.ts';
import { insertToken, revokeFamily } from './tokens.ts';

/** A token of an account as its holder shows it. */
export interface AccountToken {
  readonly accountId: number;
  readonly token: string;
}

/** Whose session it is, and the administrator who acts as that person in it; `null`: the person themselves. */
export interface SessionOwner extends UserKey {
  readonly actorId: number | null;
}

interface NewSession extends SessionOwner {
  readonly family: string;
  readonly beganAt: number;
}

/** Begins the session of a person who has logged in; answers its token. */
export function beginSession(tx: Tx, owner: SessionOwner): Promise<string> {
  return storeToken(tx, { ...owner, family: randomName(16), beganAt: tx.now });
}

async function storeToken(tx: Tx, session: NewSession): Promise<string> {
  const { accountId, userId, actorId, family, beganAt } = session;
  const token = newToken(accountId);
  await insertToken(tx, {
    accountId,
    hash: hashSecret(token),
    kind: 'session',
    family,
    clientId: null,
    userId,
    expiresAt: sessionEnd(beganAt, tx.now),
    beganAt,
    actorId,
  });
  return token;
}

const sessionByHash = statement((db, value) =>
  db
    .selectFrom('tokens')
    .select(['user_id', 'actor_id', 'family', 'began_at', 'issued_at', 'expires_at', 'used_at'])
    .where('account_id', '=', value(0))
    .where('hash', '=', value(1))
    .where('kind', '=', 'session')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', value(2)),
);

interface LiveSession extends NewSession, SessionTimes {}

async function findSession(tx: Tx, { accountId, token }: AccountToken): Promise<LiveSession | undefined> {
  const row = await sessionByHash.get(tx, [accountId, hashSecret(token), tx.now]);
  if (row === undefined) return undefined;
  return {
    accountId,
    userId: row['user_id'] as number,
    actorId: row['actor_id'] as number | null,
    family: row['family'] as string,
    beganAt: row['began_at'] as number,
    issuedAt: row['issued_at'] as number,
    expiresAt: row['expires_at'] as number,
    replacedAt: row['used_at'] as number | null,
  };
}

const noteUse = statement((db, value) =>
  db
    .updateTable('tokens')
    .set({ expires_at: value(0) })
    .where('account_id', '=', value(1))
    .where('hash', '=', value(2)),
);

const noteSuccessor = statement((db, value) =>
  db
    .updateTable('tokens')
    .set({ used_at: value(0) })
    .where('account_id', '=', value(1))
    .where('hash', '=', value(2)),
);

const endOlder = statement((db, value) =>
  db
    .updateTable('tokens')
    .set({ revoked_at: value(0) })
    .where('account_id', '=', value(1))
    .where('family', '=', value(2))
    .where('issued_at', '<', value(3))
    .where('revoked_at', 'is', null),
);

/**
 * Notes that a session is used, which ends the tokens before this one. Answers the successor of a token that is a day old,
 * which works beside it until the successor is used in turn; otherwise `null`.
 */
export async function renewSession(tx: Tx, key: AccountToken): Promise<string | null> {
  const session = await findSession(tx, key);
  if (session === undefined) return null;
  const { accountId, family, beganAt, issuedAt } = session;
  const hash = hashSecret(key.token);
  await noteUse.run(tx, [sessionEnd(beganAt, tx.now), accountId, hash]);
  await endOlder.run(tx, [tx.now, accountId, family, issuedAt]);
  if (!needsSuccessor(session, tx.now)) return null;
  await noteSuccessor.run(tx, [tx.now, accountId, hash]);
  return storeToken(tx, session);
}

/** Ends the session of a token, if it is one. */
export async function endSession(tx: Tx, key: AccountToken): Promise<void> {
  const session = await findSession(tx, key);
  if (session !== undefined) await tx.unit((unit) => revokeFamily(unit, session));
}
