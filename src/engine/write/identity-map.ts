// The identity map: rows that this transaction has read or written, so that rules which ask again need not ask the
// database. No other transaction writes in the account meanwhile. A savepoint that is rolled back empties the map.
import type { Resource } from '#resource/resource.ts';
import type { Comparison, FindOptions, Row } from '#resource/rule.ts';
import { loadSetting, settingsTable } from '#sql/load-account.ts';
import { findRows, getRow } from '#sql/store.ts';
import { resourceBelow, viewedRow } from '../read/viewed-rows.ts';
import type { WriteRun } from './write-run.ts';

/** The row by id as the transaction sees it; `undefined` when the resource has none. */
export function knownRow(run: WriteRun, resource: Resource, id: number): Row | undefined {
  if (run.stale.size > 0) run.recompute(resource.name);
  const { flagView } = resource;
  if (flagView !== null) {
    const row = knownRow(run, resourceBelow(run.schema, flagView), id);
    return row === undefined ? undefined : viewedRow(resource, flagView, row);
  }
  const known = run.rows.get(resource.table)?.get(id);
  if (known !== undefined) return isOf(resource, known) ? known : undefined;
  const row = getRow(run, resource, id);
  if (row !== undefined) rowsOf(run, resource).set(id, row);
  return row;
}

/** Few enough to be kept in mind; of more the same ones are hardly asked for again. */
export const fewRows = 50;

/** Rows that meet every comparison, as the transaction sees them. */
export function foundRows(
  run: WriteRun,
  resource: Resource,
  question: { readonly comparisons: readonly Comparison[]; readonly options?: FindOptions },
): readonly Row[] {
  if (run.stale.size > 0 && question.options?.asStored !== true) run.recompute(resource.name);
  const isWhole =
    resource.flagView === null && resource.blocks === null && question.options?.columns === undefined;
  const known = isWhole ? knownByIds(run, resource, question) : null;
  if (known !== null) return known;
  const rows = findRows(run, resource, question);
  if (isWhole && rows.length <= fewRows)
    for (const row of rows) rowsOf(run, resource).set(row['id'] as number, row);
  return rows;
}

/** The rows of these ids, if they are asked for by nothing else and all are known. */
function knownByIds(
  run: WriteRun,
  resource: Resource,
  { comparisons, options }: { readonly comparisons: readonly Comparison[]; readonly options?: FindOptions },
): readonly Row[] | null {
  const [only, ...others] = comparisons;
  if (options !== undefined || others.length > 0 || only?.column !== 'id' || only.is !== 'in') return null;
  const ids = [...new Set(only.value as readonly number[])].sort((a, b) => a - b);
  const rows: Row[] = [];
  for (const id of ids) {
    const row = run.rows.get(resource.table)?.get(id);
    if (row === undefined) return null;
    if (isOf(resource, row)) rows.push(row);
  }
  return rows;
}

/** A setting's value as the transaction sees it. */
export function knownSetting(run: WriteRun, type: string): string {
  let value = run.settings.get(type);
  if (value === undefined) run.settings.set(type, (value = loadSetting(run.tx, run.accountId, type)));
  return value;
}

/** Notes what a row has become; `null`: it is gone. */
export function noteRow(run: WriteRun, resource: Resource, part: { id: number; row: Row | null }): void {
  noteTouched(run, resource);
  if (part.row === null) run.rows.get(resource.table)?.delete(part.id);
  else rowsOf(run, resource).set(part.id, part.row);
}

/** A rule that asks for the row reads it from the database again. */
export function forgetRow(run: WriteRun, { table }: Resource, id: number): void {
  run.rows.get(table)?.delete(id);
}

/** Notes that many rows of a resource have changed. */
export function forgetRows(run: WriteRun, resource: Resource): void {
  noteTouched(run, resource);
  run.rows.delete(resource.table);
}

/** More rows are asked for again: what is known is copied for each unit of work. */
const rowsKept = 256;

/** Remembers what the run knows and has noted, and answers how to put that back. */
export function keepRun(run: WriteRun): () => void {
  const known = [...run.rows.values()].reduce((sum, { size }) => sum + size, 0);
  if (known > rowsKept) run.rows.clear();
  const rows = [...run.rows].map(([table, byId]) => [table, new Map(byId)] as const);
  const [settings, touched] = [[...run.settings], [...run.touched]];
  const accessContexts = [[...run.accessRecorded], [...run.accessBefore]] as const;
  const noted = keepNoted(run);
  return () => {
    refill(
      run.rows,
      rows.map(([table, byId]) => [table, new Map(byId)]),
    );
    refill(run.settings, settings);
    refill(run.accessBefore, accessContexts[1]);
    run.touched.clear();
    for (const table of touched) run.touched.add(table);
    run.accessRecorded.clear();
    for (const id of accessContexts[0]) run.accessRecorded.add(id);
    noted();
  };
}

/** What is to be told and recomputed. */
function keepNoted(run: WriteRun): () => void {
  const affected = [...run.affected].map(([name, ids]) => [name, new Set(ids)] as const);
  const stale = [...run.stale];
  return () => {
    refill(
      run.affected,
      affected.map(([name, ids]) => [name, new Set(ids)]),
    );
    refill(run.stale, stale);
  };
}

function refill<K, V>(map: Map<K, V>, entries: readonly (readonly [K, V])[]): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}

/** A savepoint of the run: when it is undone, the run forgets the rows that it wrote and the notices about them. */
export function inSavepoint<T>(run: WriteRun, work: () => T): T {
  const noted = keepNoted(run);
  try {
    return run.tx.savepoint(work);
  } catch (error) {
    run.rows.clear();
    run.settings.clear();
    run.accessRecorded.clear();
    noted();
    throw error;
  }
}

/** Notes that something was written in the resource's table. */
export function noteTouched(run: WriteRun, { table }: Resource): void {
  run.touched.add(table);
  if (table === settingsTable) run.settings.clear();
}

function rowsOf(run: WriteRun, { table }: Resource): Map<number, Row> {
  let rows = run.rows.get(table);
  if (rows === undefined) run.rows.set(table, (rows = new Map()));
  return rows;
}

/** Resources that share a table differ in their fixed columns. */
function isOf(resource: Resource, row: Row): boolean {
  return Object.entries(resource.fixed).every(([name, value]) => row[name] === value);
}
