// PostgreSQL as a database: connections that write and connections that read, apart, so that neither waits for the other.
import { setTimeout as pause } from 'node:timers/promises';
import type { Observe } from '#observe/event.ts';
import { withoutPassword } from '#values/without-password.ts';
import { createClockWatch } from './clock-watch.ts';
import type { Database, Tx } from './database.ts';
import { isLockHeld, isWorthRepeating } from './dialects/postgres-errors.ts';
import { postgresDialect } from './dialects/postgres.ts';
import { forCommand, onOwnConnection, openPool, pulseOf, type PostgresPool } from './postgres-pool.ts';
import { lowerClock } from './postgres-clock.ts';
import { openBulkhead, type Bulkhead } from './postgres-bulkhead.ts';
import { openAccountsByNode, openNodes } from './postgres-nodes.ts';
import { openOverviews } from './postgres-overviews.ts';
import { openReader } from './postgres-reader.ts';
import { createPostgresRoom } from './postgres-room.ts';
import { openStandbys } from './postgres-standbys.ts';
import { openWriter } from './postgres-writer.ts';
import { withTransaction } from './transaction.ts';

/** What opening a PostgreSQL database needs. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/name`. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** How long a write waits for another one in the same account, in milliseconds; 5,000 when left out. */
  readonly lockTimeout?: number;
  /** Connections at the same time, for reading and for writing each; 10 when left out. */
  readonly connections?: number;
  /** Addresses of standbys that may answer reads; none when left out. */
  readonly standbys?: readonly string[];
  readonly observe: Observe;
  /** Nothing at all is written, not even how far reads have come. */
  readonly readOnly?: boolean;
  /** Its sessions are told from those of servers. */
  readonly isCommand?: boolean;
}

/** Opens the database. Throws an Error when it cannot be reached or is not one that the service can use. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { clock, observe, lockTimeout = 5_000, connections = 10 } = options;
  const url = options.isCommand === true ? forCommand(options.url) : options.url;
  const [found = {}] = await onOwnConnection(
    url,
    async (connection) => (await connection.script(facts))[0] ?? [],
  );
  assertUsable(found);
  if (found['unfenced'] === true) observe({ kind: 'fence_missing', role: String(found['role']) });
  const pulse = pulseOf({ url, observe });
  const openOne = (): PostgresPool => openPool({ url, most: connections, pulse });
  const pools = { reading: openOne(), writing: openOne() };
  const isSpread = found['is_spread'] === true;
  const { reading, writing } = divide(pools, { isSpread, connections });
  const watch = createClockWatch(clock, observe);
  const urls = options.standbys ?? [];
  const standbys = openStandbys({ urls, connections, primary: pools.reading, clock, watch, observe });
  const longest = isSpread ? Math.min(lockTimeout, longestLock) : lockTimeout;
  const writer = openWriter({ pool: writing, clock, watch, lockTimeout: longest });
  const room = createPostgresRoom({ pool: pools.writing, database: withoutPassword(url), observe });
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await writer.idle();
    await Promise.all([...Object.values(pools), standbys].map((one) => one.close()));
    pulse.close();
  };
  const { read, look, lookForCommits } = openReader({
    pool: reading,
    standbys: urls.length > 0 ? standbys : null,
    clock,
    watch,
    movesClocks: options.readOnly !== true,
  });
  return {
    dialect: postgresDialect,
    read,
    // Each read has a connection of its own anyway.
    readApart: read,
    readOverviews: isSpread
      ? openOverviews({ pool: reading, accountsByNode: openAccountsByNode(pools.reading), clock, watch })
      : async (work) => [await read(null, (tx) => work(tx, null))],
    write: (account, work, more) => room.watch(() => writer.write(account, work, more)),
    look,
    lookForCommits,
    changeSchema: (work) => changeSchema({ url, clock }, work),
    runOutside: (...texts) =>
      onOwnConnection(url, async (connection) => (await connection.script(...texts)).at(-1) ?? []),
    isWritable: () =>
      pools.reading.use(
        async (connection) => (await connection.script(writable))[0]?.[0]?.['writable'] === true,
      ),
    clockLag: watch.lag,
    lowerStamp: (account, second) =>
      pools.writing.use((connection) => lowerClock(connection, { account, second, watch })),
    hasRoom: room.hasRoom,
    waiting: writer.waiting,
    close: () => (closing ??= close()),
  };
}

/** Of the connections, for one node: with those of one that is frozen taken, most are left for the others. */
const shareOfNode = 0.4;
/** Milliseconds: less than what a node's first answer is waited for, so that a lock is not taken for a node that is frozen. */
const longestLock = 1_500;

interface Pools<T> {
  readonly reading: T;
  readonly writing: T;
}

/** One node of a database that is spread never has all connections. */
function divide(
  { reading, writing }: Pools<PostgresPool>,
  { isSpread, connections }: { readonly isSpread: boolean; readonly connections: number },
): Pools<Bulkhead> {
  const nodeOf = isSpread ? openNodes(reading) : null;
  const most = Math.max(1, Math.floor(connections * shareOfNode));
  return {
    reading: openBulkhead({ pool: reading, nodeOf, most }),
    writing: openBulkhead({ pool: writing, nodeOf, most }),
  };
}

/** A transaction on a connection of its own, begun again when others kept it from ending. */
async function changeSchema<T>(
  { url, clock }: Pick<PostgresOptions, 'url' | 'clock'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onOwnConnection(url, async (connection) => {
        const now = Math.floor(clock() / 1000);
        await connection.script('begin');
        const moment = { now, stamp: now, horizon: now, version: null, history: null };
        const result = await withTransaction(connection, moment, work);
        await connection.script('commit');
        return result;
      });
    } catch (error) {
      if (attempt === schemaAttempts || !(isWorthRepeating(error) || isLockHeld(error))) throw error;
      // Those who have waited behind it go first.
      await pause(schemaPause);
    }
  }
}

/** With what each waits for locks, some minutes. */
const schemaAttempts = 200;
/** Milliseconds. */
const schemaPause = 500;

/** A session that has become one of a standby, or of a database that was closed for writing, says so. */
const writable = `select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as writable`;

const facts = `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
  exists (select 1 from pg_collation where collname = 'und-x-icu') as has_icu, current_user as role,
  exists (select 1 from pg_extension where extname = 'citus') as is_spread,
  coalesce(not row_security_active(to_regclass('account_clocks')::oid),
    (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)) as unfenced`;

function assertUsable({ version, encoding, has_icu: hasIcu }: Readonly<Record<string, unknown>>): void {
  if (Number(version) < 150_000) throw new Error('PostgreSQL must be version 15 or later.');
  if (encoding !== 'UTF8') throw new Error(`its encoding must be UTF8, not ${String(encoding)}.`);
  if (hasIcu !== true) throw new Error('PostgreSQL must be built with ICU.');
}
