// The background task that forgets what logging in no longer needs: expired tokens and codes, old failures.
import type { Database } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';
import { purgeCodes } from './one-time-codes.ts';
import { purgeFailures } from './throttle.ts';
import { purgeTokens } from './tokens.ts';

const accountIds = statement((db) => db.selectFrom('accounts').select('id').orderBy('id'));

/** Goes through all accounts, one short transaction each. Answers how many rows are gone. */
export async function purgeLogins(database: Database): Promise<number> {
  const accounts = await database.read(null, (tx) => accountIds.all(tx, []));
  let gone = 0;
  for (const account of accounts) {
    const accountId = account['id'] as number;
    gone += await database.write(accountId, async (tx) => {
      const tokens = await purgeTokens(tx, accountId);
      return tokens + (await purgeFailures(tx, accountId)) + (await purgeCodes(tx, accountId));
    });
  }
  return gone;
}
