// `Deleted` of a delta answer: what the caller knows and may read no more, because it is gone or no longer readable. It
// is read in portions, twice when there is more than one: first to know what was last said of each row, then to say it.
import type { ReadPlan } from '#plan/read-plan.ts';
import { inScope } from '#resource/access.ts';
import type { Document } from '#response/document.ts';
import { readLost } from '#sql/execute-read.ts';
import { rowsById } from '#sql/relations.ts';
import { deletionPortions, type Deletion } from '#sql/deletions.ts';
import { createIdSet, type IdSet } from '#values/id-set.ts';
import { localText } from '#values/time-zone.ts';
import { pageOf } from '../read/read-portions.ts';
import type { ReadRun } from '../read/read-run.ts';
import { rowPolicyOf } from '../read/render-rows.ts';

/**
 * Rows to report, each once: those recorded in the order in which they vanished, then those no longer readable by id.
 */
export interface DeletedRows {
  readonly isEmpty: boolean;
  readonly portions: () => AsyncIterable<readonly Document[]>;
}

const atOnce = 4_000;

/** Finds them. Of a read that goes apart one portion is in memory, and a bit of every row. */
export async function deletedRows(run: ReadRun, plan: ReadPlan, since: number): Promise<DeletedRows> {
  const part = { plan, since, recorded: createIdSet() };
  const last = new Map<number, number>();
  const kept: Deletion[] = [];
  let count = 0;
  for await (const found of everyPortion(run, part)) {
    for (const { id, rowId } of found) if (id !== null && !part.recorded.add(rowId)) last.set(rowId, id);
    count += found.length;
    if (!run.pace.isApart) kept.push(...found);
    await paced(run, found.length);
  }
  /** Of rows that have vanished more than once only the last time is told. */
  const shown = (found: readonly Deletion[]): readonly Document[] =>
    found
      .filter(({ id, rowId }) => id === null || (last.get(rowId) ?? id) === id)
      .map((one) => documentOf(run, plan, one));
  return {
    isEmpty: count === 0,
    async *portions() {
      if (!run.pace.isApart) return yield shown(kept);
      for await (const found of everyPortion(run, part)) {
        yield shown(found);
        await run.pace.nextPortion();
      }
    },
  };
}

function paced({ pace }: ReadRun, rows: number): Promise<void> {
  if (!pace.isApart) pace.count(rows);
  return pace.nextPortion();
}

interface Asked {
  readonly plan: ReadPlan;
  readonly since: number;
  /** Ids of rows that are reported because their going was recorded. */
  readonly recorded: IdSet;
}

async function* everyPortion(run: ReadRun, asked: Asked): AsyncGenerator<readonly Deletion[]> {
  const { plan, since, recorded } = asked;
  for await (const some of deletionPortions(run, { resource: plan.resource, since, atOnce }))
    yield goneRows(run, plan, some);
  if (plan.lost === null) return;
  let after: number | null = 0;
  while (after !== null) {
    const query = pageOf(plan.lost.query, { limit: atOnce, offset: 0, after });
    const found = await readLost(run.tx, { ...plan.lost, query });
    yield found.filter(({ rowId }) => !recorded.has(rowId));
    after = found.length < atOnce ? null : (found.at(-1)?.rowId ?? null);
  }
}

/** Recorded deletions and departures that the caller could see; not those of rows that they may read (again). */
async function goneRows(
  run: ReadRun,
  { resource, grant, former }: ReadPlan,
  some: readonly Deletion[],
): Promise<readonly Deletion[]> {
  const rowPolicies = [grant, ...former].flatMap((one) => one.rowPolicies);
  const known = some.filter(({ scopeRow }) =>
    rowPolicies.some((rowPolicy) => inScope(rowPolicy.scope, scopeRow)),
  );
  const ids = [...new Set(known.map(({ rowId }) => rowId))];
  const rows = await rowsById(run, { resource, ids });
  const readable = new Set(
    rows.filter((row) => rowPolicyOf(grant, row) !== undefined).map((row) => row['id']),
  );
  return known.filter(({ rowId }) => !readable.has(rowId));
}

function documentOf({ context }: ReadRun, { resource }: ReadPlan, one: Deletion): Document {
  return {
    id: one.rowId,
    ...Object.fromEntries((resource.pair ?? []).map((name) => [name, one.scopeRow[name] ?? null])),
    deleted_at: localText(one.deletedAt, context.serverTimeZone),
  };
}
