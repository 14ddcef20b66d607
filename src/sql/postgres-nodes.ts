// On which node of a database spread by Citus the rows of an account are. It must not know what they are wanted for.
import type { PostgresPool } from './postgres-pool.ts';

/** The node of an account, under a name that only this process knows; `null`: there are no nodes. */
export type NodeOf = (account: number) => Promise<string | null>;

const accountsKept = 10_000;
/** Milliseconds for which a place is believed: rows are moved now and then. */
const believed = 30_000;

/** Asks the server where rows are, and remembers it for a while. */
export function openNodes(pool: PostgresPool): NodeOf {
  const places = new Map<number, Promise<string | null>>();
  return (account) => {
    let place = places.get(account);
    if (place === undefined) {
      if (places.size >= accountsKept) places.clear();
      place = pool.use(async (connection) => {
        const [rows] = await connection.script(placeOf(account));
        return rows?.[0] === undefined ? null : String(rows[0]['node']);
      });
      places.set(account, place);
      setTimeout(() => places.delete(account), believed).unref();
      // What could not be asked is asked again.
      place.catch(() => places.delete(account));
    }
    return place;
  };
}

/** Looked up where the statement arrives, without asking the node. */
const placeOf = (account: number): string => `select groupid as node from pg_dist_placement
  where shardid = (select get_shard_id_for_distribution_column('account_clocks', ${account}::bigint)
    from pg_dist_partition where logicalrelid = to_regclass('account_clocks'))`;

/** Ids of all accounts, in groups: those whose rows are on one node. */
export type AccountsByNode = () => Promise<readonly (readonly number[])[]>;

/** Milliseconds: what is due in an account that is new is found so much later at most. */
const groupsBelieved = 5_000;

/** Asks the server which accounts are where, and remembers it for a while. */
export function openAccountsByNode(pool: PostgresPool): AccountsByNode {
  let groups: Promise<readonly (readonly number[])[]> | null = null;
  const ask = (): Promise<readonly (readonly number[])[]> =>
    pool.use(async (connection) => {
      const [listed = []] = await connection.script('select id from accounts');
      const ids = listed.map(({ id }) => Number(id));
      const [placed = []] = await connection.script(placesOf(ids));
      const known = new Map(placed.map(({ id, node }) => [Number(id), String(node)]));
      return Object.values(Object.groupBy(ids, (id) => known.get(id) ?? '')).map((group) => group ?? []);
    });
  return () => {
    if (groups === null) {
      groups = ask();
      setTimeout(() => (groups = null), groupsBelieved).unref();
      groups.catch(() => (groups = null));
    }
    return groups;
  };
}

/** Asks on which node, by its number, the rows of accounts are; without a look at the nodes. */
export const placesOf = (accounts: readonly number[]): string => `select id, groupid as node
  from (select id, get_shard_id_for_distribution_column('account_clocks', id) as shard
    from pg_dist_partition, unnest('{${accounts.join()}}'::bigint[]) as id
    where logicalrelid = to_regclass('account_clocks')) as listed
  join pg_dist_placement on pg_dist_placement.shardid = shard`;
