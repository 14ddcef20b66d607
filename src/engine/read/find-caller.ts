// AUTHENTICATE, the first stage of a read: the snapshot says whom the token of the request stands for.
// What an access token is, only `oauth/` knows.
import type { Caller } from '#resource/access.ts';
import type { AddressList } from '#values/address-list.ts';
import type { Database, Tx } from '#sql/database.ts';

/** Whom a token stands for. */
export interface Holder {
  readonly caller: Caller;
  /** Epoch seconds: from then on the token stands for no caller, though nothing is committed. */
  readonly expiresAt: number;
  /** The network addresses from which alone the token may be used; `null`: all. */
  readonly allowedFrom: AddressList | null;
}

/** A token that a request shows, before any database was asked. */
export interface ShownToken {
  readonly accountId: number;
  /**
   * Whom it stands for in a snapshot of the account; `null`: it is of a session that has ended. Throws what authentication
   * refuses.
   */
  readonly holderIn: (tx: Tx) => Promise<Holder | null>;
}

/** Who sends a read: found in the snapshot that the answer comes from. */
export interface Sender {
  readonly accountId: number;
  /** Throws {@link NoCaller}, and what authentication refuses. */
  readonly holderIn: (tx: Tx) => Promise<Holder>;
  /** The caller, when no snapshot is needed to find them. */
  readonly known?: Caller;
}

/** The session of the request has ended: the request is one without a token. */
export class NoCaller extends Error {
  override readonly name = 'NoCaller';
}

/** A login with whom it stood for when it was looked at last. */
export interface RememberedLogin {
  readonly caller: Caller;
  /** Whether it stands for the same caller in a snapshot. */
  readonly holdsIn: (tx: Tx) => Promise<boolean>;
}

/** A remembered login is to be looked at by itself first: it holds no more, or what is asked needs its caller beforehand. */
export class CallerUncertain extends Error {
  override readonly name = 'CallerUncertain';
}

/** The sender of a request with a remembered login: only the transaction of a write can tell whether it holds. */
export function uncertainSender({ caller }: RememberedLogin): Sender {
  return {
    accountId: caller.accountId,
    holderIn: async () => {
      throw new CallerUncertain();
    },
  };
}

/** The sender of a request whose caller is known. */
export function knownSender(caller: Caller): Sender {
  const holder = { caller, expiresAt: Number.POSITIVE_INFINITY, allowedFrom: null };
  return { accountId: caller.accountId, known: caller, holderIn: async () => holder };
}

/** The sender of a request by its token. `found` hears each caller who is found. */
export function tokenSender(token: ShownToken, found: (caller: Caller) => void): Sender {
  return {
    accountId: token.accountId,
    holderIn: async (tx) => {
      const holder = await token.holderIn(tx);
      if (holder === null) throw new NoCaller();
      found(holder.caller);
      return holder;
    },
  };
}

/** Finds the caller of what is no read. Throws as {@link Sender} does. */
export async function callerOf(
  { database }: { readonly database: Database },
  { accountId, known, holderIn }: Sender,
): Promise<Caller> {
  if (known !== undefined) return known;
  const { caller } = await database.read(accountId, holderIn);
  return caller;
}

/** Whom a token stands for; `null`: its session has ended. Throws what authentication refuses. */
export async function callerOfToken(
  { database }: { readonly database: Database },
  { accountId, holderIn }: ShownToken,
): Promise<Caller | null> {
  return (await database.read(accountId, holderIn))?.caller ?? null;
}

/** What `parse` answers or throws; what authentication refuses comes before what it throws. */
export async function parsedFor<T>(
  within: { readonly database: Database },
  sender: Sender,
  parse: () => T,
): Promise<T> {
  try {
    return parse();
  } catch (error) {
    await callerOf(within, sender);
    throw error;
  }
}
