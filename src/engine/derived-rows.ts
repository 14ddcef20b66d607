// Rows of a derived resource: worked out from the rights of users as the transaction sees them, for each read.
import type { ReadPlan } from '#plan/read-plan.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { Document } from '#response/document.ts';
import { derivedColumns } from '#sql/compile-read.ts';
import { anyChangedSince, changedRows, goneSince } from './derived-since.ts';
import { derivationOf, loadWorld, presentSights, type DerivedRun, type World } from './derived-world.ts';

/** What a derived read finds: the plan with its rows, and those that are gone since `_since`. */
export interface DerivedRead {
  readonly plan: ReadPlan;
  readonly deleted: readonly Document[] | null;
}

/** Works out the rows that a plan reads; with `_since` and deletions only what may have changed. */
export async function deriveRows(run: DerivedRun, plan: ReadPlan): Promise<DerivedRead> {
  const since = plan.fullResync ? null : plan.deletedSince;
  if (since !== null && !(await anyChangedSince(run, since)))
    return withRows(plan, { rows: [], deleted: [] });
  const world = await loadWorld(run);
  const asked = subjectsOf(plan) ?? world.users.map((row) => row['id'] as number);
  if (since === null) {
    const rows = await everyRow(run, plan.resource, { world, asked });
    return withRows(plan, { rows, deleted: plan.deletedSince === null ? null : [] });
  }
  const part = { world, asked, since };
  // Whoever may know more than before is told all of it.
  const rows = await (plan.former.length > 0
    ? everyRow(run, plan.resource, part)
    : changedRows(run, plan, part));
  return withRows(plan, { rows, deleted: await goneSince(run, plan, { ...part, rows }) });
}

async function everyRow(
  run: DerivedRun,
  resource: Resource,
  { world, asked }: { world: World; asked: readonly number[] },
): Promise<readonly Row[]> {
  const sights = await presentSights(run, asked);
  return (await resource.derive?.(derivationOf(run, world, sights))) ?? [];
}

function withRows(
  plan: ReadPlan,
  { rows, deleted }: { rows: readonly Row[]; deleted: readonly Document[] | null },
): DerivedRead {
  const columns = derivedColumns(plan.resource).map(({ name }) => name);
  const values = [...plan.values];
  values[plan.source as number] = JSON.stringify(rows.map((row) => columns.map((name) => row[name] ?? null)));
  return { plan: { ...plan, values }, deleted };
}

/** The users whose rights the caller may know and asks for; `null`: all of them. Deletions know no filters. */
function subjectsOf(plan: ReadPlan): readonly number[] | null {
  const { userId, administrator } = plan.grant.sight;
  if (!administrator) return userId === null ? [] : [userId];
  for (const part of plan.deletedSince === null ? plan.where : []) {
    if (part.op === 'compare' && part.is === '=' && part.column === 'subject_user_id') {
      return [plan.values[part.value] as number];
    }
  }
  return null;
}
