// A database that Citus spreads over nodes, for one file of tests.
import { suite } from 'node:test';
import type { Database } from '#sql/database.ts';
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
  readonly close: () => Promise<void>;
}

/** Makes one. */
export async function spreadDatabase(): Promise<SpreadDatabase> {
  const { url, remove } = await createCitus(citus);
  const database = new URL(url).pathname.slice(1);
  const ownerUrl = addressOf(url, { user: citusRoles.owner, database });
  const opened: Database[] = [];
  const openAs = async (address: string): Promise<Database> => {
    const one = await openDatabase({ url: address, clock: Date.now, observe: () => {} });
    opened.push(one);
    return one;
  };
  const asSuperuser: SpreadDatabase['asSuperuser'] = async (...texts) => {
    let rows: readonly Record<string, unknown>[] = [];
    await withServer(addressOf(url, { user: 'postgres', database }), async (client) => {
      for (const text of texts) rows = (await client.query<Record<string, unknown>>(text)).rows;
    });
    return rows;
  };
  return {
    url,
    ownerUrl,
    nodes: await citusNodes(citus),
    open: () => openAs(url),
    openAsOwner: () => openAs(ownerUrl),
    asSuperuser,
    portOf: async (account) => {
      const [row] = await asSuperuser(`select nodeport from citus_shards
        where shardid = get_shard_id_for_distribution_column('account_clocks', ${account}::bigint)`);
      return row?.['nodeport'];
    },
    close: async () => {
      await Promise.all(opened.map((one) => one.close()));
      await remove();
    },
  };
}
