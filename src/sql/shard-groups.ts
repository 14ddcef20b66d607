// Where the rows of a database spread by Citus are: shards, each with the rows of some accounts in all tables of accounts. They
// move as a whole. It must not know when they are moved.
import { endsWithClient } from './citus.ts';
import type { Database } from './database.ts';
import { isDistributed } from './distribute.ts';

/** A server that may hold rows of accounts. */
export interface SpreadNode {
  /** Citus' number of it; other copies of it share the number. */
  readonly group: number;
  readonly host: string;
  readonly port: number;
  /** Whether an operator lets it have shards. */
  readonly takesShards: boolean;
  /** Whether it answered just now; sizes of what is on a node that did not are not known. */
  readonly answers: boolean;
}

/** One shard of the clocks, which stands for those of all tables of accounts beside it. */
export interface ShardGroup {
  readonly shard: number;
  /** Of its node. */
  readonly group: number;
  /** 0 where its node does not answer. */
  readonly bytes: number;
  /** It has room for a single value: `hourbook db isolate` has made it for one account. */
  readonly isIsolated: boolean;
}

/** All of it, at one moment. */
export interface Placement {
  readonly nodes: readonly SpreadNode[];
  readonly shards: readonly ShardGroup[];
}

const nodesSql = `select groupid as "group", nodename as host, nodeport as port, shouldhaveshards as takes,
    citus_check_connection_to_node(nodename, nodeport) as answers
  from pg_dist_node where noderole = 'primary' and isactive order by groupid`;

const shardsSql = `select clocks.shardid as shard, placement.groupid as "group", clocks.shardminvalue = clocks.shardmaxvalue as isolated,
    sum(coalesce(sizes.size, 0))::bigint as bytes
  from pg_dist_shard as clocks
  join pg_dist_placement as placement on placement.shardid = clocks.shardid
  join pg_dist_partition as beside on beside.colocationid =
    (select colocationid from pg_dist_partition where logicalrelid = 'account_clocks'::regclass) and beside.partmethod = 'h'
  join pg_dist_shard as others on others.logicalrelid = beside.logicalrelid
    and others.shardminvalue = clocks.shardminvalue and others.shardmaxvalue = clocks.shardmaxvalue
  left join citus_shard_sizes() as sizes on sizes.shard_id = others.shardid
  where clocks.logicalrelid = 'account_clocks'::regclass
  group by clocks.shardid, placement.groupid, isolated order by clocks.shardid`;

/** Milliseconds: as Citus waits for a node by itself. */
const nodePatience = 30_000;

/**
 * Asks for it, and waits for each node for so many milliseconds. Throws an Error with one line when the database is not spread.
 */
export async function placementOf(database: Database, patience = nodePatience): Promise<Placement> {
  await assertSpread(database);
  return {
    nodes: (await database.runOutside(waitFor(patience), nodesSql)).map((row) => ({
      group: Number(row['group']),
      host: String(row['host']),
      port: Number(row['port']),
      takesShards: row['takes'] === true,
      answers: row['answers'] === true,
    })),
    shards: (await database.runOutside(waitFor(patience), shardsSql)).map((row) => ({
      shard: Number(row['shard']),
      group: Number(row['group']),
      bytes: Number(row['bytes']),
      isIsolated: row['isolated'] === true,
    })),
  };
}

/** Sets how many milliseconds Citus waits for a node. */
const waitFor = (milliseconds: number): string => `set citus.node_connection_timeout = ${milliseconds}`;

async function assertSpread(database: Database): Promise<void> {
  if (database.dialect.name !== 'postgres')
    throw new Error('Only a PostgreSQL database has nodes; this one is a SQLite file.');
  if (!(await database.read(null, isDistributed)))
    throw new Error('The database is not spread over nodes; hourbook db distribute spreads it.');
}

/** Moves the rows of a shard while they are read and written; writes to them wait for a moment at the end. */
export async function moveShard(
  database: Database,
  { shard, from, to }: { readonly shard: number; readonly from: SpreadNode; readonly to: SpreadNode },
): Promise<void> {
  const places = [from, to].map(({ host, port }) => `${literal(host)}, ${port}`).join(', ');
  await database.runOutside(
    endsWithClient('session'),
    `select citus_move_shard_placement(${shard}, ${places}, 'force_logical')`,
  );
}

/** `10.0.0.32:5432`. */
export const addressOfNode = ({ host, port }: SpreadNode): string => `${host}:${port}`;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
