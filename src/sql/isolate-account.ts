// A node for one account alone: its rows get a shard of their own, that shard a node, and all others leave that node.
import type { Database } from './database.ts';
import { planDrain } from './plan-moves.ts';
import { addressOfNode, moveShard, placementOf, type Placement, type SpreadNode } from './shard-groups.ts';

/** What is isolated, and what is told meanwhile. */
export interface Isolation {
  readonly accountId: number;
  /** `host:port`; the emptiest node that takes shards when left out. */
  readonly address?: string;
  /** Told of each step before it begins. */
  readonly step: (sentence: string) => void;
}

/**
 * Isolates an account while it is read, and written but for the time in which its shard is split. What was interrupted goes on where it ended. Answers the address of the node.
 * Throws an Error with one line.
 */
export async function isolateAccount(
  database: Database,
  { accountId, address, step }: Isolation,
): Promise<string> {
  const before = await placementOf(database);
  const node = chosenNode(before, address);
  if (!before.nodes.some((other) => other.takesShards && other.group !== node.group))
    throw new Error(
      'There is no other node that takes shards: the other accounts need one; citus_add_node adds it.',
    );
  if (!(await shardOf(database, accountId, before)).isIsolated) {
    step(
      'The rows of the account get a shard of their own; writes to the accounts beside it wait meanwhile.',
    );
    // With logical replication Citus 13.2 on PostgreSQL 15.18 begins again and again when a row is updated meanwhile.
    await database.runOutside(
      `select isolate_tenant_to_new_shard('account_clocks', ${accountId}::bigint, 'CASCADE', 'block_writes')`,
    );
  }
  const split = await placementOf(database);
  const own = await shardOf(database, accountId, split);
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

function chosenNode({ nodes, shards }: Placement, address: string | undefined): SpreadNode {
  const bytesOn = ({ group }: SpreadNode): number =>
    shards.filter((shard) => shard.group === group).reduce((sum, { bytes }) => sum + bytes, 0);
  const open = nodes.filter(({ takesShards }) => takesShards).toSorted((a, b) => bytesOn(a) - bytesOn(b));
  const node = address === undefined ? open[0] : open.find((one) => addressOfNode(one) === address);
  if (node !== undefined) return node;
  const known = open.map(addressOfNode).join(', ');
  throw new Error(`There is no node ${address ?? ''} that takes shards; those that do are ${known}.`);
}

async function shardOf(
  database: Database,
  accountId: number,
  { shards }: Placement,
): Promise<Placement['shards'][number]> {
  const sql = `select get_shard_id_for_distribution_column('account_clocks', ${accountId}::bigint) as shard`;
  const [row] = await database.runOutside(sql);
  const found = shards.find(({ shard }) => shard === Number(row?.['shard']));
  if (found === undefined) throw new Error(`No shard has the rows of the account ${accountId}.`);
  return found;
}
