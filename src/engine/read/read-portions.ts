// A large read, portion by portion: the keys of some rows, then these rows as shown. Only one portion is in memory.
import { limitSlot, offsetSlot, type ReadPlan, type RowQuery } from '#plan/read-plan.ts';
import type { Document } from '#response/document.ts';
import { readKeys, type RowKey } from '#sql/execute-read.ts';
import { rowsById } from '#sql/relations.ts';
import { renderRows, withElapsed } from './render-rows.ts';
import type { ReadRun } from './read-run.ts';

const keysAtOnce = 4_000;
const rowsAtOnce = 250;

/** Gets the rows of one portion, in order. */
export type TakeRows = (rows: readonly Document[]) => Promise<void>;

/** What a read in portions found beside its rows. */
export interface Portions {
  readonly numResults: number;
  readonly hasMore: boolean;
  readonly anyOpen: boolean;
}

/** Whether the rows of a plan lie in a table, so that they can be read by their keys. */
export function hasKeys({ aggregate, source, report }: ReadPlan): boolean {
  return aggregate === null && source === null && report === null;
}

/** The plan of some rows of its page: those behind a number of rows, or behind an id. */
export function pageOf<T extends RowQuery>(
  plan: T,
  { limit, offset, after = null }: { limit: number; offset: number; after?: number | null },
): T {
  const values = [...plan.values];
  values[limitSlot] = limit;
  values[offsetSlot] = offset;
  if (after === null) return { ...plan, values };
  const value = values.push(after) - 1;
  // Many rows are left: they are met on a walk by id, and not sorted anew for each page.
  return {
    ...plan,
    values,
    narrow: false,
    where: [...plan.where, { op: 'compare', column: 'id', is: '>', value }],
  };
}

/** Reads the rows of a plan that {@link hasKeys}. */
export async function readPortions(run: ReadRun, plan: ReadPlan, take: TakeRows): Promise<Portions> {
  let [found, anyOpen] = [0, false];
  let after: number | null = null;
  for (;;) {
    const wanted = Math.min(keysAtOnce, plan.limit - found);
    const isById = plan.order.length === 0 && after !== null;
    const offset = isById ? 0 : plan.offset + found;
    const page = pageOf(plan, { limit: wanted + 1, offset, after: isById ? after : null });
    const keys = await readKeys(run.tx, page);
    const own = keys.slice(0, wanted);
    for (let start = 0; start < own.length; start += rowsAtOnce) {
      await take(await rowsOf(run, plan, own.slice(start, start + rowsAtOnce)));
      await run.pace.nextPortion();
    }
    found += own.length;
    anyOpen ||= own.some(({ open }) => open);
    after = own.at(-1)?.id ?? after;
    const isMore = keys.length > wanted;
    if (!isMore || found >= plan.limit) return { numResults: found, hasMore: isMore, anyOpen };
  }
}

async function rowsOf(run: ReadRun, plan: ReadPlan, keys: readonly RowKey[]): Promise<readonly Document[]> {
  const { context, pace } = run;
  pace.count(keys.length);
  const stored = await rowsById(run, { resource: plan.resource, ids: keys.map(({ id }) => id) });
  const byId = new Map(stored.map((row) => [row['id'], row]));
  const rows = keys.flatMap(({ id, rowPolicy, open }) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    return [{ id, rowPolicy, row: open ? withElapsed(plan.resource, row, context.now) : row }];
  });
  return renderRows(run, { plan, rows, context, pace });
}
