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
  const known = run.rows.get(keyOf(resource, id));
  if (known !== undefined) return isOf(resource, known) ? known : undefined;
  const row = await getRow(run, resource, id);
  if (row !== undefined) run.rows.set(keyOf(resource, id), row);
  return row;
}

/** Notes what a row has become; `null`: it is gone. */
export function noteRow(run: WriteRun, resource: Resource, part: { id: number; row: Row | null }): void {
  run.touched.add(resource.table);
  if (part.row === null) run.rows.delete(keyOf(resource, part.id));
  else run.rows.set(keyOf(resource, part.id), part.row);
}

/** Notes that many rows of a resource have changed. */
export function forgetRows(run: WriteRun, resource: Resource): void {
  run.touched.add(resource.table);
  for (const key of run.rows.keys()) if (key.startsWith(`${resource.table} `)) run.rows.delete(key);
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

function keyOf(resource: Resource, id: number): string {
  return `${resource.table} ${id}`;
}

/** Resources that share a table differ in their fixed columns. */
function isOf(resource: Resource, row: Row): boolean {
  return Object.entries(resource.fixed).every(([name, value]) => row[name] === value);
}
