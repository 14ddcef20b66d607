// Databases that Citus spreads over the nodes of a coordinator which the operator of the machine has set up. The tables are
// spread once, and each node's part of them is copied for every test that wants a database.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { distribute } from '#sql/distribute.ts';
import { declaredTables } from '#sql/migrations/generate.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import type { ScratchDatabase } from './engines.ts';
import { addressOf, withServer } from './postgres-databases.ts';

/** Who migrates and moves shards, and who serves. */
export const citusRoles = { owner: 'hourbook_owner', service: 'hourbook_service' } as const;

const template = 'hourbook_citus_template';
/** Any number that all test processes agree on. */
const templateLock = 7_462;

/** One server of the group; addresses are those of its superuser. */
export interface CitusNode {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly isCoordinator: boolean;
}

/** The nodes that the coordinator at this address knows, itself first. */
export async function citusNodes(coordinator: string): Promise<readonly CitusNode[]> {
  return withServer(coordinator, async (client) => {
    const found = await client.query<{ host: string; port: number; is_coordinator: boolean }>(
      `select nodename as host, nodeport as port, groupid = 0 as is_coordinator from pg_dist_node
        where noderole = 'primary' order by groupid`,
    );
    return found.rows.map(({ host, port, is_coordinator: isCoordinator }) => {
      const address = new URL(coordinator);
      address.host = `${host}:${port}`;
      return { url: isCoordinator ? coordinator : address.href, host, port, isCoordinator };
    });
  });
}

/** What is made. */
export interface CitusOptions {
  /** With the extension only; otherwise all tables are there and spread. */
  readonly empty?: boolean;
  /** How many shards each table of an empty database will be spread over. */
  readonly shards?: number;
}

/** Makes a database on every node. */
export async function createCitus(
  coordinator: string,
  { empty = false, shards }: CitusOptions = {},
): Promise<ScratchDatabase> {
  const nodes = await citusNodes(coordinator);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withServer(coordinator, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    try {
      await makeTemplate(client, nodes);
      if (!empty)
        await onEach(
          nodes,
          `create database ${name} owner ${citusRoles.owner} template ${template} strategy file_copy`,
        );
    } finally {
      await client.query('select pg_advisory_unlock($1)', [templateLock]);
    }
  });
  if (empty) await makeEmpty(nodes, name, shards);
  return {
    url: addressOf(coordinator, { user: empty ? citusRoles.owner : citusRoles.service, database: name }),
    remove: () => dropOnEach(nodes, name),
  };
}

/** Runs statements one after another on every node at the same time, at the addresses of the nodes. */
export async function onEach(nodes: readonly CitusNode[], ...texts: readonly string[]): Promise<void> {
  await Promise.all(
    nodes.map(({ url }) =>
      withServer(url, async (client) => {
        for (const text of texts) await client.query(text);
      }),
    ),
  );
}

const dropAttempts = 20;

/** Again for a while: nodes open connections to each other's databases by themselves. */
async function dropOnEach(nodes: readonly CitusNode[], name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onEach(nodes, `drop database if exists ${name} with (force)`);
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && error.code === '55006';
      if (!isInUse || attempt === dropAttempts) throw error;
    }
  }
}

/** The first test process that wants a database makes the roles and the schema; others wait for it. */
async function makeTemplate(client: pg.Client, nodes: readonly CitusNode[]): Promise<void> {
  const version = JSON.stringify((await declaredTables()).map(({ name, columns }) => [name, columns.length]));
  const known = await client.query<{ version: string | null }>(
    `select shobj_description(oid, 'pg_database') as version from pg_database where datname = $1`,
    [template],
  );
  if (known.rows[0]?.version === version) return;
  for (const role of Object.values(citusRoles))
    await onEach(
      nodes,
      'set citus.enable_create_role_propagation = off',
      `do $$ begin if to_regrole('${role}') is null then create role ${role} login; end if; end $$`,
    );
  // As docs/how-to/many-nodes.md says.
  await onEach(
    nodes,
    'set citus.enable_alter_role_set_propagation = off',
    `alter role ${citusRoles.service} set lock_timeout = '1500ms'`,
  );
  await onEach(nodes, `drop database if exists ${template} with (force)`);
  await makeEmpty(nodes, template);
  const [coordinator] = nodes as readonly [CitusNode];
  const observe = (): void => {};
  const url = addressOf(coordinator.url, { user: citusRoles.owner, database: template });
  const database = await openDatabase({ url, clock: Date.now, observe });
  try {
    await migrate(database, { observe, serviceRole: citusRoles.service });
    await distribute(database, await declaredTables());
  } finally {
    await database.close();
  }
  // Only what no one is connected to can be copied, and Citus keeps a connection of its own.
  await onEach(
    nodes,
    `alter database ${template} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
  );
  await client.query(`comment on database ${template} is '${version}'`);
}

/** A database with the extensions, whose coordinator knows its workers. */
async function makeEmpty(
  nodes: readonly CitusNode[],
  name: string,
  shards: number = nodes.length,
): Promise<void> {
  await onEach(
    nodes,
    `create database ${name} owner ${citusRoles.owner} template template0`,
    // Each shard of each table is files to be copied.
    `alter database ${name} set citus.shard_count = ${shards}`,
  );
  const inDatabase = nodes.map((node) => ({
    ...node,
    url: addressOf(node.url, { user: 'postgres', database: name }),
  }));
  await onEach(inDatabase, 'create extension citus', 'create extension btree_gist');
  await withServer(inDatabase[0]?.url ?? '', async (client) => {
    for (const { host, port, isCoordinator } of nodes)
      await client.query(
        isCoordinator
          ? `select citus_set_coordinator_host('${host}', ${port})`
          : `select citus_add_node('${host}', ${port})`,
      );
  });
}
