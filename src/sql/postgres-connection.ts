// One connection to PostgreSQL while somebody holds it: prepared statements, savepoints, and whether it can still be
// used. Statements are sent without waiting for the answer of the one before.
import type { Client, QueryResult } from 'pg';
import type { Statement } from './database.ts';
import { postgresDialect } from './dialects/postgres.ts';
import { createKnownAnswers, type KnownAnswers } from './postgres-known.ts';
import { sendingOn, type Awaited, type Sending } from './postgres-sending.ts';
import { runUnit, type UnitConnection } from './postgres-unit.ts';
import type { OpenTransaction } from './transaction.ts';

/** What readers and writers do with a connection. */
export interface PostgresConnection
  extends OpenTransaction, UnitConnection, Pick<Sending, 'trust' | 'assertGranted'> {
  all(statement: Statement): Promise<readonly Record<string, unknown>[]>;
  run(statement: Statement): Promise<number>;
  mark(name: string): void;
  release(name: string): void;
  undo(name: string): void;
  /**
   * Statements without parameters in one round trip; answers the rows of each, or throws what failed first. Each is a message of
   * its own, because Citus takes those of one message for a single statement.
   */
  script(...texts: readonly string[]): Promise<readonly (readonly Record<string, unknown>[])[]>;
  /** What has failed so that the whole transaction is lost, whatever became of the statement's caller. */
  failure(): unknown;
  /** Nobody waits for it any more: it is closed at once. */
  abandon(why: Error): void;
  /** What is known of the account in which a transaction begins. */
  know(answers: KnownAnswers): void;
}

/** Makes the connection of a client that nobody else uses meanwhile. */
export function connectionOf(client: Client, awaited: Awaited = (answer) => answer): PostgresConnection {
  const named = statementNames(client);
  const sending = sendingOn(client, awaited);
  const { send, together, trust, sendTrusting, assertGranted, failure } = sending;
  const query = ({ sql, parameters }: Statement): Promise<QueryResult> =>
    send({ name: named(sql), text: sql, values: sendable(sql, parameters) });
  // Its failure shows in what is sent next.
  const sendAlong = (text: string): void => void send({ text }).catch(() => undefined);
  const run = async (statement: Statement): Promise<number> => (await query(statement)).rowCount ?? 0;
  const undo = (name: string): void => {
    nextIds.clear();
    if (failure() !== null) return;
    sending.noteUndone();
    sendAlong(`rollback to savepoint ${name}`);
    sendAlong(`release savepoint ${name}`);
  };
  let known = createKnownAnswers();
  const nextIds = new Map<string, number>();
  const connection: PostgresConnection = {
    dialect: postgresDialect,
    all: async (statement) => (await query(statement)).rows as Record<string, unknown>[],
    async run(statement) {
      known.written(statement.sql);
      return run(statement);
    },
    together,
    trust,
    sendTrusting,
    assertGranted,
    get known() {
      return known;
    },
    know: (answers) => void (known = answers),
    script: (...texts) => runScript(sending, texts),
    mark: (name) => sendAlong(`savepoint ${name}`),
    release(name) {
      // After a failed statement PostgreSQL refuses all others until the savepoint is undone.
      if (sending.aborted() !== null) throw sending.aborted();
      sendAlong(`release savepoint ${name}`);
    },
    nextIds,
    undo(name) {
      known.forget();
      undo(name);
    },
    assertOpen() {
      if (failure() !== null) throw failure();
    },
    failure,
    abandon(why) {
      sending.fail(why);
      client.connection.stream.destroy();
    },
    unit: (moment, work, keep) =>
      // A unit tells at its end what it has written and undone.
      runUnit({ ...connection, known, run, undo }, { moment, work, ...(keep === undefined ? {} : { keep }) }),
  };
  return connection;
}

async function runScript(
  { together, send }: Sending,
  texts: readonly string[],
): Promise<readonly (readonly Record<string, unknown>[])[]> {
  const ends = together(() => texts.map((text) => send({ text })));
  // The first failure is the reason of those after it.
  const settled = await Promise.allSettled(ends);
  const failed = settled.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return Promise.all(ends.map(async (end) => (await end).rows as Record<string, unknown>[]));
}

/** PostgreSQL keeps no NUL in text and refuses one: this stands for it in what is looked for, and is found nowhere. */
const insteadOfNul = '\uFFFE\uFFFF';

function sendable(sql: string, parameters: readonly unknown[]): unknown[] {
  // What is written was checked before. The driver only reads its values.
  if (!parameters.some(hasNul) || !/^(select|with) /i.test(sql)) return parameters as unknown[];
  return parameters.map((value) => (hasNul(value) ? value.replaceAll('\0', insteadOfNul) : value));
}

function hasNul(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\0');
}

const statementsKept = 500;
const namesOf = new WeakMap<Client, (text: string) => string>();

/** Names of prepared statements: two generations, of which the server forgets the older when the younger is full. */
function statementNames(client: Client): (text: string) => string {
  const known = namesOf.get(client);
  if (known !== undefined) return known;
  let younger = new Map<string, string>();
  let older = new Map<string, string>();
  let count = 0;
  const nameOf = (text: string): string => {
    let name = younger.get(text);
    if (name !== undefined) return name;
    name = older.get(text) ?? `s${(count += 1)}`;
    older.delete(text);
    if (younger.size >= statementsKept / 2) {
      for (const old of older.values()) client.query(`deallocate ${old}`).catch(() => undefined);
      [older, younger] = [younger, new Map()];
    }
    younger.set(text, name);
    return name;
  };
  namesOf.set(client, nameOf);
  return nameOf;
}
