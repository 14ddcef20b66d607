// The Authorization header or session cookie → whom it stands for (specification §5, decisions §2, RFC 6750).
// Revocation counts at once in every process: what is remembered holds only while the database stands unchanged.
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#errors/api-error.ts';
import type { HttpRequest } from '#request/http-message.ts';
import type { Caller } from '#resource/access.ts';
import { employedUntil } from '#values/employment.ts';
import type { AddressList } from '#values/address-list.ts';
import { createAccountCache } from '#sql/account-cache.ts';
import { nothingKept, type Database, type Tx, type UnitTx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import { allowedAddresses } from './login-user.ts';
import { OAuthError } from './oauth-error.ts';
import { hashSecret } from './opaque-token.ts';
import { invalidToken, isOfAnother, presentedToken, type PresentedToken } from './presented-token.ts';
import { renewalDue, type SessionTimes } from './session-times.ts';

const holdersKept = 10_000;

/** Finds out who sends a request. */
export interface Authenticator {
  /**
   * The caller of a request to an account's address; `null`: the request shows no token, or a session that has ended or is not
   * that of the user whom the page shows.
   * Throws OAuthError (401) for a bearer token that does not work, ApiError `other_account` for one that works elsewhere,
   * whether or not the addressed account exists, and ApiError `not_same_origin` for a cookie that a page of another origin
   * may have had sent.
   */
  authenticate(request: HttpRequest, account: string): Promise<Caller | null>;
  /**
   * The token of a request to an account's address, to be looked at in the snapshot that the answer comes from; `null`: the
   * request shows none. Throws what `authenticate` throws.
   */
  loginOf(request: HttpRequest, account: string): Login | null;
  /**
   * The login of a request whose token was good when this process looked last, with whom it stood for then: what does anything
   * for them looks again, in its own transaction. `null`: the process does not know.
   */
  rememberedLogin(request: HttpRequest, account: string): RememberedLogin | null;
  /** Whether the session of a token, seen before, is to be renewed. */
  isDue(token: string): boolean;
}

/** A token that a request shows. */
export interface Login {
  readonly accountId: number;
  /** Whom it stands for in a snapshot of its account. Answers and throws what `authenticate` does. */
  readonly holderIn: (tx: Tx) => Promise<Holder | null>;
}

/** A login with whom it stood for when it was found. */
export interface FoundLogin extends Login {
  readonly caller: Caller;
}

/** A login with whom it stood for when it was looked at last. */
export interface RememberedLogin {
  readonly caller: Caller;
  /** Whether it stands for the same caller in a snapshot. */
  readonly holdsIn: (tx: Tx) => Promise<boolean>;
}

/** Makes the checks. */
export function createAuthenticator({ database }: { readonly database: Database }): Authenticator {
  const holders = createAccountCache<Holder>(holdersKept);
  const due = new Set<string>();
  /** The holders of tokens that this process found good when it looked last. */
  const remembered = new Map<string, Holder>();
  const holderOf = async (tx: Tx, token: PresentedToken): Promise<Holder | null> => {
    const key = keyOf(token);
    const known =
      holders.get(tx, token.accountId, key) ??
      (await tx.unit((unit) => findHolder(unit, token), nothingKept));
    if (known !== undefined) holders.keep(tx, token.accountId, key, known);
    const isAlive = known !== undefined && tx.now < known.expiresAt;
    if (token.kind === 'session') {
      if (due.size >= holdersKept) due.clear();
      if (isAlive && tx.now >= known.renewAt) due.add(key);
      else due.delete(key);
    }
    return isAlive ? known : null;
  };
  const loginBy = (request: HttpRequest, shown: Omit<CheckedToken, 'holder'>): Login => ({
    accountId: shown.token.accountId,
    holderIn: async (tx) => checkedHolder(request, { ...shown, holder: await holderOf(tx, shown.token) }),
  });
  return {
    loginOf(request, account) {
      const token = presentedToken(request, account);
      return token && loginBy(request, { token, account });
    },
    async authenticate(request, account) {
      const token = presentedToken(request, account);
      if (token === null) return null;
      const key = keyOf(token);
      remembered.delete(key);
      const holder = await database.read(token.accountId, (tx) => holderOf(tx, token), {
        isForeseeable: true,
      });
      const allowed = checkedHolder(request, { token, account, holder });
      if (remembered.size >= holdersKept) remembered.clear();
      if (allowed !== null) remembered.set(key, allowed);
      return allowed?.caller ?? null;
    },
    rememberedLogin(request, account) {
      const token = presentedToken(request, account);
      const caller = token && remembered.get(keyOf(token))?.caller;
      if (!token || !caller) return null;
      const login = { ...loginBy(request, { token, account }), caller };
      return { caller, holdsIn: (tx) => holdsIn(tx, login) };
    },
    isDue: (token) => due.has(keyOf({ kind: 'session', hash: hashSecret(token) })),
  };
}

/** Which logins of one account stand for the same caller as when they were found, looked at in one snapshot. */
export function loginsThatHold<L extends FoundLogin>(
  database: Database,
  accountId: number,
  logins: readonly L[],
): Promise<ReadonlySet<L>> {
  return database.read(accountId, async (tx) => {
    const holding = new Set<L>();
    for (const login of logins) if (await holdsIn(tx, login)) holding.add(login);
    return holding;
  });
}

async function holdsIn(tx: Tx, { holderIn, caller }: FoundLogin): Promise<boolean> {
  const holder = await holderIn(tx).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof OAuthError) return null;
    throw error;
  });
  return isDeepStrictEqual(holder?.caller, caller);
}

/** One token counts in one way only: a session is no access token, and the other way round. */
function keyOf({ kind, hash }: Pick<PresentedToken, 'kind' | 'hash'>): string {
  return `${kind} ${hash}`;
}

/** The login is right, and its account is suspended. */
export function suspendedAccount(name: string): ApiError {
  const message = `The account "${name}" is suspended; the operator of the server can resume it.`;
  return new ApiError('account_suspended', message);
}

interface CheckedToken {
  readonly token: PresentedToken;
  /** In the address. */
  readonly account: string;
  /** `null`: the token is unknown, has expired or was revoked. */
  readonly holder: Holder | null;
}

/** The holder, if they may send this request to this account. */
function checkedHolder(request: HttpRequest, { token, account, holder }: CheckedToken): Holder | null {
  const isElsewhere = holder !== null && holder.caller.accountName !== account.toLowerCase();
  if (token.kind === 'session' && isElsewhere) return null;
  if (token.kind === 'session' && holder !== null && isOfAnother(request, holder.caller.userId)) return null;
  if (holder === null) {
    if (token.kind === 'session') return null;
    throw invalidToken('The access token is invalid: it is unknown, has expired or was revoked.');
  }
  if (isElsewhere) {
    const message = 'The access token belongs to another account than the one in the address.';
    throw new ApiError('other_account', message);
  }
  if (holder.suspended) throw suspendedAccount(holder.caller.accountName);
  const { allowedFrom } = holder;
  if (allowedFrom === null || allowedFrom.includes(request.remoteAddress ?? '')) return holder;
  const message = `You may send requests only from the network addresses allowed for you, and ${request.remoteAddress ?? 'this one'} is none of them.`;
  throw new ApiError('not_allowed', message);
}

/** Whom a token stands for, and until when (epoch seconds). */
export interface Holder {
  readonly caller: Caller;
  readonly expiresAt: number;
  /** Whether its account is suspended. */
  readonly suspended: boolean;
  /** Whence alone the token may be used; `null`: from everywhere. */
  readonly allowedFrom: AddressList | null;
  /** When a session is to be renewed (epoch seconds); never for any other token. */
  readonly renewAt: number;
}

/** As what a session's changes are known: it has no credential. */
export const sessionClient = 'console';

const holderOfToken = statement((db, value) =>
  db
    .selectFrom('tokens')
    .leftJoin('credentials', (join) =>
      join
        .onRef('credentials.account_id', '=', 'tokens.account_id')
        .onRef('credentials.client_id', '=', 'tokens.client_id'),
    )
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .leftJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'tokens.account_id').onRef('users.id', '=', 'tokens.user_id'),
    )
    .leftJoin('users as actors', (join) =>
      join.onRef('actors.account_id', '=', 'tokens.account_id').onRef('actors.id', '=', 'tokens.actor_id'),
    )
    .select([
      'accounts.name as account_name',
      'accounts.suspended_at as suspended_at',
      'tokens.client_id as client_id',
      'tokens.user_id as user_id',
      'tokens.family as family',
      'tokens.expires_at as token_expires_at',
      'tokens.issued_at as issued_at',
      'tokens.used_at as used_at',
      'tokens.began_at as began_at',
      'credentials.expires_at as credential_expires_at',
      'credentials.read_only as read_only',
      'users.active as user_active',
      'users.authentication_blocked as user_blocked',
      'users.restrict_to_ip as restrict_to_ip',
      'users.allowed_ips as allowed_ips',
      'users.entry_date as entry_date',
      'users.exit_date as exit_date',
      'users.former_employments as former_employments',
      'users.timezone as timezone',
      'tokens.actor_id as actor_id',
      'actors.active as actor_active',
      'actors.authentication_blocked as actor_blocked',
      'actors.internal_user_group as actor_group',
      'actors.entry_date as actor_entry_date',
      'actors.exit_date as actor_exit_date',
      'actors.former_employments as actor_former_employments',
      'actors.timezone as actor_timezone',
      'actors.restrict_to_ip as actor_restricted',
      'actors.allowed_ips as actor_allowed_ips',
    ])
    .where('tokens.account_id', '=', value(0))
    .where('tokens.hash', '=', value(1))
    .where('tokens.kind', '=', value(2))
    .where('tokens.revoked_at', 'is', null)
    .where('credentials.revoked_at', 'is', null),
);

function findHolder(tx: UnitTx, { accountId, hash, kind }: PresentedToken): Holder | undefined {
  const row = holderOfToken.get(tx, [accountId, hash, kind]);
  if (row === undefined) return undefined;
  const userId = row['user_id'] as number | null;
  if (userId !== null && (row['user_active'] !== 1 || row['user_blocked'] === 1)) return undefined;
  const actor = actorIn(row, tx.now);
  if (actor !== null && !actor.mayAct) return undefined;
  const caller: Caller = {
    kind: userId === null ? 'machine' : 'user',
    accountId,
    accountName: row['account_name'] as string,
    userId,
    clientId: (row['client_id'] as string | null) ?? sessionClient,
    readOnly: row['read_only'] === 1,
    login: row['family'] as string,
    ...(actor === null ? {} : { actorId: actor.id }),
  };
  const credentialEnd = (row['credential_expires_at'] as number | null) ?? Number.POSITIVE_INFINITY;
  const leavesAt = Math.min(employedUntil(row, tx.now) ?? Infinity, actor?.leavesAt ?? Infinity);
  const expiresAt = Math.min(row['token_expires_at'] as number, credentialEnd, leavesAt);
  const renewAt = kind === 'session' ? renewalDue(asSession(row)) : Number.POSITIVE_INFINITY;
  const allowedFrom = userId === null ? null : allowedAddresses(actor?.restriction ?? row);
  return { caller, expiresAt, suspended: row['suspended_at'] !== null, allowedFrom, renewAt };
}

/** The administrator who acts as the user; they come from where they may themselves. */
function actorIn(row: Readonly<Record<string, unknown>>, now: number) {
  if (row['actor_id'] === null) return null;
  return {
    id: row['actor_id'] as number,
    mayAct: row['actor_active'] === 1 && row['actor_blocked'] !== 1 && row['actor_group'] === 1,
    leavesAt: employedUntil(
      {
        entry_date: row['actor_entry_date'],
        exit_date: row['actor_exit_date'],
        former_employments: row['actor_former_employments'],
        timezone: row['actor_timezone'],
      },
      now,
    ),
    restriction: { restrict_to_ip: row['actor_restricted'], allowed_ips: row['actor_allowed_ips'] },
  };
}

function asSession(row: Readonly<Record<string, unknown>>): SessionTimes {
  return {
    beganAt: row['began_at'] as number,
    issuedAt: row['issued_at'] as number,
    expiresAt: row['token_expires_at'] as number,
    replacedAt: row['used_at'] as number | null,
  };
}
