// One read: plan → rows → shown rows, from the row cache where rows are shown whole, in JSON.
import type { ReadPlan } from '#plan/read-plan.ts';
import type { RowPolicy } from '#resource/access.ts';
import type { Row } from '#resource/rule.ts';
import type { Document } from '#response/document.ts';
import { RenderedRow } from '#response/document.ts';
import { countRead } from '#sql/count-read.ts';
import { executeAggregate, joinedLength } from '#sql/execute-aggregate.ts';
import { readKeys, readRows, type RowKey } from '#sql/execute-read.ts';
import { rowsById } from '#sql/relations.ts';
import { deletedRows, type DeletedRows } from '../delta/deleted-rows.ts';
import { gathered, isInOrder, readInOrder, type DerivedPage } from './derived-page.ts';
import { deriveRows } from './derived-rows.ts';
import type { Portions } from './derived-world.ts';
import { visibilityRenderer, renderRows, resolveGroups, withElapsed } from './render-rows.ts';
import { asksForElapsed, cut, isOfOneRow, readOne, type Page } from './one-row.ts';
import { GoesApart } from './pace.ts';
import type { ReadRun } from './read-run.ts';
import { hasKeys, pageOf, readPortions, type TakeRows } from './read-portions.ts';
import { familyName } from './row-cache.ts';

/** What a read found, as shown. */
export interface ReadResult {
  readonly rows: readonly (Document | RenderedRow)[];
  readonly deleted: readonly Document[] | null;
  readonly fullResync: boolean;
  /** Whether rows follow behind the page. */
  readonly hasMore: boolean;
  /** How many rows there are beyond the page; `null`: nothing asks for it. */
  readonly total: number | null;
  /** The same plan gives the same answer for as long as the database stands unchanged. */
  readonly stable: boolean;
}

/** Runs a plan. */
export async function runRead(run: ReadRun, plan: ReadPlan): Promise<ReadResult> {
  if (plan.source !== null) return runDerived(run, plan);
  const gone = await deletedOf(run, plan);
  const deleted = gone === null ? null : await allOf(gone);
  const { rows, stable, hasMore } = await readPage(run, plan);
  const total = plan.count ? await totalOf(run, plan, { page: rows.length, hasMore }) : null;
  return { rows, deleted, fullResync: plan.fullResync, hasMore, total, stable: stable && deleted === null };
}

async function readPage(run: ReadRun, plan: ReadPlan): Promise<Page> {
  const { context } = run;
  if (plan.aggregate !== null) {
    run.pace.weigh(await joinedLength(run.tx, plan, plan.aggregate));
    const bounded = within(plan, run.pace.mostRows);
    const found = await executeAggregate(run.tx, { plan: bounded, aggregate: plan.aggregate, context });
    const { page, hasMore } = cut(found, plan);
    run.pace.count(page.length);
    return { rows: await resolveGroups(run, { plan, rows: page, context }), hasMore, stable: false };
  }
  const { history } = run.tx;
  if (history !== null && isCacheable(run, plan)) {
    if (isOfOneRow(plan)) return readOne(run, plan);
    const keys = await readKeys(run.tx, within(plan, mostKeys));
    run.pace.count(keys.length);
    const { page, hasMore } = cut(keys, plan);
    const { rows, anyOpen } = await cachedRows(run, plan, { keys: page, history });
    return { rows, hasMore, stable: !anyOpen && !asksForElapsed(plan) };
  }
  const found = await readRows(run.tx, within(plan, hasKeys(plan) ? mostRows : run.pace.mostRows));
  if (hasKeys(plan) && !run.pace.isApart && found.length > mostRows) throw new GoesApart();
  run.pace.count(found.length);
  const { page, hasMore } = cut(found, plan);
  const rows = await renderRows(run, { plan, rows: page, context, pace: run.pace });
  return { rows, hasMore, stable: false };
}

/** Of a read that is not known to be small: more are read apart. */
const mostKeys = 2_000;
const mostRows = 500;

/** The plan with a page that ends one row after so many. */
function within(plan: ReadPlan, most: number): ReadPlan {
  const { limit, offset } = plan;
  return limit <= most ? plan : pageOf(plan, { limit: most + 1, offset });
}

/** Where what is read apart goes, portion by portion. */
export interface Takers {
  readonly rows: TakeRows;
  /** Called before `deleted`, if anything is; answers what stands for it. */
  readonly beginDeleted: () => readonly Document[];
  readonly deleted: TakeRows;
}

/** Runs a plan apart. Answers how many rows there were, and what a read answers. */
export async function runReadApart(
  run: ReadRun,
  plan: ReadPlan,
  take: Takers,
): Promise<Omit<ReadResult, 'rows'> & { readonly numResults: number }> {
  if (plan.source !== null) return runDerivedApart(run, plan, take);
  const gone = await deletedOf(run, plan);
  const { numResults, hasMore, stable } = await rowsApart(run, plan, take.rows);
  const total = plan.count ? await totalOf(run, plan, { page: numResults, hasMore }) : null;
  const deleted = gone === null ? null : await deletedApart(gone, take);
  const { fullResync } = plan;
  return { deleted, fullResync, hasMore, total, stable: stable && deleted === null, numResults };
}

async function rowsApart(
  run: ReadRun,
  plan: ReadPlan,
  take: TakeRows,
): Promise<Omit<Page, 'rows'> & { readonly numResults: number }> {
  if (hasKeys(plan)) {
    const { numResults, hasMore, anyOpen } = await readPortions(run, plan, take);
    return { numResults, hasMore, stable: isCacheable(run, plan) && !anyOpen && !asksForElapsed(plan) };
  }
  const { rows, ...page } = await readPage(run, plan);
  for (let start = 0; start < rows.length; start += rowsTaken) {
    await take(rows.slice(start, start + rowsTaken) as readonly Document[]);
    await run.pace.nextPortion();
  }
  return { ...page, numResults: rows.length };
}

async function deletedApart(
  gone: DeletedRows,
  { beginDeleted, deleted }: Takers,
): Promise<readonly Document[]> {
  if (gone.isEmpty) return [];
  const list = beginDeleted();
  for await (const some of gone.portions()) await deleted(some);
  return list;
}

async function allOf(gone: DeletedRows): Promise<readonly Document[]> {
  const all: Document[] = [];
  for await (const some of gone.portions()) all.push(...some);
  return all;
}

const rowsTaken = 250;

/** The last page tells how many rows there are; other pages need a count. */
async function totalOf(
  run: ReadRun,
  plan: ReadPlan,
  { page, hasMore }: { page: number; hasMore: boolean },
): Promise<number> {
  const isLast = !hasMore && (page > 0 || plan.offset === 0);
  return isLast ? plan.offset + page : countRead(run.tx, plan);
}

async function deletedOf(run: ReadRun, plan: ReadPlan): Promise<DeletedRows | null> {
  const since = plan.deletedSince;
  return since === null ? null : deletedRows(run, plan, since);
}

/** Runs a plan whose rows are worked out. */
async function runDerived(run: ReadRun, plan: ReadPlan): Promise<ReadResult> {
  const [rows, gone]: [Document[], Document[]] = [[], []];
  const result = await runDerivedApart(run, plan, {
    rows: async (some) => void rows.push(...some),
    beginDeleted: () => gone,
    deleted: async (some) => void gone.push(...some),
  });
  return { ...result, rows };
}

async function runDerivedApart(
  run: ReadRun,
  plan: ReadPlan,
  take: Takers,
): Promise<Omit<ReadResult, 'rows'> & { readonly numResults: number }> {
  const { serverTimeZone } = run.context;
  const derived = await deriveRows({ ...run, serverTimeZone }, plan);
  const { numResults, hasMore, total } = isInOrder(plan)
    ? await readInOrder(run, plan, { rows: derived.rows, take: take.rows })
    : await pageOfGathered(run, await gathered(run, plan, derived.rows), take.rows);
  const deleted =
    derived.deleted === null ? null : await deletedApart(derivedDeletions(derived.deleted), take);
  return { deleted, fullResync: plan.fullResync, hasMore, total, stable: false, numResults };
}

async function pageOfGathered(run: ReadRun, plan: ReadPlan, take: TakeRows): Promise<DerivedPage> {
  const { numResults, hasMore } = await rowsApart(run, plan, take);
  const total = plan.count ? await totalOf(run, plan, { page: numResults, hasMore }) : null;
  return { numResults, hasMore, total };
}

function derivedDeletions(rows: Portions<Document>): DeletedRows {
  return {
    isEmpty: false,
    async *portions() {
      for await (const some of rows)
        for (let start = 0; start < some.length; start += rowsTaken)
          yield some.slice(start, start + rowsTaken);
    },
  };
}

/** Whether rows are shown whole, in JSON, and by themselves. */
function isCacheable({ tx, format }: ReadRun, plan: ReadPlan): boolean {
  return (
    tx.history !== null &&
    plan.source === null &&
    plan.whole &&
    format === 'json' &&
    plan.resolve.length === 0 &&
    plan.nested.length === 0
  );
}

async function cachedRows(
  run: ReadRun,
  plan: ReadPlan,
  { keys, history }: { keys: readonly RowKey[]; history: string },
): Promise<{ rows: readonly RenderedRow[]; anyOpen: boolean }> {
  const families = plan.rowPolicies.map(({ level }) => familyOf(run, plan, { level, history }));
  const found = keys.map((key) =>
    key.open ? undefined : run.rowCache.get(families[key.rowPolicy] as string, key),
  );
  const missing = keys.filter((_, index) => found[index] === undefined);
  const fresh =
    missing.length === 0 ? new Map<number, string>() : await renderMissing(run, plan, { missing, families });
  const rows = keys.map((key, index) => new RenderedRow((found[index] ?? fresh.get(key.id)) as string));
  run.pace.weigh(rows.reduce((sum, { json }) => sum + json.length, 0));
  return { rows, anyOpen: keys.some((key) => key.open) };
}

async function renderMissing(
  run: ReadRun,
  plan: ReadPlan,
  { missing, families }: { missing: readonly RowKey[]; families: readonly string[] },
): Promise<ReadonlyMap<number, string>> {
  const keys = new Map(missing.map((key) => [key.id, key]));
  const rendered = new Map<number, string>();
  for (let start = 0; start < missing.length; start += mostRows) {
    const ids = missing.slice(start, start + mostRows).map(({ id }) => id);
    const stored = await rowsById(run, { resource: plan.resource, ids });
    renderInto(run, plan, { stored, keys, families, rendered });
    if (run.pace.isApart) continue;
    const bytes = stored.reduce((sum, row) => sum + (rendered.get(row['id'] as number)?.length ?? 0), 0);
    if (bytes > mostBytes) throw new GoesApart();
  }
  return rendered;
}

/** Of rows that were read together. */
const mostBytes = 2 * 1024 * 1024;

function renderInto(
  run: ReadRun,
  plan: ReadPlan,
  part: {
    stored: readonly Row[];
    keys: ReadonlyMap<number, RowKey>;
    families: readonly string[];
    rendered: Map<number, string>;
  },
): void {
  const { stored, keys, families, rendered } = part;
  for (const row of stored) {
    const key = keys.get(row['id'] as number) as RowKey;
    const level = plan.rowPolicies[key.rowPolicy]?.level ?? 'public';
    const whole = key.open ? withElapsed(plan.resource, row, run.context.now) : row;
    const json = JSON.stringify(visibilityRenderer(plan.resource, level)(whole, run.context));
    rendered.set(key.id, json);
    if (!key.open) run.rowCache.put(families[key.rowPolicy] as string, key, json);
  }
}

function familyOf(
  { accountId, context: { serverTimeZone } }: ReadRun,
  { resource: { name, storage, own } }: ReadPlan,
  { level, history }: { readonly level: RowPolicy['level']; readonly history: string },
): string {
  const owner = storage === 'account' ? accountId : 0;
  return familyName({ resource: name, accountId: owner, level, serverTimeZone, history, own: own.shape });
}
