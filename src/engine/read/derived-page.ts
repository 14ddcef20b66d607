// The page of a plan whose rows are worked out. They pass through a statement some at a time, as a table that it makes of a
// parameter, so that filters and rights mean the same as for stored rows.
import { ApiError } from '#errors/api-error.ts';
import type { ReadPlan } from '#plan/read-plan.ts';
import { noLimit } from '#plan/read-parameters.ts';
import type { Row } from '#resource/rule.ts';
import { derivedColumns } from '#sql/compile-read.ts';
import { readRows, type ReadRow } from '#sql/execute-read.ts';
import type { Portions } from './derived-world.ts';
import { GoesApart } from './pace.ts';
import { pageOf, type TakeRows } from './read-portions.ts';
import type { ReadRun } from './read-run.ts';
import { renderRows } from './render-rows.ts';

/** Rows of one statement, and of one portion of the answer. */
const rowsAtOnce = 1_000;
const rowsTaken = 250;

/** What the page says beside its rows. */
export interface DerivedPage {
  readonly numResults: number;
  readonly hasMore: boolean;
  /** How many rows there are beyond the page; `null`: nothing asks for it. */
  readonly total: number | null;
}

/** Whether the page is in the order in which the rows come: then no more of them need be kept than it shows. */
export function isInOrder({ source, order, aggregate }: ReadPlan): boolean {
  return source !== null && order.length === 0 && aggregate === null;
}

/** Reads a page that {@link isInOrder}. */
export async function readInOrder(
  run: ReadRun,
  plan: ReadPlan,
  { rows, take }: { readonly rows: Portions<Row>; readonly take: TakeRows },
): Promise<DerivedPage> {
  const { limit, offset } = plan;
  const every = pageOf(plan, { limit: noLimit, offset: 0 });
  let [seen, numResults] = [0, 0];
  for await (const portion of portionsOf(rows)) {
    const found = await readRows(run.tx, withRows(every, portion));
    const first = Math.max(0, offset - seen);
    const page = found.slice(first, first + limit - numResults);
    await takeSome(run, plan, { page, take });
    seen += found.length;
    numResults += page.length;
    if (!plan.count && seen > offset + limit) break;
  }
  return { numResults, hasMore: seen > offset + limit, total: plan.count ? seen : null };
}

async function takeSome(
  run: ReadRun,
  plan: ReadPlan,
  { page, take }: { readonly page: readonly ReadRow[]; readonly take: TakeRows },
): Promise<void> {
  const { context, pace } = run;
  for (let start = 0; start < page.length; start += rowsTaken) {
    const rows = page.slice(start, start + rowsTaken);
    pace.count(rows.length);
    await take(await renderRows(run, { plan, rows, context, pace }));
    await pace.nextPortion();
  }
}

/** The plan with the rows that meet its conditions, to be sorted or added up: as many as a read may hold. */
export async function gathered(run: ReadRun, plan: ReadPlan, rows: Portions<Row>): Promise<ReadPlan> {
  const meeting = pageOf({ ...plan, order: [], aggregate: null }, { limit: noLimit, offset: 0 });
  const kept: Row[] = [];
  for await (const portion of portionsOf(rows)) {
    const found = await readRows(run.tx, withRows(meeting, portion));
    const ids = new Set(found.map(({ id }) => id));
    for (const row of portion) if (ids.has(row['id'] as number)) kept.push(row);
    if (kept.length > run.pace.mostRows) throw run.pace.isApart ? tooMany(run) : new GoesApart();
    await run.pace.turn();
  }
  return withRows(plan, kept);
}

function tooMany({ pace }: ReadRun): ApiError {
  const message = `More than ${pace.mostRows} rows would have to be sorted or added up; ask for fewer with subject_user_id.`;
  return new ApiError('answer_too_large', message);
}

async function* portionsOf(rows: Portions<Row>): AsyncGenerator<readonly Row[]> {
  let portion: Row[] = [];
  for await (const some of rows) {
    for (const row of some) portion.push(row);
    if (portion.length < rowsAtOnce) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

function withRows(plan: ReadPlan, rows: readonly Row[]): ReadPlan {
  const columns = derivedColumns(plan.resource).map(({ name }) => name);
  const values = [...plan.values];
  values[plan.source as number] = JSON.stringify(rows.map((row) => columns.map((name) => row[name] ?? null)));
  return { ...plan, values };
}
