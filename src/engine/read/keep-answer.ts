// For how long the answer of a read may be given again to whoever sends the same request with the same token.
import type { HttpResponse } from '#request/http-message.ts';
import type { AddressList } from '#values/address-list.ts';
import { quarterHour } from '../request-state.ts';
import type { ReadSnapshot } from './read-as.ts';

/** What an answer holds for: while a snapshot of the account has this version and history, from one second to another. */
export interface Keep {
  readonly accountId: number;
  readonly version: number;
  readonly history: string;
  /** Epoch seconds: the second of the answer, and the first one in which it may be another though nothing is committed. */
  readonly from: number;
  readonly until: number;
  /** The network addresses from which alone the token may be used; `null`: all. */
  readonly allowedFrom: AddressList | null;
  /** In which the moments of the envelope are written. */
  readonly serverTimeZone: string;
}

/** An answer of the engine; without `keep` it is good for one request. */
export interface EngineAnswer extends HttpResponse {
  readonly keep?: Keep | undefined;
}

/**
 * How long an answer of a snapshot holds. `isStable`: time alone changes nothing in it but at the beginning of a day, when a
 * row of it is due, and when the token ends; otherwise it holds for its own second.
 */
export function keepOf(
  { tx, caller, allowedFrom, expiresAt, turnsAt }: ReadSnapshot,
  { isStable, serverTimeZone }: { readonly isStable: boolean; readonly serverTimeZone: string },
): Keep | undefined {
  const { version, history, now } = tx;
  if (version === null || history === null) return undefined;
  const dayMayBegin = (Math.floor(now / quarterHour) + 1) * quarterHour;
  const until = isStable ? Math.min(dayMayBegin, expiresAt, turnsAt) : now + 1;
  return {
    accountId: caller.accountId,
    version,
    history,
    from: now,
    until: Math.min(until, expiresAt),
    allowedFrom,
    serverTimeZone,
  };
}
