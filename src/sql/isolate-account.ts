// A node for one account alone: its rows get a shard of their own, that shard a node, and all others leave that node.
import { endsWithClient } from './citus.ts';
import type { Database } from './database.ts';
import { nodeToIsolateOn, planDrain } from './plan-moves.ts';
import { addressOfNode, moveShard, placementOf, type Placement, type ShardGroup } from './shard-groups.ts';

/** What is isolated, and what is told meanwhile. */
export interface Isolation {
  readonly accountId: number;
  /**
   * `host:port`. When left out, the node where the account has its own shard already; or else the emptiest that takes shards and is
   * not another account's own.
   */
  readonly address?: string;
  /** Told of each step before it begins. */
  readonly step: (sentence: string) => void;
}

/**
 * Isolates an account while it is read, and written but for the time in which its shard is split. What was interrupted goes on where
 * it ended. Answers the address of the node. Throws an Error with one line, before anything is changed where the other accounts would
 * have no node.
 */
export async function isolateAccount(
  database: Database,
  { accountId, address, step }: Isolation,
): Promise<string> {
  const { placement: before, own: there } = await placeOf(database, accountId);
  const node = nodeToIsolateOn(before, { there, address });
  if (!there.isIsolated) {
    step(
      'The rows of the account get a shard of their own; writes to the accounts beside it wait meanwhile.',
    );
    // With logical replication Citus 13.2 on PostgreSQL 15.18 begins again and again when a row is updated meanwhile.
    await database.runOutside(
      endsWithClient('session'),
      `select isolate_tenant_to_new_shard('account_clocks', ${accountId}::bigint, 'CASCADE', 'block_writes')`,
    );
  }
  const { placement: split, own } = await placeOf(database, accountId);
  const from = split.nodes.find(({ group }) => group === own.group);
  if (from !== undefined && from.group !== node.group) {
    step(`It moves from ${addressOfNode(from)} to ${addressOfNode(node)}.`);
    await moveShard(database, { shard: own.shard, from, to: node });
  }
  const moves = planDrain(await placementOf(database), node, own.shard);
  for (const [index, { shard, to }] of moves.entries()) {
    step(`Other accounts move to ${addressOfNode(to)}: ${index + 1} of ${moves.length} shards.`);
    await moveShard(database, { shard: shard.shard, from: node, to });
  }
  return addressOfNode(node);
}

/** Where shards are, and that of an account. */
interface Place {
  readonly placement: Placement;
  readonly own: ShardGroup;
}

/** Read once more when a shard was split in between, as by an earlier run that was interrupted. */
async function placeOf(database: Database, accountId: number, isSecond = false): Promise<Place> {
  const sql = `select get_shard_id_for_distribution_column('account_clocks', ${accountId}::bigint) as shard`;
  const [row] = await database.runOutside(sql);
  const placement = await placementOf(database);
  const own = placement.shards.find(({ shard }) => shard === Number(row?.['shard']));
  if (own !== undefined) return { placement, own };
  if (!isSecond) return placeOf(database, accountId, true);
  throw new Error(`No shard has the rows of the account ${accountId}.`);
}
