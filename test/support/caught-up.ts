// Waits for a standby of the tests.
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './postgres-cluster.ts';
import { withServer } from './postgres-databases.ts';

/** Resolves when the standby has all that the primary has now. */
export async function caughtUp(primary: Cluster, follower: Cluster): Promise<void> {
  const end = await ask(primary, 'select pg_current_wal_flush_lsn()::text as found');
  const behind = `select coalesce(pg_last_wal_replay_lsn() < '${String(end)}', true) as found`;
  while ((await ask(follower, behind)) === true) await pause(10);
}

async function ask({ url }: Cluster, text: string): Promise<unknown> {
  let found: unknown;
  await withServer(url, async (client) => {
    found = (await client.query<{ found: unknown }>(text)).rows[0]?.found;
  });
  return found;
}
