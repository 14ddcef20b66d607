// Reads that look through all accounts of a database which Citus spreads, node by node: one that is down, or frozen, keeps
// nothing from the others.
import type { ClockWatch } from './clock-watch.ts';
import type { Tx } from './database.ts';
import type { Bulkhead } from './postgres-bulkhead.ts';
import { onSnapshot, openSnapshot } from './postgres-clock.ts';
import type { AccountsByNode } from './postgres-nodes.ts';
import { withTransaction } from './transaction.ts';

/** What such reads need. */
export interface OverviewParts {
  readonly pool: Bulkhead;
  readonly accountsByNode: AccountsByNode;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly watch: Pick<ClockWatch, 'note'>;
}

/** The reads of overviews of {@link Database}, where there are several nodes. */
export type ReadOverviews = <T>(
  work: (tx: Tx, accounts: readonly number[] | null) => Promise<T>,
) => Promise<readonly T[]>;

/** Makes them. */
export function openOverviews({ pool, accountsByNode, clock, watch }: OverviewParts): ReadOverviews {
  return async (work) => {
    const nodes = await accountsByNode();
    const looked = await Promise.allSettled(
      nodes.map(async (accounts) =>
        // Any account of a node tells the way to it.
        pool.use(accounts[0] ?? null, (connection, first) =>
          first(
            onSnapshot(connection, openSnapshot(connection, null, { clock, watch }), ({ moment }) =>
              withTransaction(connection, moment, (tx) => work(tx, accounts)),
            ),
          ),
        ),
      ),
    );
    const found = looked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const fault = looked.find((one) => one.status === 'rejected');
    if (found.length === 0 && fault !== undefined) throw fault.reason;
    return found;
  };
}
