// The account and the caller's sight for one request. Kept between requests only while the database stands unchanged.
import { ApiError } from '#errors/api-error.ts';
import type { PlanContext } from '#plan/plan-context.ts';
import { nobody, type Caller, type Sight } from '#resource/access.ts';
import { createAccountCache } from '#sql/account-cache.ts';
import type { Tx } from '#sql/database.ts';
import { loadAccount, type Account } from '#sql/load-account.ts';
import { loadSight } from '#sql/load-sight.ts';
import { together } from '#values/together.ts';

/** What a request is answered with. */
export interface RequestState {
  readonly account: Account;
  readonly sight: Sight;
}

/** Answers the state of a request from the transaction's snapshot. */
export type LoadState = (tx: Tx, caller: Caller) => Promise<RequestState>;

const statesKept = 10_000;

/** In every zone of today a day begins at a quarter of an hour of UTC: within one, nobody's `today` changes. */
const quarterHour = 900;

/** A loader that remembers states while `tx.version` and everybody's date stay the same: never one that has changed. */
export function createStateLoader(): LoadState {
  const states = createAccountCache<RequestState>(statesKept);
  return async (tx, caller) => {
    const { accountId, userId, clientId, readOnly } = caller;
    const key = `${userId ?? ''} ${clientId} ${readOnly} ${Math.floor(tx.now / quarterHour)}`;
    const known = states.get(tx, accountId, key);
    if (known !== undefined) return known;
    const state = await loadState(tx, caller);
    states.keep(tx, accountId, key, state);
    return state;
  };
}

/** What planning needs of the state. */
export function planContext(tx: Tx, { account }: RequestState, deletionsKeptSeconds: number): PlanContext {
  return {
    now: tx.now,
    serverTimeZone: account.serverTimeZone,
    formerTimeZones: account.formerTimeZones,
    // What this server keeps is one thing, what others have forgotten before another.
    deletionsKeptSince: Math.max(tx.now - deletionsKeptSeconds, account.purgedUntil ?? 0),
    formerSights: [],
    sourcesChanged: false,
  };
}

/** The state of somebody without a token: an account to ask, and no rights in it. */
export async function strangerState(tx: Tx, accountName: string): Promise<RequestState> {
  const account = await loadAccount(tx, accountName);
  if (account === undefined) throw new ApiError('unknown_address', `There is no account "${accountName}".`);
  return { account, sight: { ...nobody, accountId: account.id } };
}

async function loadState(tx: Tx, caller: Caller): Promise<RequestState> {
  const [account, sight] = await together([loadAccount(tx, caller.accountName), loadSight(tx, caller)]);
  if (account === undefined || sight === undefined) {
    throw new ApiError('not_allowed', 'The account or user that this token stands for no longer exists.');
  }
  return { account, sight };
}
