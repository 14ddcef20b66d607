// The server itself as somebody who writes: a machine with all rights in one account.
import type { Caller } from '#resource/access.ts';

/** What stands in the place of a credential when the server or its command line writes. */
export const systemClientId = 'hourbook';

/** The server as a caller. */
export function systemCaller(account: { readonly id: number; readonly name: string }): Caller {
  return {
    kind: 'machine',
    accountId: account.id,
    accountName: account.name,
    userId: null,
    clientId: systemClientId,
    readOnly: false,
  };
}
