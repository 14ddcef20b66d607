// One connection to PostgreSQL while somebody holds it: prepared statements, savepoints, and whether it can still be
// used. Statements are sent without waiting for the answer of the one before. Writes for which nothing waits are held back, and
// go with the next statement.
import type { Client, QueryConfig, QueryResult } from 'pg';
import type { Statement } from './database.ts';
import { postgresDialect } from './dialects/postgres.ts';
import { createHeldWrites } from './postgres-held.ts';
import { createKnownAnswers, type KnownAnswers } from './postgres-known.ts';
import { sendingOn, type Awaited, type Sending } from './postgres-sending.ts';
import { runUnit, type UnitConnection } from './postgres-unit.ts';
import type { Effect } from './postgres-unit-log.ts';
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
  /** Ends the transaction without its writes. No caller waits for the answer. */
  rollback(): void;
  /** Resolves when the last {@link rollback} was answered: before that the next statement waits behind it. */
  rolledBack(): Promise<unknown>;
  /** What has failed so that the whole transaction is lost, whatever became of the statement's caller. */
  failure(): unknown;
  /** Nobody waits for it any more: it is closed at once. */
  abandon(why: Error): void;
  /** What is known of the account in which a transaction begins. */
  know(answers: KnownAnswers): void;
}

/** Makes the connection of a client that nobody else uses meanwhile. */
export function connectionOf(client: Client, awaited: Awaited = (answer) => answer): PostgresConnection {
  const query = queriesOf(client);
  const sending = sendingOn(client, awaited);
  const nextIds = new Map<string, number>();
  let known = createKnownAnswers();
  const { hold, sendLater, sendBehind, undoSavepoint } = holdingOn(sending, query);
  const script: PostgresConnection['script'] = (...texts) =>
    answersOf(sendBehind(() => texts.map((text) => sending.send({ text }))));
  let rolledBack: Promise<unknown> = Promise.resolve();
  const ask = (statement: Statement): Promise<QueryResult> =>
    sendBehind(() => sending.send(query(statement)));
  const run = async (statement: Statement): Promise<number> => (await ask(statement)).rowCount ?? 0;
  const undo = (name: string): void => {
    nextIds.clear();
    if (sending.failure() === null) undoSavepoint(name);
  };
  const connection: PostgresConnection = {
    dialect: postgresDialect,
    all: async (statement) => (await ask(statement)).rows as Record<string, unknown>[],
    async run(statement) {
      known.written(statement.sql);
      return run(statement);
    },
    together: sending.together,
    trust: sending.trust,
    hold,
    assertGranted: (isOver) => sendBehind(() => sending.assertGranted(isOver)),
    get known() {
      return known;
    },
    know: (answers) => void (known = answers),
    script,
    rollback: () => void (rolledBack = script('rollback').catch(() => undefined)),
    rolledBack: () => rolledBack,
    mark: (name) => sendLater(savepoint('mark', name)),
    release(name) {
      // After a failed statement PostgreSQL refuses all others until the savepoint is undone.
      if (sending.aborted() !== null) throw sending.aborted();
      sendLater(savepoint('release', name));
    },
    nextIds,
    undo(name) {
      known.forget();
      undo(name);
    },
    assertOpen() {
      if (sending.failure() !== null) throw sending.failure();
    },
    failure: sending.failure,
    abandon(why) {
      sending.fail(why);
      client.connection.stream.destroy();
    },
    // A unit tells at its end what it has written and undone.
    unit: (moment, unit) => runUnit({ ...connection, known, run, undo }, moment, unit),
  };
  return connection;
}

/** Holds writes back until something is sent that does not wait with them, or there are very many. */
interface Holding extends Pick<UnitConnection, 'hold'> {
  /** Sends what is held back, and what `sendIt` does, in one packet. */
  sendBehind<T>(this: void, sendIt: () => T): T;
  /** Holds it back, if it may be. */
  sendLater(this: void, effect: Effect): void;
  undoSavepoint(this: void, name: string): void;
}

function holdingOn(sending: Sending, query: (statement: Statement) => QueryConfig): Holding {
  const held = createHeldWrites();
  const sendEffect = ({ kind, text, parameters }: Effect): void => {
    if (kind === 'undo') sending.noteUndone();
    const queries =
      kind === 'run' || kind === 'change'
        ? [query({ sql: text, parameters })]
        : savepointTexts[kind](text).map((one) => ({ text: one }));
    // A failure shows in what is sent next.
    for (const one of queries) sending.send(one).catch(() => undefined);
  };
  const sendBehind: Holding['sendBehind'] = (sendIt) =>
    sending.together(() => {
      const effects = held.take();
      if (effects.length > 0) sending.sendTrusting(() => effects.forEach(sendEffect));
      return sendIt();
    });
  const hold = (effects: readonly Effect[]): boolean => {
    if (!sending.trusts()) return false;
    held.hold(effects);
    if (held.isFull()) sendBehind(() => undefined);
    return true;
  };
  return {
    sendBehind,
    hold,
    sendLater: (effect) => void (hold([effect]) || sendBehind(() => sendEffect(effect))),
    undoSavepoint(name) {
      if (!held.undo(name)) sendBehind(() => sendEffect(savepoint('undo', name)));
    },
  };
}

const savepointTexts = {
  mark: (name: string) => [`savepoint ${name}`],
  release: (name: string) => [`release savepoint ${name}`],
  undo: (name: string) => [`rollback to savepoint ${name}`, `release savepoint ${name}`],
};

function savepoint(kind: keyof typeof savepointTexts, name: string): Effect {
  return { kind, text: name, parameters: [] };
}

/** Rows of each; throws what failed first, because the others failed with it. */
async function answersOf(
  answers: readonly Promise<QueryResult>[],
): Promise<readonly (readonly Record<string, unknown>[])[]> {
  const settled = await Promise.allSettled(answers);
  const failed = settled.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return settled.map(
    (end) => (end as PromiseFulfilledResult<QueryResult>).value.rows as Record<string, unknown>[],
  );
}

/** Makes statements prepared ones. */
function queriesOf(client: Client): (statement: Statement) => QueryConfig {
  const named = statementNames(client);
  return ({ sql, parameters }) => ({ name: named(sql), text: sql, values: sendable(sql, parameters) });
}

/** PostgreSQL keeps no NUL in text and refuses one: this stands for it in what is looked for, and is found nowhere. */
const insteadOfNul = '\uFFFE\uFFFF';

function sendable(sql: string, parameters: readonly unknown[]): unknown[] {
  // What is written was checked before. The driver only reads its values.
  if (!parameters.some(hasNul) || !/^(select|with) /i.test(sql)) return parameters as unknown[];
  return parameters.map(withoutNul);
}

function withoutNul(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNul);
  return typeof value === 'string' ? value.replaceAll('\0', insteadOfNul) : value;
}

function hasNul(value: unknown): boolean {
  return Array.isArray(value) ? value.some(hasNul) : typeof value === 'string' && value.includes('\0');
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
