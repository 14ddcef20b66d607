// Connections to PostgreSQL: how they are opened, shared, given up and opened again. It knows no transactions.
import pg, { type Client, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import type { Observe } from '#observe/event.ts';
import { connectionOf, type PostgresConnection } from './postgres-connection.ts';
import { listenTo, type Pulse } from './postgres-pulse.ts';
import { sessionNames } from './session-names.ts';

/** Milliseconds: how long to wait for a connection, for a statement and for its answer, and for a transaction that does nothing. */
export const patience = { connecting: 5_000, statement: 60_000, answer: 70_000, idleTransaction: 30_000 };
/** Connections that are not needed are closed; each is closed after an hour, so that no server keeps all for ever. */
const idleMilliseconds = 60_000;
const lifetimeSeconds = 3_600;

/** Milliseconds before what a broken connection has cut off is done again: the others that broke with it are gone then. */
export const betweenAttempts = 20;

/** A pool of one kind of work. */
export interface PostgresPool {
  /** Runs `work` on a connection that it has for itself; one that is no longer usable is closed. */
  use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How a pool opens its connections. */
export interface PoolOptions {
  readonly url: string;
  /** Connections at the same time. */
  readonly most: number;
  /** Looks at a new connection and throws when it is not to be used. */
  readonly examine?: (connection: PostgresConnection) => Promise<void>;
  /** Milliseconds to wait for a connection and for an answer; the usual ones when left out. */
  readonly waits?: Pick<typeof patience, 'connecting' | 'answer'>;
  /** Of the server, if somebody listens to it: whoever waits for one that answers nobody is refused. */
  readonly pulse?: Omit<Pulse, 'close'>;
}

/** Opens connections when they are wanted. Who waits for one too long is refused. */
export function openPool({
  url,
  most,
  examine,
  waits = patience,
  pulse = unheard,
}: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    ...settings(url),
    max: most,
    connectionTimeoutMillis: waits.connecting,
    idleTimeoutMillis: idleMilliseconds,
    maxLifetimeSeconds: lifetimeSeconds,
    query_timeout: waits.answer,
    onConnect: async (client) => {
      if (hasNoNames(url)) forgetNames(client as Client);
      await pulse.awaited(client.query(sessionSettings));
      await examine?.(connectionOf(client as Client));
    },
  });
  // An idle connection that breaks is not used again; who needs one meets the error when opening another. Of one in use
  // the statement under way hears; the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const open = new Set<Client>();
  pool.on('connect', (client) => void open.add(client as Client));
  pool.on('remove', (client) => void open.delete(client as Client));
  pulse.onSilence(() => {
    for (const { connection } of open) connection.stream.destroy();
  });
  return {
    async use(work) {
      pulse.assertHeard();
      const client = await pulse.waiting(pool.connect());
      const connection = connectionOf(client, pulse.awaited);
      try {
        return await work(connection);
      } finally {
        client.release(connection.failure() !== null);
      }
    },
    close: () => pool.end(),
  };
}

/** The address of a database for a command, whose sessions are told from those of servers. */
export const forCommand = (url: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}application_name=${sessionNames.command}`;

/** Nobody listens. */
const unheard: Omit<Pulse, 'close'> = {
  waiting: (end) => end,
  awaited: (answer) => answer,
  assertHeard: () => undefined,
  onSilence: () => undefined,
};

/** Listens to the server of an address for the pools that share what is heard. */
export function pulseOf({ url, observe }: { readonly url: string; readonly observe: Observe }): Pulse {
  return listenTo({
    url,
    observe,
    settings: { ...settings(url), query_timeout: patience.connecting },
  });
}

/** Runs `work` on a connection of its own that may take as long as it wants. */
export async function onOwnConnection<T>(
  url: string,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  const client: Client = new pg.Client(settings(url));
  client.on('error', () => undefined);
  await client.connect();
  if (hasNoNames(url)) forgetNames(client);
  try {
    await client.query(`${sessionSettings}; set statement_timeout = 0`);
    return await work(connectionOf(client));
  } finally {
    await client.end();
  }
}

/** The same for every session, whatever the server's defaults; Citus hands what is set for a transaction to its nodes. */
const sessionSettings = [
  "set timezone = 'UTC'",
  "set client_min_messages = 'warning'",
  'set jit = off',
  "set default_transaction_isolation = 'read committed'",
  `set statement_timeout = ${patience.statement}`,
  `set idle_in_transaction_session_timeout = ${patience.idleTransaction}`,
  "set citus.propagate_set_commands = 'local'",
].join('; ');

/** The address says that a pooler such as PgBouncer hands each transaction to another session. */
const hasNoNames = (url: string): boolean => new URL(url).searchParams.get('statements') === 'unnamed';

/** Statements without names: those that one session has prepared the next does not know. */
function forgetNames(client: Client): void {
  const query = client.query.bind(client) as (config: unknown) => Promise<QueryResult>;
  const none: QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };
  const unnamed = (config: string | QueryConfig): Promise<QueryResult> => {
    if (typeof config === 'string')
      return config.startsWith('deallocate ') ? Promise.resolve(none) : query(config);
    const { name: _, ...rest } = config;
    return query(rest);
  };
  client.query = unnamed as typeof client.query;
}

function settings(url: string): PoolConfig {
  return {
    connectionString: url,
    application_name: sessionNames.server,
    connectionTimeoutMillis: patience.connecting,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
  };
}

const wholeNumber = 20;

/** Whole numbers as numbers where these are exact; otherwise as BigInt, never rounded. */
const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text') =>
  oid === wholeNumber ? parseWhole : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;

function parseWhole(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}
