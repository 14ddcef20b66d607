// Rows of a derived resource: worked out from the rights of users as the transaction sees them, for each read.
import type { ReadPlan } from '#plan/read-plan.ts';
import { nobody, type Sight } from '#resource/access.ts';
import { emptyRow } from '#resource/empty-row.ts';
import type { Derivation, Resource, Subject } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import type { Document } from '#response/document.ts';
import { derivedColumns } from '#sql/compile-read.ts';
import { isDated, lastSightChanges, lastTurn, loadAllFormerSights, sightsByDay } from '#sql/former-sights.ts';
import { loadStandings } from '#sql/load-sight.ts';
import { findRows, readDeletions, type AccountTx } from '#sql/store.ts';
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

/** Most clients that synchronise ask again before people, departments or rights have changed. */
async function anyChangedSince(run: DerivedRun, since: number): Promise<boolean> {
  if ((await loadAllFormerSights(run, since)).length > 0) return true;
  for (const name of ['users', 'departments']) {
    const resource = resourceNamed(run.schema, name);
    const changed = [{ column: resource.lastChange as string, is: '>=', value: since }] as const;
    if ((await findRows(run, resource, { comparisons: changed, options: { limit: 1 } })).length > 0)
      return true;
    if ((await readDeletions(run, { resource, since })).length > 0) return true;
  }
  return anyTurnSince(run, since);
}

/** Whether a day has come on which an assignment begins or has ended. */
async function anyTurnSince(run: DerivedRun, since: number): Promise<boolean> {
  const resource = resourceNamed(run.schema, 'nodesToUsers');
  // No zone is more than a day from UTC, and what ends on a day ends with it.
  const [from, to] = [dateAt(since - 2 * day), dateAt(run.tx.now + day)];
  for (const column of ['access_start', 'access_end']) {
    const comparisons = [
      { column, is: '>=', value: from },
      { column, is: '<=', value: to },
    ] as const;
    if ((await findRows(run, resource, { comparisons, options: { limit: 1 } })).length > 0) return true;
  }
  return false;
}

const day = 86_400;

function dateAt(instant: number): string {
  return localText(instant, 'UTC').slice(0, 10);
}

async function derivationOf(run: DerivedRun, plan: ReadPlan): Promise<Derivation> {
  const users = await findRows(run, resourceNamed(run.schema, 'users'), { comparisons: [] });
  const changes = await lastSightChanges(run);
  const asked = subjectsOf(plan) ?? users.map((row) => row['id'] as number);
  const stamps = new Map(users.map((row) => [row['id'] as number, row['updated'] as number]));
  const subjects = (await presentSights(run, asked)).map((sight): Subject => {
    const { userId } = sight as { userId: number };
    const turned = lastTurn(sight, run.tx.now);
    return { sight, changedAt: Math.max(stamps.get(userId) ?? 0, changes.get(userId) ?? 0, turned) };
  });
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
  const knewAll = administrator || former.some(({ tiers }) => tiers.some(({ scope }) => scope === 'all'));
  const kept = (await loadAllFormerSights(run, part.since)).filter((one) => knewAll || one.userId === userId);
  const before = await withDeletedRows(run, part);
  const ids = knewAll ? part.derivation.users.map((row) => row['id'] as number) : [userId as number];
  const now = (await presentSights(run, ids)).map((sight) => ({ sight, until: run.tx.now }));
  const subjects = [...kept, ...now].flatMap((one) => {
    const days = isDated(one.sight) ? sightsByDay(one, part.since) : [one];
    return days.map(({ sight, until }): Subject => ({ sight, changedAt: until }));
  });
  const shown = new Set(part.rows.map((row) => row['id']));
  const gone = new Map<number, number>();
  for (const subject of subjects) {
    for (const row of await everyFact(resource, before, subject)) {
      if (!shown.has(row['id'])) gone.set(row['id'] as number, subject.changedAt);
    }
  }
  return [...gone].map(([id, at]) => ({ id, deleted_at: localText(at, run.serverTimeZone) }));
}

/** All that may have followed from the rights of a subject. */
async function everyFact(resource: Resource, from: Derivation, subject: Subject): Promise<readonly Row[]> {
  const facts: Row[] = [];
  for (const users of circumstances(from.users, subject))
    facts.push(...((await resource.derive?.({ ...from, users, subjects: [subject] })) ?? []));
  return facts;
}

/** An administrator may have been the only one, or one of several: what they could do then was something else. */
function circumstances(users: readonly Row[], { sight }: Subject): readonly (readonly Row[])[] {
  if (!sight.administrator) return [users];
  const alone = users.map((row) => (row['id'] === sight.userId ? row : { ...row, internal_user_group: 2 }));
  return [alone, [...alone, { id: 0, internal_user_group: 1, active: 1 }]];
}

/** What facts followed from, with the users and departments that have been deleted since. */
async function withDeletedRows(
  run: DerivedRun,
  { since, derivation }: { since: number; derivation: Derivation },
): Promise<Derivation> {
  const deletedOf = async (name: string): Promise<readonly Row[]> => {
    const resource = resourceNamed(run.schema, name);
    const ids = new Set((await readDeletions(run, { resource, since })).map(({ rowId }) => rowId));
    return [...ids].map((id): Row => ({ ...emptyRow(resource), id, updated: since }));
  };
  const present = new Set(derivation.users.map((row) => row['id']));
  const gone = (await deletedOf('users')).filter((row) => !present.has(row['id'] ?? null));
  return {
    ...derivation,
    users: [...derivation.users, ...gone],
    find: async (name, comparisons, options) => {
      const rows = await derivation.find(name, comparisons, options);
      const known = new Set(rows.map((row) => row['id']));
      return [...rows, ...(await deletedOf(name)).filter((row) => !known.has(row['id'] ?? null))];
    },
  };
}

async function presentSights(run: DerivedRun, userIds: readonly number[]): Promise<readonly Sight[]> {
  const standings = await loadStandings(run.tx, run.accountId, userIds);
  return [...standings].map(([userId, standing]) => ({
    ...nobody,
    accountId: run.accountId,
    userId,
    ...standing,
  }));
}
