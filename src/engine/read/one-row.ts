// A page of the one row that an id names: one statement, where a list asks for the keys of its rows first.
import type { ReadPlan } from '#plan/read-plan.ts';
import type { Document, RenderedRow } from '#response/document.ts';
import { readRows } from '#sql/execute-read.ts';
import type { ReadRun } from './read-run.ts';
import { renderRows } from './render-rows.ts';

/** One page of a read. */
export interface Page {
  readonly rows: readonly (Document | RenderedRow)[];
  /** Whether rows follow behind the page. */
  readonly hasMore: boolean;
  /** The same plan gives the same answer for as long as the database stands unchanged. */
  readonly stable: boolean;
}

/** Whether an id says of which row the answer is. */
export function isOfOneRow({ where }: ReadPlan): boolean {
  return where.some((part) => part.op === 'compare' && part.column === 'id' && part.is === '=');
}

/** Reads the page of a plan that shows rows whole. */
export async function readOne(run: ReadRun, plan: ReadPlan): Promise<Page> {
  const found = await readRows(run.tx, plan);
  const { context, pace } = run;
  pace.count(found.length);
  const { page, hasMore } = cut(found, plan);
  const rows = await renderRows(run, { plan, rows: page, context, pace });
  const elapsed = [...plan.resource.fields.values()].flatMap((field) => field.elapsed ?? []);
  // A column that the caller does not see may be empty.
  const anyOpen = page.some(({ row }) => elapsed.some(({ column }) => (row[column] ?? null) === null));
  return { rows, hasMore, stable: !anyOpen && !asksForElapsed(plan) };
}

/** The page without the row that only tells that there are more. */
export function cut<T>(found: readonly T[], { limit }: ReadPlan): { page: readonly T[]; hasMore: boolean } {
  return found.length > limit
    ? { page: found.slice(0, limit), hasMore: true }
    : { page: found, hasMore: false };
}

/** Conditions and orders on elapsed time change their meaning by themselves. */
export function asksForElapsed(plan: ReadPlan): boolean {
  const elapsed = [...plan.resource.fields.values()].filter((field) => field.elapsed !== undefined);
  if (elapsed.length === 0) return false;
  const shape = JSON.stringify([plan.where, plan.order.map((term) => ({ column: term.field.name }))]);
  return elapsed.some((field) => shape.includes(`"column":"${field.name}"`));
}
