// The background task that forgets what logging in no longer needs: expired tokens and codes, old failures,
// requests for mails and addresses.
import { inEveryAccount, type GoOn } from '#sql/accounts.ts';
import type { Database } from '#sql/database.ts';
import { purgeKnownAddresses } from './known-addresses.ts';
import { purgeCodes } from './one-time-codes.ts';
import { purgeMailRequests } from './mail-requests.ts';
import { purgeFailures } from './throttle.ts';
import { purgeTokens } from './tokens.ts';

/** Goes through all accounts, one short transaction each. Answers how many rows are gone. */
export function purgeLogins(database: Database, goOn: GoOn = async () => true): Promise<number> {
  return inEveryAccount(database, {
    goOn,
    work: (tx, id) =>
      tx.unit(
        (unit) =>
          purgeTokens(unit, id) +
          purgeFailures(unit, id) +
          purgeMailRequests(unit, id) +
          purgeKnownAddresses(unit, id) +
          purgeCodes(unit, id),
      ),
  });
}
