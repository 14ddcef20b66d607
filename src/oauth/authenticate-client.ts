// The check that every grant begins with: a known, living credential of the account, with its secret.
// An unknown account, an unknown client and a wrong secret take the same steps and get the same answer.
import { timingSafeEqual } from 'node:crypto';
import type { Database } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import type { PresentedClient } from './client-secret.ts';
import { findAccount } from './find-account.ts';
import { hashSecret, newSecret } from './opaque-token.ts';
import { OAuthError } from './oauth-error.ts';

/** A client that has shown its secret. */
export interface AuthenticatedClient {
  readonly accountId: number;
  /** Lower case. */
  readonly accountName: string;
  readonly accountSuspended: boolean;
  readonly clientId: string;
}

const noAccount = 0;
const nobodysHash = hashSecret(newSecret());

const credentialById = statement((db, value) =>
  db
    .selectFrom('credentials')
    .select(['secret_hash', 'expires_at', 'revoked_at'])
    .where('account_id', '=', value(0))
    .where('client_id', '=', value(1)),
);

/** The client, or invalid_client. */
export async function authenticateClient(
  database: Database,
  { account, presented }: { readonly account: string; readonly presented: PresentedClient },
): Promise<AuthenticatedClient> {
  const found = await database.read(null, (tx) => findAccount(tx, account));
  const accountId = found?.id ?? noAccount;
  const fault = await database.read(accountId, async (tx) => {
    const row = await credentialById.get(tx, [accountId, presented.clientId]);
    return faultOf(row, { presented, now: tx.now });
  });
  if (found === undefined) throw invalidClient(presented, 'unknown_account');
  if (fault !== null) throw invalidClient(presented, fault);
  const { id, name, suspended } = found;
  return { accountId: id, accountName: name, accountSuspended: suspended, clientId: presented.clientId };
}

/** The one refusal, whatever the reason; a client that used HTTP Basic gets its challenge (RFC 6749 §5.2). */
export function invalidClient({ basic }: PresentedClient, reason: string): OAuthError {
  return new OAuthError({
    status: 401,
    error: 'invalid_client',
    description:
      'The client is unknown in this account, its secret is wrong, or it has expired or been revoked.',
    headers: basic ? { 'www-authenticate': 'Basic realm="hourbook", charset="UTF-8"' } : {},
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
