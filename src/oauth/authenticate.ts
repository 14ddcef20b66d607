// The Authorization header → whom it stands for (specification §5, decisions §2, RFC 6750).
// Revocation counts at once in every process: what is remembered holds only while the database stands unchanged.
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#errors/api-error.ts';
import type { HttpRequest } from '#request/http-message.ts';
import type { Caller } from '#resource/access.ts';
import type { AddressList } from '#values/address-list.ts';
import { createAccountCache } from '#sql/account-cache.ts';
import type { Database, Tx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import { allowedAddresses } from './login-user.ts';
import { accountOfToken, hashSecret } from './opaque-token.ts';
import { OAuthError } from './oauth-error.ts';

const holdersKept = 10_000;

/** Finds out who sends a request. */
export interface Authenticator {
  /**
   * The caller of a request to an account's address; `null`: nobody says who they are. Throws {@link OAuthError} (401) for
   * a token that does not work and ApiError `other_account` for one that works elsewhere, whether or not the addressed
   * account exists.
   */
  authenticate(request: HttpRequest, account: string): Promise<Caller | null>;
  /** Whom the token stood for when it was last seen; `null`: it is not remembered, or all is not well with it. */
  recall(request: HttpRequest, account: string): Claim | null;
}

/**
 * A caller who counts for nothing until they are confirmed in the snapshot that the answer comes from. That saves a snapshot
 * of its own.
 */
export interface Claim {
  readonly caller: Caller;
  /** Throws ApiError unless the token stands for this very caller in the snapshot. */
  readonly confirm: (tx: Tx) => Promise<void>;
  /** Whether it did so the last time. */
  isConfirmed(): boolean;
}

/** Makes the checks. */
export function createAuthenticator({ database }: { readonly database: Database }): Authenticator {
  const holders = createAccountCache<Holder>(holdersKept);
  const lastSeen = new Map<string, Holder>();
  const holderIn = async (tx: Tx, { accountId, hash }: KnownToken): Promise<Holder | null> => {
    const known = holders.get(tx, accountId, hash) ?? (await findHolder(tx, { accountId, hash }));
    if (known === undefined) lastSeen.delete(hash);
    else {
      holders.keep(tx, accountId, hash, known);
      if (lastSeen.size >= holdersKept) lastSeen.clear();
      lastSeen.set(hash, known);
    }
    return known !== undefined && tx.now < known.expiresAt ? known : null;
  };
  return {
    async authenticate(request, account) {
      const token = tokenOf(request);
      if (token === null) return null;
      const holder = await database.read(token.accountId, (tx) => holderIn(tx, token));
      if (holder === null)
        throw invalidToken('The access token is invalid: it is unknown, has expired or was revoked.');
      if (holder.caller.accountName === account.toLowerCase()) return callerFrom(request, holder);
      throw new ApiError(
        'other_account',
        'The access token belongs to another account than the one in the address.',
      );
    },
    recall(request, account) {
      const token = tokenOf(request);
      const seen = token === null ? undefined : lastSeen.get(token.hash);
      if (token === null || seen === undefined || !mayComeFrom(request, seen)) return null;
      const { caller } = seen;
      if (caller.accountName !== account.toLowerCase()) return null;
      let confirmed = false;
      return {
        caller,
        confirm: async (tx) => {
          confirmed = false;
          const holder = await holderIn(tx, token);
          confirmed =
            holder !== null && mayComeFrom(request, holder) && isDeepStrictEqual(holder.caller, caller);
          if (!confirmed) throw new ApiError('not_allowed', 'The token stands for somebody else by now.');
        },
        isConfirmed: () => confirmed,
      };
    },
  };
}

/** A token as the database knows it. */
interface KnownToken {
  readonly accountId: number;
  /** SHA-256. */
  readonly hash: string;
}

/** The token of a request; `null`: none was sent. Throws {@link OAuthError} for what cannot be one. */
function tokenOf({ headers }: HttpRequest): KnownToken | null {
  const token = bearerToken(headers['authorization']);
  if (token === null) return null;
  const accountId = accountOfToken(token);
  if (accountId === null) throw invalidToken('The access token is invalid.');
  return { accountId, hash: hashSecret(token) };
}

/** The caller, if they may send requests from where this one comes. */
function callerFrom(request: HttpRequest, holder: Holder): Caller {
  if (mayComeFrom(request, holder)) return holder.caller;
  const message = `You may send requests only from the network addresses allowed for you, and ${request.remoteAddress ?? 'this one'} is none of them.`;
  throw new ApiError('not_allowed', message);
}

function mayComeFrom({ remoteAddress }: HttpRequest, { allowedFrom }: Holder): boolean {
  return allowedFrom === null || allowedFrom.includes(remoteAddress ?? '');
}

/** The token of a header; `null` when there is none. Any other scheme is refused. */
function bearerToken(header: string | undefined): string | null {
  if (header === undefined || header.trim() === '') return null;
  const match = /^\s*bearer(?:\s+(.*))?$/i.exec(header);
  if (match === null)
    throw invalidToken('The access token is invalid: the Authorization header must be "Bearer <token>".');
  return match[1]?.trim() || null;
}

function invalidToken(description: string): OAuthError {
  return new OAuthError({
    status: 401,
    error: 'invalid_request',
    description,
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

/** Whom a token stands for, and until when (epoch seconds). */
interface Holder {
  readonly caller: Caller;
  readonly expiresAt: number;
  /** Whence alone the token may be used; `null`: from everywhere. */
  readonly allowedFrom: AddressList | null;
}

const holderOfToken = statement((db, value) =>
  db
    .selectFrom('tokens')
    .innerJoin('credentials', (join) =>
      join
        .onRef('credentials.account_id', '=', 'tokens.account_id')
        .onRef('credentials.client_id', '=', 'tokens.client_id'),
    )
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .leftJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'tokens.account_id').onRef('users.id', '=', 'tokens.user_id'),
    )
    .select([
      'accounts.name as account_name',
      'tokens.client_id as client_id',
      'tokens.user_id as user_id',
      'tokens.family as family',
      'tokens.expires_at as token_expires_at',
      'credentials.expires_at as credential_expires_at',
      'credentials.read_only as read_only',
      'users.active as user_active',
      'users.authentication_blocked as user_blocked',
      'users.restrict_to_ip as restrict_to_ip',
      'users.allowed_ips as allowed_ips',
    ])
    .where('tokens.account_id', '=', value(0))
    .where('tokens.hash', '=', value(1))
    .where('tokens.kind', '=', 'access')
    .where('tokens.revoked_at', 'is', null)
    .where('credentials.revoked_at', 'is', null)
    .where('accounts.suspended_at', 'is', null),
);

async function findHolder(tx: Tx, { accountId, hash }: KnownToken): Promise<Holder | undefined> {
  const row = await holderOfToken.get(tx, [accountId, hash]);
  if (row === undefined) return undefined;
  const userId = row['user_id'] as number | null;
  if (userId !== null && (row['user_active'] !== 1 || row['user_blocked'] === 1)) return undefined;
  const caller: Caller = {
    kind: userId === null ? 'machine' : 'user',
    accountId,
    accountName: row['account_name'] as string,
    userId,
    clientId: row['client_id'] as string,
    readOnly: row['read_only'] === 1,
    login: row['family'] as string,
  };
  const credentialEnd = (row['credential_expires_at'] as number | null) ?? Number.POSITIVE_INFINITY;
  const expiresAt = Math.min(row['token_expires_at'] as number, credentialEnd);
  return { caller, expiresAt, allowedFrom: userId === null ? null : allowedAddresses(row) };
}
