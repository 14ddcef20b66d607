// Mails that people ask for without proving who they are, limited by person and by address. They have a count of their own:
// a mail that is asked for is no failed login, and delays none.
import type { UnitTx } from '#sql/database.ts';
import { attemptCounts, type Attempt } from './attempt-counts.ts';

const requests = attemptCounts({ table: 'mail_requests', name: 'subject_hash', at: 'requested_at' });

/** Removes an account's requests that no longer count. */
export const purgeMailRequests = requests.purge;

/**
 * Counts a request for a mail: `{ delay }` above 0 are the seconds until the next is possible, and nothing is counted.
 * `recent`: how many there were of the name in the last fifteen minutes, from everywhere.
 */
export function countMailRequest(
  tx: UnitTx,
  request: Attempt,
): { readonly delay: number; readonly recent: number } {
  const delay = Math.max(
    requests.ownDelay(tx, request),
    requests.delayOfAddress(tx, request),
    requests.delayOfName(tx, request),
  );
  if (delay === 0) requests.record(tx, request);
  return { delay, recent: requests.countOfName(tx, request) };
}
