// API credentials of an account: made, listed and ended by an administrator; the secret is kept as a hash.
import { appendAudit } from '#sql/audit-entries.ts';
import type { Tx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import { hashSecret, newSecret, randomName } from './opaque-token.ts';
import { revokeCredentialTokens } from './tokens.ts';

/** What an administrator says of a new credential. */
export interface NewCredential {
  readonly accountId: number;
  /** A label that tells what it is used for. */
  readonly name: string;
  readonly readOnly: boolean;
  /** The last day (`YYYY-MM-DD`, UTC) on which it works; `null`: no end. */
  readonly lastDay: string | null;
}

/** A credential as it may be shown; moments are epoch seconds. */
export interface Credential {
  readonly clientId: string;
  readonly name: string;
  readonly readOnly: boolean;
  readonly createdAt: number;
  /** The first second in which it no longer works. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

const clientIdPattern = /^hb_[2-9a-z]{12}$/;

/** Whether a text has the form of a client id: what may be logged of an unknown client. */
export function isClientId(text: string): boolean {
  return clientIdPattern.test(text);
}

const insertCredential = statement((db, value) =>
  db.insertInto('credentials').values({
    account_id: value(0),
    client_id: value(1),
    secret_hash: value(2),
    name: value(3),
    read_only: value(4),
    created_at: value(5),
    expires_at: value(6),
    revoked_at: null,
  }),
);

/** Makes a credential. Its secret is in the answer and nowhere else. */
export async function createCredential(
  tx: Tx,
  { accountId, name, readOnly, lastDay }: NewCredential,
): Promise<{ readonly credential: Credential; readonly clientSecret: string }> {
  const clientSecret = newSecret();
  const credential: Credential = {
    clientId: `hb_${randomName(12)}`,
    name,
    readOnly,
    createdAt: tx.now,
    expiresAt: lastDay === null ? null : Date.parse(`${lastDay}T00:00:00Z`) / 1000 + 86_400,
    revokedAt: null,
  };
  await insertCredential.run(tx, [
    accountId,
    credential.clientId,
    hashSecret(clientSecret),
    name,
    readOnly ? 1 : 0,
    credential.createdAt,
    credential.expiresAt,
  ]);
  const { clientId } = credential;
  await auditCredential(tx, { accountId, clientId, action: 'credentials create' });
  return { credential, clientSecret };
}

const credentialsOfAccount = statement((db, value) =>
  db
    .selectFrom('credentials')
    .select(['client_id', 'name', 'read_only', 'created_at', 'expires_at', 'revoked_at'])
    .where('account_id', '=', value(0))
    .orderBy('created_at')
    .orderBy('client_id'),
);

/** All credentials of an account, revoked and expired ones too, the oldest first. */
export async function listCredentials(tx: Tx, accountId: number): Promise<readonly Credential[]> {
  const rows = await credentialsOfAccount.all(tx, [accountId]);
  return rows.map((row) => ({
    clientId: row['client_id'] as string,
    name: row['name'] as string,
    readOnly: row['read_only'] === 1,
    createdAt: row['created_at'] as number,
    expiresAt: row['expires_at'] as number | null,
    revokedAt: row['revoked_at'] as number | null,
  }));
}

const endCredential = statement((db, value) =>
  db
    .updateTable('credentials')
    .set({ revoked_at: value(0) })
    .where('account_id', '=', value(1))
    .where('client_id', '=', value(2))
    .where('revoked_at', 'is', null),
);

/** Ends a credential and every token given to it. False when there is none, or it had ended before. */
export async function revokeCredential(
  tx: Tx,
  { accountId, clientId }: { readonly accountId: number; readonly clientId: string },
): Promise<boolean> {
  const ended = await endCredential.run(tx, [tx.now, accountId, clientId]);
  await tx.unit((unit) => revokeCredentialTokens(unit, { accountId, clientId }));
  if (ended > 0) await auditCredential(tx, { accountId, clientId, action: 'credentials revoke' });
  return ended > 0;
}

/** Only the command line makes and ends credentials. */
function auditCredential(
  tx: Tx,
  { accountId, clientId, action }: { accountId: number; clientId: string; action: string },
): Promise<void> {
  return tx.unit((unit) =>
    appendAudit({ tx: unit, accountId }, { actor: 'command', credential: clientId, action }),
  );
}
