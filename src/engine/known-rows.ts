// Rows that this transaction has read or written, so that rules which ask again need not ask the database.
// Nobody else writes while it runs; what a rolled back savepoint wrote is forgotten with everything else.
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { getRow } from '#sql/store.ts';
import { resourceBelow, viewedRow } from './viewed-rows.ts';
import type { WriteRun } from './write-run.ts';

/** The row by id as the transaction sees it; `undefined` when the resource has none. */
export async function knownRow(run: WriteRun, resource: Resource, id: number): Promise<Row | undefined> {
  const { viewOf } = resource;
  if (viewOf !== null) {
    const row = await knownRow(run, resourceBelow(run.schema, viewOf), id);
    return row === undefined ? undefined : viewedRow(resource, viewOf, row);
  }
  const known = run.rows.get(resource.table)?.get(id);
  if (known !== undefined) return isOf(resource, known) ? known : undefined;
  const row = await getRow(run, resource, id);
  if (row !== undefined) rowsOf(run, resource).set(id, row);
  return row;
}

/** Notes what a row has become; `null`: it is gone. */
export function noteRow(run: WriteRun, resource: Resource, part: { id: number; row: Row | null }): void {
  run.touched.add(resource.table);
  if (part.row === null) run.rows.get(resource.table)?.delete(part.id);
  else rowsOf(run, resource).set(part.id, part.row);
}

/** The row is read again when somebody asks for it. */
export function forgetRow(run: WriteRun, { table }: Resource, id: number): void {
  run.rows.get(table)?.delete(id);
}

/** Notes that many rows of a resource have changed. */
export function forgetRows(run: WriteRun, resource: Resource): void {
  run.touched.add(resource.table);
  run.rows.delete(resource.table);
}

/** A savepoint of the run: what it wrote and then undid is not known any more, and nobody is told of it. */
export async function inSavepoint<T>(run: WriteRun, work: () => Promise<T>): Promise<T> {
  const affected = [...run.affected].map(([name, ids]) => [name, new Set(ids)] as const);
  try {
    return await run.tx.savepoint(work);
  } catch (error) {
    run.rows.clear();
    run.affected.clear();
    for (const [name, ids] of affected) run.affected.set(name, ids);
    run.sightsKept.clear();
    throw error;
  }
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
