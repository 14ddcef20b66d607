// Rows of a derived resource: worked out from the rights of users as the transaction sees them, for each read.
import type { ReadPlan } from '#plan/read-plan.ts';
import { nobody } from '#resource/access.ts';
import type { Derivation, Subject } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import type { Document } from '#response/document.ts';
import { derivedColumns } from '#sql/compile-read.ts';
import { lastSightChanges, loadAllFormerSights } from '#sql/former-sights.ts';
import { loadStandings } from '#sql/load-sight.ts';
import { findRows, type AccountTx } from '#sql/store.ts';
import { localText } from '#values/time-zone.ts';
import { resourceNamed } from './account-view.ts';
import { readView } from './read-view.ts';

/** What a derived read runs in. */
export interface DerivedRun extends AccountTx {
  readonly schema: Schema;
  readonly serverTimeZone: string;
}

/** What a derived read finds: the plan with its rows, and those that are gone since `_since`. */
export interface DerivedRead {
  readonly plan: ReadPlan;
  readonly deleted: readonly Document[] | null;
}

/** Works out the rows that a plan reads. */
export async function deriveRows(run: DerivedRun, plan: ReadPlan): Promise<DerivedRead> {
  const since = plan.fullResync ? null : plan.deletedSince;
  if (since !== null && !(await anyChangedSince(run, since)))
    return withRows(plan, { rows: [], deleted: [] });
  const derivation = await derivationOf(run, plan);
  const rows = (await plan.resource.derive?.(derivation)) ?? [];
  const deleted = since === null ? [] : await goneSince(run, plan, { since, derivation, rows });
  return withRows(plan, { rows, deleted: plan.deletedSince === null ? null : deleted });
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

/** Most clients that synchronise ask again before any right has changed. */
async function anyChangedSince(run: DerivedRun, since: number): Promise<boolean> {
  const comparisons = [{ column: 'updated', is: '>=', value: since }] as const;
  const users = await findRows(run, resourceNamed(run.schema, 'users'), {
    comparisons,
    options: { limit: 1 },
  });
  return users.length > 0 || (await loadAllFormerSights(run, since)).length > 0;
}

async function derivationOf(run: DerivedRun, plan: ReadPlan): Promise<Derivation> {
  const users = await findRows(run, resourceNamed(run.schema, 'users'), { comparisons: [] });
  const changes = await lastSightChanges(run);
  const asked = subjectsOf(plan) ?? users.map((row) => row['id'] as number);
  const standings = await loadStandings(run.tx, run.accountId, asked);
  const stamps = new Map(users.map((row) => [row['id'] as number, row['updated'] as number]));
  const subjects = [...standings].map(([userId, standing]): Subject => ({
    sight: { ...nobody, accountId: run.accountId, userId, ...standing },
    changedAt: Math.max(stamps.get(userId) ?? 0, changes.get(userId) ?? 0),
  }));
  return {
    subjects,
    users,
    resource: (name) => resourceNamed(run.schema, name),
    find: readView(run, run.schema).find,
  };
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

/** Facts that the caller could know since, and that hold no more or are not theirs to know now. */
async function goneSince(
  run: DerivedRun,
  { resource, grant, former }: ReadPlan,
  part: { since: number; derivation: Derivation; rows: readonly Row[] },
): Promise<readonly Document[]> {
  const { userId, administrator } = grant.sight;
  const knewAll = former.filter(({ tiers }) => tiers.some(({ scope }) => scope === 'all'));
  const ofAll = administrator || knewAll.length > 0;
  const subjects = (await loadAllFormerSights(run, part.since))
    .filter((one) => ofAll || one.userId === userId)
    .map(({ sight, until }): Subject => ({ sight, changedAt: until }));
  if (ofAll && !administrator)
    subjects.push(...(await present(run, Math.max(...knewAll.map(({ until }) => until)))));
  const shown = new Set(part.rows.map((row) => row['id']));
  const gone = new Map<number, number>();
  for (const subject of subjects) {
    for (const row of (await resource.derive?.({ ...part.derivation, subjects: [subject] })) ?? []) {
      if (!shown.has(row['id'])) gone.set(row['id'] as number, subject.changedAt);
    }
  }
  return [...gone].map(([id, at]) => ({ id, deleted_at: localText(at, run.serverTimeZone) }));
}

/** Everybody as they are, for somebody who knew all until then. */
async function present(run: DerivedRun, until: number): Promise<readonly Subject[]> {
  const users = await findRows(run, resourceNamed(run.schema, 'users'), { comparisons: [] });
  const standings = await loadStandings(
    run.tx,
    run.accountId,
    users.map((row) => row['id'] as number),
  );
  return [...standings].map(([userId, standing]) => ({
    sight: { ...nobody, accountId: run.accountId, userId, ...standing },
    changedAt: until,
  }));
}
