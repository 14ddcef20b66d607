// One read: plan → rows → shown rows, from the row cache where rows are shown whole, in JSON.
import type { ReadPlan } from '#plan/read-plan.ts';
import type { Tier } from '#resource/access.ts';
import type { Schema } from '#resource/schema.ts';
import type { Document } from '#response/document.ts';
import { RenderedRow } from '#response/document.ts';
import type { Format } from '#response/negotiate-format.ts';
import type { AccountTx } from '#sql/database.ts';
import { executeAggregate } from '#sql/execute-aggregate.ts';
import { readKeys, readRows, type RowKey } from '#sql/execute-read.ts';
import { rowsById } from '#sql/relations.ts';
import { deletedRows } from './deleted-rows.ts';
import { deriveRows, type DerivedRead } from './derived-rows.ts';
import { levelRenderer, renderRows, resolveGroups, withElapsed, type RenderContext } from './render-rows.ts';
import { familyName, type RowCache } from './row-cache.ts';

/** What a read runs with. */
export interface ReadRun extends AccountTx {
  readonly context: RenderContext;
  readonly format: Format;
  readonly rowCache: RowCache;
  readonly schema: Schema;
}

/** What a read found, as shown. */
export interface ReadResult {
  readonly rows: readonly (Document | RenderedRow)[];
  readonly deleted: readonly Document[] | null;
  readonly fullResync: boolean;
  /** The same plan gives the same answer for as long as the database stands unchanged. */
  readonly stable: boolean;
}

/** Runs a plan. */
export async function runRead(run: ReadRun, planned: ReadPlan): Promise<ReadResult> {
  const { plan, deleted } = await withDeleted(run, planned);
  const common = { deleted, fullResync: plan.fullResync };
  if (plan.aggregate !== null) {
    const { context } = run;
    const rows = await executeAggregate(run.tx, { plan, aggregate: plan.aggregate, context });
    return { ...common, rows: await resolveGroups(run, { plan, rows, context }), stable: false };
  }
  const { history } = run.tx;
  if (
    history !== null &&
    plan.source === null &&
    plan.whole &&
    run.format === 'json' &&
    plan.resolve.length === 0 &&
    plan.nested.length === 0
  ) {
    const { rows, anyOpen } = await cachedRows(run, plan, history);
    return { ...common, rows, stable: !anyOpen && deleted === null && !asksForElapsed(plan) };
  }
  const rows = await renderRows(run, { plan, rows: await readRows(run.tx, plan), context: run.context });
  return { ...common, rows, stable: false };
}

/** What is gone, and for derived rows the plan with the rows to read. */
async function withDeleted(run: ReadRun, plan: ReadPlan): Promise<DerivedRead> {
  const { serverTimeZone } = run.context;
  if (plan.source !== null) return deriveRows({ ...run, serverTimeZone }, plan);
  const since = plan.deletedSince;
  const deleted = since === null ? null : await deletedRows(run, { plan, since, serverTimeZone });
  return { plan, deleted };
}

async function cachedRows(
  run: ReadRun,
  plan: ReadPlan,
  history: string,
): Promise<{ rows: readonly RenderedRow[]; anyOpen: boolean }> {
  const keys = await readKeys(run.tx, plan);
  const families = plan.tiers.map(({ level }) => familyOf(run, plan, { level, history }));
  const found = keys.map((key) =>
    key.open ? undefined : run.rowCache.get(families[key.tier] as string, key),
  );
  const missing = keys.filter((_, index) => found[index] === undefined);
  const fresh =
    missing.length === 0 ? new Map<number, string>() : await renderMissing(run, plan, { missing, families });
  const rows = keys.map((key, index) => new RenderedRow((found[index] ?? fresh.get(key.id)) as string));
  return { rows, anyOpen: keys.some((key) => key.open) };
}

async function renderMissing(
  run: ReadRun,
  plan: ReadPlan,
  { missing, families }: { missing: readonly RowKey[]; families: readonly string[] },
): Promise<ReadonlyMap<number, string>> {
  const stored = await rowsById(run, { resource: plan.resource, ids: missing.map(({ id }) => id) });
  const keys = new Map(missing.map((key) => [key.id, key]));
  const rendered = new Map<number, string>();
  for (const row of stored) {
    const key = keys.get(row['id'] as number) as RowKey;
    const level = plan.tiers[key.tier]?.level ?? 'public';
    const whole = key.open ? withElapsed(plan.resource, row, run.context.now) : row;
    const json = JSON.stringify(levelRenderer(plan.resource, level)(whole, run.context));
    rendered.set(key.id, json);
    if (!key.open) run.rowCache.put(families[key.tier] as string, key, json);
  }
  return rendered;
}

function familyOf(
  { accountId, context: { serverTimeZone } }: ReadRun,
  { resource: { name, storage } }: ReadPlan,
  { level, history }: { readonly level: Tier['level']; readonly history: string },
): string {
  const owner = storage === 'account' ? accountId : 0;
  return familyName({ resource: name, accountId: owner, level, serverTimeZone, history });
}

/** Conditions and orders on elapsed time change their meaning by themselves. */
function asksForElapsed(plan: ReadPlan): boolean {
  const elapsed = [...plan.resource.fields.values()].filter((field) => field.elapsed !== undefined);
  if (elapsed.length === 0) return false;
  const shape = JSON.stringify([plan.where, plan.order.map((term) => ({ column: term.field.name }))]);
  return elapsed.some((field) => shape.includes(`"column":"${field.name}"`));
}
