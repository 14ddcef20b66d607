// How a database stands, for those who run it: its nodes, its biggest accounts, what is out of reach and what waits. It must not
// wait for a node that does not answer.
import { sql } from 'kysely';
import { listAccountIds, type ListedId } from './accounts.ts';
import type { Database, Tx } from './database.ts';
import { isDistributed } from './distribute.ts';
import { areServicesShutOut } from './fences.ts';
import { placesOf } from './postgres-nodes.ts';
import { addressOfNode, placementOf } from './shard-groups.ts';
import { statement } from './statement.ts';

/** One server of a database that is spread. */
export interface NodeStatus {
  readonly address: string;
  readonly isCoordinator: boolean;
  readonly answers: boolean;
  readonly shards: number;
  readonly accounts: number;
  /** Of all tables of accounts on it; 0 where it does not answer. */
  readonly bytes: number;
}

/** One account. */
export interface AccountStatus {
  readonly name: string;
  /** Rows that were ever made in it; `null`: its node does not answer. */
  readonly rows: number | null;
  /** `null`: there is one server only. */
  readonly node: string | null;
}

/** All of it. */
export interface DatabaseStatus {
  /** None where the database is not spread. */
  readonly nodes: readonly NodeStatus[];
  /** Those with the most rows first. */
  readonly accounts: readonly AccountStatus[];
  /** Accounts in which work of each kind is due, as far as nodes answer. */
  readonly due: Readonly<Record<string, number>>;
  /** Names of what servers do in all accounts and should have begun. */
  readonly overdueJobs: readonly string[];
  /** `hourbook db distribute` shuts services out, or was interrupted. */
  readonly isShutOut: boolean;
}

/** Asks for it, as whichever role. */
export async function statusOf(database: Database): Promise<DatabaseStatus> {
  const isSpread = await database.read(null, isDistributed);
  const placed = isSpread ? await nodesOf(database) : { nodes: [], addresses: new Map<number, string>() };
  const listed = await database.read(null, listAccountIds);
  const isShutOut = await database.read(null, areServicesShutOut);
  const counted = isShutOut ? [] : await countRows(database, listed);
  return {
    nodes: placed.nodes.map((node) => ({ ...node, accounts: countAt(placed.addresses, node.address) })),
    accounts: listed
      .map(({ id, name }, index) => ({
        name,
        rows: counted[index] ?? null,
        node: placed.addresses.get(id) ?? null,
      }))
      .toSorted((a, b) => (b.rows ?? 0) - (a.rows ?? 0)),
    due: isShutOut ? {} : await dueByKind(database),
    overdueJobs: await database.read(null, overdueJobs),
    isShutOut,
  };
}

const countAt = (addresses: ReadonlyMap<number, string>, address: string): number =>
  [...addresses.values()].filter((one) => one === address).length;

/** Milliseconds. */
const answersWithin = 2_000;

interface Placed {
  readonly nodes: readonly NodeStatus[];
  /** Of the node of each account. */
  readonly addresses: ReadonlyMap<number, string>;
}

async function nodesOf(database: Database): Promise<Placed> {
  const { nodes, shards } = await placementOf(database, answersWithin);
  const accounts = await database.read(null, listAccountIds);
  const places = await database.runOutside(placesOf(accounts.map(({ id }) => id)));
  const addresses = new Map(nodes.map((node) => [node.group, addressOfNode(node)]));
  return {
    nodes: nodes.map((node) => {
      const own = shards.filter(({ group }) => group === node.group);
      return {
        address: addressOfNode(node),
        isCoordinator: node.group === 0,
        answers: node.answers,
        shards: own.length,
        accounts: 0,
        bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    }),
    addresses: new Map(places.map(({ id, node }) => [Number(id), addresses.get(Number(node)) ?? ''])),
  };
}

const rowsMade = statement((db, value) =>
  db
    .selectFrom('row_counters')
    .select(({ fn }) => fn.sum('next_id').as('made'))
    .where('account_id', '=', value(0)),
);

const accountsAtOnce = 8;

/** Account by account, because a service may look at one at a time only; one whose node does not answer is left out. */
async function countRows(
  database: Database,
  accounts: readonly ListedId[],
): Promise<readonly (number | null)[]> {
  const counted: (number | null)[] = [];
  const waiting = [...accounts.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, { id }] = next;
      counted[index] = await database
        .read(id, async (tx) => Number((await rowsMade.get(tx, [id]))?.['made'] ?? 0))
        .catch((error: unknown) => {
          if (database.dialect.isUnavailable(error)) return null;
          throw error;
        });
    }
  };
  await Promise.all(Array.from({ length: accountsAtOnce }, work));
  return counted;
}

async function dueByKind(database: Database): Promise<Readonly<Record<string, number>>> {
  const sums: Record<string, number> = {};
  for (const rows of await database.readOverviews(dueOf))
    for (const row of rows)
      sums[String(row['kind'])] = (sums[String(row['kind'])] ?? 0) + Number(row['accounts']);
  return sums;
}

const dueAnywhere = statement((db, value) =>
  db
    .selectFrom('due_work')
    .select(['kind', ({ fn }) => fn.countAll().as('accounts')])
    .where('due_at', '<=', value(0))
    .groupBy('kind'),
);

const dueOnNode = statement((db, value, { isOneOf }) =>
  db
    .selectFrom('due_work')
    .select(['kind', ({ fn }) => fn.countAll().as('accounts')])
    .where('due_at', '<=', value(0))
    .where(isOneOf(sql.ref('account_id'), value(1), 'integer'))
    .groupBy('kind'),
);

const dueOf = (tx: Tx, accounts: readonly number[] | null): Promise<readonly Record<string, unknown>[]> =>
  accounts === null
    ? dueAnywhere.all(tx, [tx.now])
    : dueOnNode.all(tx, [tx.now, tx.dialect.listParameter(accounts)]);

const overdue = statement((db, value) =>
  db.selectFrom('background_jobs').select('name').distinct().where('due_at', '<=', value(0)).orderBy('name'),
);

/** A minute late: servers look every half. */
async function overdueJobs(tx: Tx): Promise<readonly string[]> {
  return (await overdue.all(tx, [tx.now - 60])).map((row) => String(row['name']));
}
