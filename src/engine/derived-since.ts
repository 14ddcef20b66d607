// Derived rows in a delta answer: those that may be new since, and those that have followed and follow no more. Only
// users whose rights have changed are looked at whole; of the others, only what they may do with people and
// departments that have changed.
import type { ReadPlan } from '#plan/read-plan.ts';
import { emptyRow } from '#resource/empty-row.ts';
import type { Derivation, Resource, Subject } from '#resource/resource.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import type { Document } from '#response/document.ts';
import { isDated, loadAllFormerSights, sightsByDay } from '#sql/former-sights.ts';
import { anyDeleted, deletedIds } from '#sql/deletions.ts';
import { findRows } from '#sql/store.ts';
import { allDates } from '#values/date-range.ts';
import { localText } from '#values/time-zone.ts';
import { resourceNamed } from './account-view.ts';
import { derivationOf, presentSights, type DerivedRun, type World } from './derived-world.ts';

/** What the rows changed in. */
export interface Since {
  readonly world: World;
  /** Users whose rows the caller may know. */
  readonly asked: readonly number[];
  /** Epoch seconds. */
  readonly since: number;
}

/** Most clients that synchronise ask again before people, departments or rights have changed. */
export async function anyChangedSince(run: DerivedRun, since: number): Promise<boolean> {
  if ((await loadAllFormerSights(run, since)).length > 0) return true;
  if ((await departmentsSince(run, since)).length > 0) return true;
  for (const name of ['users', 'departments']) {
    const resource = resourceNamed(run.schema, name);
    if (await anyDeleted(run, { resource, since })) return true;
  }
  // No zone is more than a day from UTC, and what ends on a day ends with it.
  const turns = { from: dateAt(since - 2 * day), to: dateAt(run.tx.now + day) };
  return (await anyPersonSince(run, since)) || (await datedUsers(run, turns)).size > 0;
}

/** Rows that may be new or other since. */
export async function changedRows(run: DerivedRun, plan: ReadPlan, part: Since): Promise<readonly Row[]> {
  const { world, asked, since } = part;
  const { resource } = plan;
  const dated = await datedUsers(run);
  const isChanged = (id: number): boolean => (world.stamps.get(id) ?? 0) >= since || dated.has(id);
  const whole = await presentSights(run, asked.filter(isChanged));
  const rows = [...((await resource.derive?.(derivationOf(run, world, whole))) ?? [])];
  const named = await changedWorld(run, resource, part);
  if (named === null) return rows;
  const others = await presentSights(
    run,
    asked.filter((id) => !isChanged(id)),
  );
  const derivation = { ...derivationOf(run, world, others), ...named };
  return [...rows, ...((await resource.derive?.(derivation)) ?? [])];
}

/** The people or departments that rows of the resource name, as far as they have changed; `null`: none have. */
async function changedWorld(
  run: DerivedRun,
  resource: Resource,
  { world, since }: Since,
): Promise<Partial<Derivation> | null> {
  if (names(resource, 'users')) {
    const users = world.users.filter((row) => (world.stamps.get(row['id'] as number) ?? 0) >= since);
    return users.length === 0 ? null : { users };
  }
  if (!names(resource, 'departments')) return null;
  const departments = await departmentsSince(run, since);
  return departments.length === 0 ? null : { find: (async () => departments) as ReadView['find'] };
}

/** Facts that the caller could know since, and that hold no more or are not theirs to know now. */
export async function goneSince(
  run: DerivedRun,
  { resource, grant, former }: ReadPlan,
  part: Since & { readonly rows: readonly Row[] },
): Promise<readonly Document[]> {
  const { administrator, userId } = grant.sight;
  const knewAll = administrator || former.some(({ tiers }) => tiers.some(({ scope }) => scope === 'all'));
  const everybody = part.world.users.map((row) => row['id'] as number);
  const known = knewAll ? everybody : part.asked;
  const shown = new Set(part.rows.map((row) => row['id']));
  const gone = new Map<number, number>();
  const note = (rows: readonly Row[], at: number): void => {
    for (const { id } of rows) if (!shown.has(id)) gone.set(id as number, at);
  };
  const before = await formerWorld(run, part);
  for (const subject of await formerSubjects(run, { ...part, known, knewAll, userId })) {
    for (const administrators of circumstances(subject, before))
      note(await rowsOf(resource, { ...before, administrators, subjects: [subject] }), subject.changedAt);
  }
  if (knewAll && !administrator) note(await withoutRights(run, resource, part, everybody), run.tx.now);
  const uncertain = await uncertainWorld(run, resource, part);
  if (uncertain !== null) {
    const { subjects } = derivationOf(run, part.world, await presentSights(run, known));
    const rows = await rowsOf(resource, { ...before, ...uncertain, subjects });
    note(rows.filter(namesSomebody), run.tx.now);
  }
  return [...gone].map(([id, at]) => ({ id, deleted_at: localText(at, run.serverTimeZone) }));
}

async function rowsOf({ derive }: Resource, from: Derivation): Promise<readonly Row[]> {
  return (await derive?.(from)) ?? [];
}

/** Not what holds for everybody, present and to come. */
function namesSomebody(row: Row): boolean {
  return (row['resolve_user_id'] ?? row['resolve_department_id'] ?? null) !== null;
}

/** Everybody's facts, for somebody who may know only their own now. */
async function withoutRights(
  run: DerivedRun,
  resource: Resource,
  { world }: Since,
  everybody: readonly number[],
): Promise<readonly Row[]> {
  return rowsOf(resource, derivationOf(run, world, await presentSights(run, everybody)));
}

/** What users could do since: sights that were kept, and by day those that change by themselves. */
async function formerSubjects(
  run: DerivedRun,
  part: Since & { known: readonly number[]; knewAll: boolean; userId: number | null },
): Promise<readonly Subject[]> {
  const { since, known, knewAll, userId } = part;
  const kept = (await loadAllFormerSights(run, since)).filter((one) => knewAll || one.userId === userId);
  const dated = await datedUsers(run);
  const now = await presentSights(
    run,
    known.filter((id) => dated.has(id)),
  );
  return [...kept, ...now.map((sight) => ({ sight, until: run.tx.now }))].flatMap((one) => {
    const days = isDated(one.sight) ? sightsByDay(one, since) : [one];
    return days.map(({ sight, until }): Subject => ({ sight, changedAt: until }));
  });
}

/** An administrator may have been the only one, or one of several: what they could do then was something else. */
function circumstances(subject: Subject, { administrators }: Derivation): readonly (readonly number[])[] {
  const { administrator, userId } = subject.sight;
  return administrator ? [[userId as number], [userId as number, 0]] : [administrators];
}

/** The world with the users and departments that have been deleted since. */
async function formerWorld(run: DerivedRun, { world, since }: Since): Promise<Derivation> {
  const derivation = derivationOf(run, world, []);
  return {
    ...derivation,
    users: [...world.users, ...(await deletedRows(run, 'users', since))],
    find: (async (name, comparisons, options) => [
      ...(await derivation.find(name, comparisons, options)),
      ...(await deletedRows(run, name, since)),
    ]) as ReadView['find'],
  };
}

/** People and departments about whom anybody may have been told something that holds no more. */
async function uncertainWorld(
  run: DerivedRun,
  resource: Resource,
  { world, since }: Since,
): Promise<Partial<Derivation> | null> {
  if (names(resource, 'users')) {
    const changed = world.users.filter((row) => (world.stamps.get(row['id'] as number) ?? 0) >= since);
    const users = [...changed, ...(await deletedRows(run, 'users', since))];
    return users.length === 0 ? null : { users: users.map((row) => ({ ...row, internal_user_group: 2 })) };
  }
  if (!names(resource, 'departments')) return null;
  const departments = await deletedRows(run, 'departments', since);
  return departments.length === 0 ? null : { find: (async () => departments) as ReadView['find'] };
}

/** Rows of which only the id is known any more. */
async function deletedRows(run: DerivedRun, name: string, since: number): Promise<readonly Row[]> {
  const resource = resourceNamed(run.schema, name);
  const ids = [...(await deletedIds(run, { resource, since }))];
  if (ids.length === 0) return [];
  const present = await findRows(run, resource, { comparisons: [{ column: 'id', is: 'in', value: ids }] });
  const there = new Set(present.map((row) => row['id']));
  return ids.filter((id) => !there.has(id)).map((id): Row => ({ ...emptyRow(resource), id }));
}

/** Whether rows of the resource name rows of the other, beside whose rights they are. */
function names({ fields }: Resource, other: string): boolean {
  return [...fields.values()].some(({ name, relation }) => relation === other && name !== 'subject_user_id');
}

async function departmentsSince(run: DerivedRun, since: number): Promise<readonly Row[]> {
  return findRows(run, resourceNamed(run.schema, 'departments'), {
    comparisons: [{ column: 'data_changed', is: '>=', value: since }],
  });
}

async function anyPersonSince(run: DerivedRun, since: number): Promise<boolean> {
  const users = resourceNamed(run.schema, 'users');
  for (const comparisons of [
    [{ column: 'created_at', is: '>=', value: since }],
    [
      { column: 'created_at', is: 'null' },
      { column: 'updated', is: '>=', value: since },
    ],
  ] as const) {
    if ((await findRows(run, users, { comparisons, options: { limit: 1 } })).length > 0) return true;
  }
  return false;
}

const day = 86_400;

function dateAt(instant: number): string {
  return localText(instant, 'UTC').slice(0, 10);
}

/** Users to whom something is assigned from or until one of these days: their rights change by themselves. */
async function datedUsers(
  run: DerivedRun,
  { from, to }: { from: string; to: string } = allDates,
): Promise<ReadonlySet<number>> {
  const resource = resourceNamed(run.schema, 'nodesToUsers');
  const found = new Set<number>();
  for (const column of ['access_start', 'access_end']) {
    const comparisons = [
      { column, is: '>=', value: from },
      { column, is: '<=', value: to },
    ] as const;
    for (const row of await findRows(run, resource, { comparisons })) found.add(row['user'] as number);
  }
  return found;
}
