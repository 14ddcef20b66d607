// The check that every grant begins with: a known, living credential of the account, with its secret.
// An unknown client and a wrong secret take the same steps and get the same answer.
import { timingSafeEqual } from 'node:crypto';
import type { Database, UnitTx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import type { PresentedClient } from './client-secret.ts';
import type { FoundAccount } from './find-account.ts';
import { hashSecret, newSecret } from './opaque-token.ts';
import { OAuthError } from './oauth-error.ts';
import { loginDelay, ownDelay, recordFailure, type LoginAttempt } from './throttle.ts';
import { asUnit } from '#sql/transaction.ts';

/** A client that has shown its secret. */
export interface AuthenticatedClient {
  readonly accountId: number;
  /** Lower case. */
  readonly accountName: string;
  readonly accountSuspended: boolean;
  readonly clientId: string;
}

const nobodysHash = hashSecret(newSecret());

const credentialById = statement((db, value) =>
  db
    .selectFrom('credentials')
    .select(['secret_hash', 'expires_at', 'revoked_at'])
    .where('account_id', '=', value(0))
    .where('client_id', '=', value(1)),
);

/** A caller that claims to be a client. */
interface ClientCheck {
  readonly account: FoundAccount;
  readonly presented: PresentedClient;
  readonly remoteAddress: string | null;
}

/** Answers the seconds to wait, and counts nothing, when too many attempts have failed. */
function countWrongSecret(tx: UnitTx, attempt: LoginAttempt): number {
  const delay = loginDelay(tx, attempt);
  if (delay === 0) recordFailure(tx, attempt);
  return delay;
}

function delayedClient({ basic }: PresentedClient, delay: number): OAuthError {
  return new OAuthError({
    status: 401,
    error: 'invalid_client',
    description: `Too many attempts of the client have failed; the next is possible in ${delay} seconds.`,
    headers: { ...(basic ? challenge : {}), 'retry-after': String(delay) },
    reason: 'too_many_attempts',
  });
}

const challenge = { 'www-authenticate': 'Basic realm="hourbook", charset="UTF-8"' };

/**
 * The client, or invalid_client. After wrong secrets the next attempt must wait, like that of a user; a right secret waits
 * only for wrong ones of the same client at the same address.
 */
export async function authenticateClient(
  database: Database,
  { account, presented, remoteAddress }: ClientCheck,
): Promise<AuthenticatedClient> {
  const { id: accountId, name, suspended } = account;
  const attempt = { accountId, username: `client ${presented.clientId}`, address: remoteAddress ?? '' };
  const { fault, delay } = await database.read(
    accountId,
    asUnit((tx) => {
      const row = credentialById.get(tx, [accountId, presented.clientId]);
      return { fault: faultOf(row, { presented, now: tx.now }), delay: ownDelay(tx, attempt) };
    }),
  );
  if (delay > 0) throw delayedClient(presented, delay);
  if (fault !== null) {
    const wait = await database.write(
      accountId,
      asUnit((tx) => countWrongSecret(tx, attempt)),
    );
    throw wait > 0 ? delayedClient(presented, wait) : invalidClient(presented, fault);
  }
  return { accountId, accountName: name, accountSuspended: suspended, clientId: presented.clientId };
}

/** The one refusal, whatever the reason; a client that used HTTP Basic gets its challenge (RFC 6749 §5.2). */
export function invalidClient({ basic }: PresentedClient, reason: string): OAuthError {
  return new OAuthError({
    status: 401,
    error: 'invalid_client',
    description:
      'The client is unknown in this account, its secret is wrong, or it has expired or been revoked.',
    headers: basic ? challenge : {},
    reason,
  });
}

function faultOf(
  row: Readonly<Record<string, unknown>> | undefined,
  { presented, now }: { readonly presented: PresentedClient; readonly now: number },
): string | null {
  const { clientId, clientSecret } = presented;
  const expected = Buffer.from((row?.['secret_hash'] as string | undefined) ?? nobodysHash);
  const matches = timingSafeEqual(expected, Buffer.from(hashSecret(clientSecret)));
  if (clientId === '' || clientSecret === '') return 'client_missing';
  if (row === undefined) return 'unknown_client';
  if (!matches) return 'wrong_secret';
  if (row['revoked_at'] !== null) return 'client_revoked';
  const expiresAt = row['expires_at'] as number | null;
  return expiresAt !== null && expiresAt <= now ? 'client_expired' : null;
}
