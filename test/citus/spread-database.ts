// A database that Citus spreads over nodes, for one file of tests.
import { suite } from 'node:test';
import type { Database } from '#sql/database.ts';
import { distribute } from '#sql/distribute.ts';
import { declaredTables } from '#sql/migrations/generate.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import { citusNodes, citusRoles, createCitus, type CitusNode } from '../support/citus-databases.ts';
import { citus } from '../support/engines.ts';
import { addressOf, withServer } from '../support/postgres-databases.ts';

/** A suite of tests that want Citus; left out, and said so, where there is none. */
export function citusSuite(title: string, declare: () => void): void {
  suite(
    title,
    { skip: citus === '' ? 'HOURBOOK_TEST_CITUS is no address of a coordinator' : false },
    declare,
  );
}

/** A database in which no row is yet. */
export interface SpreadDatabase {
  /** Of the role that serves. */
  readonly url: string;
  /** Of the role that owns the tables. */
  readonly ownerUrl: string;
  readonly nodes: readonly CitusNode[];
  /** Opens it as the role that serves. */
  readonly open: () => Promise<Database>;
  readonly openAsOwner: () => Promise<Database>;
  /** Runs statements of the superuser on the coordinator; answers the rows of the last. */
  readonly asSuperuser: (...texts: readonly string[]) => Promise<readonly Record<string, unknown>[]>;
  /** The port of the node on which the account's rows are. */
  readonly portOf: (account: number) => Promise<unknown>;
  /** The number of the shard that holds the account's rows of the table. */
  readonly shardOf: (account: number, table: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** How it is spread. */
export interface SpreadOptions {
  /** How many shards each node has, the coordinator too; when left out, the workers have one or two. */
  readonly shardsOfNode?: number;
}

/** Makes one. */
export async function spreadDatabase({ shardsOfNode }: SpreadOptions = {}): Promise<SpreadDatabase> {
  const nodes = await citusNodes(citus);
  const isOwn = shardsOfNode !== undefined;
  const { url: made, remove } = await createCitus(
    citus,
    isOwn ? { empty: true, shards: shardsOfNode * nodes.length } : {},
  );
  const database = new URL(made).pathname.slice(1);
  const ownerUrl = addressOf(made, { user: citusRoles.owner, database });
  const url = addressOf(made, { user: citusRoles.service, database });
  const opened: Database[] = [];
  const openAs = async (address: string): Promise<Database> => {
    const one = await openDatabase({ url: address, clock: Date.now, observe: () => {} });
    opened.push(one);
    return one;
  };
  const asSuperuser: SpreadDatabase['asSuperuser'] = async (...texts) => {
    let rows: readonly Record<string, unknown>[] = [];
    await withServer(addressOf(made, { user: 'postgres', database }), async (client) => {
      for (const text of texts) rows = (await client.query<Record<string, unknown>>(text)).rows;
    });
    return rows;
  };
  if (isOwn) {
    for (const { isCoordinator, host, port } of nodes)
      if (isCoordinator)
        await asSuperuser(`select citus_set_node_property('${host}', ${port}, 'shouldhaveshards', true)`);
    const owner = await openAs(ownerUrl);
    await migrate(owner, { observe: () => undefined, serviceRole: citusRoles.service });
    await distribute(owner, await declaredTables());
  }
  const shardOf: SpreadDatabase['shardOf'] = async (account, table) => {
    const [row] = await asSuperuser(
      `select get_shard_id_for_distribution_column('${table}', ${account}::bigint) as shard`,
    );
    return Number(row?.['shard']);
  };
  return {
    url,
    ownerUrl,
    nodes,
    shardOf,
    open: () => openAs(url),
    openAsOwner: () => openAs(ownerUrl),
    asSuperuser,
    portOf: async (account) => {
      const shard = await shardOf(account, 'account_clocks');
      const [row] = await asSuperuser(`select nodeport from citus_shards where shardid = ${shard}`);
      return row?.['nodeport'];
    },
    close: async () => {
      await Promise.all(opened.map((one) => one.close()));
      await remove();
    },
  };
}
