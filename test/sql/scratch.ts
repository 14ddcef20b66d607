// Databases in a temporary directory for one test, closed and removed after it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ObservedEvent } from '#observe/event.ts';
import type { Database, Tx } from '#sql/database.ts';
import { openDatabase } from '#sql/open-database.ts';

/** 2026-08-01T00:00:00Z. */
export const start = 1_785_542_400;

/** A directory that goes away with the test. */
export function scratchDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'hourbook-test-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A clock that stands still until it is set. */
export interface HandClock {
  (): number;
  /** Sets it, in epoch seconds. */
  set(seconds: number): void;
}

/** Makes a clock that shows {@link start}. */
export function handClock(): HandClock {
  let seconds = start;
  return Object.assign(() => seconds * 1000, { set: (value: number) => void (seconds = value) });
}

/** What {@link scratchDatabase} may be told. */
export interface ScratchOptions {
  readonly file?: string;
  readonly clock?: () => number;
  readonly lockTimeout?: number;
}

/** An open database with its address and the events it told. */
export interface Scratch {
  readonly database: Database;
  readonly file: string;
  readonly url: string;
  readonly clock: () => number;
  readonly events: ObservedEvent[];
}

/** Opens a database for the test. */
export async function scratchDatabase(t: TestContext, options: ScratchOptions = {}): Promise<Scratch> {
  const file = options.file ?? join(scratchDirectory(t), 'test.db');
  const clock = options.clock ?? handClock();
  const events: ObservedEvent[] = [];
  const patience = options.lockTimeout === undefined ? {} : { lockTimeout: options.lockTimeout };
  const url = `sqlite:${file}`;
  const database = await openDatabase({
    url,
    clock,
    observe: (event) => void events.push(event),
    ...patience,
  });
  t.after(() => database.close());
  return { database, file, url, clock, events };
}

/** What a statement begins with that no part of the service has made: it need not be fit for a database spread over nodes. */
export const byHandMark = '/* by hand */';

/** Marks such a statement. */
export function byHand(sql: string): string {
  return `${byHandMark} ${sql}`;
}

/** Runs SQL text for its effect; `?` stands for a parameter on every engine. */
export function run(tx: Tx, sql: string, ...parameters: unknown[]): Promise<number> {
  return tx.run({ sql: spelled(tx, sql), parameters });
}

/** First column of all rows; `?` stands for a parameter on every engine. */
export async function column(tx: Tx, sql: string, ...parameters: unknown[]): Promise<unknown[]> {
  return (await tx.all({ sql: spelled(tx, sql), parameters })).map((row) => Object.values(row)[0]);
}

/** Inserts a row into a table of SQLite; what the table requires beside the values is 0 or an empty text. */
export async function insertRow(
  tx: Tx,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const required = `select name, type from pragma_table_info(?) where "notnull" = 1 and dflt_value is null`;
  const columns = await tx.all({ sql: byHand(required), parameters: [table] });
  const nothing = columns.map(({ name, type }) => [name, type === 'TEXT' ? '' : 0] as const);
  const row: Readonly<Record<string, unknown>> = { ...Object.fromEntries(nothing), ...values };
  const places = Object.keys(row).map(() => '?');
  const sql = `insert into ${table} (${Object.keys(row).join()}) values (${places.join()})`;
  await run(tx, sql, ...Object.values(row));
}

function spelled(tx: Tx, sql: string): string {
  let count = 0;
  return byHand(tx.dialect.name === 'sqlite' ? sql : sql.replaceAll('?', () => `$${(count += 1)}`));
}

/** A database with the table `notes (id, text unique)`. */
export async function notesDatabase(t: TestContext, options: ScratchOptions = {}): Promise<Scratch> {
  const scratch = await scratchDatabase(t, options);
  await scratch.database.write(null, (tx) =>
    run(
      tx,
      'create table if not exists notes (id integer primary key, text text unique, stamp integer) strict',
    ),
  );
  return scratch;
}
