// Derived rows in a delta answer: those that may be new since, and those that have followed and follow no more. Only
// users whose rights have changed are looked at whole; of the others, only what they may do with people and
// departments that have changed.
import type { ReadPlan } from '#plan/read-plan.ts';
import type { Derivation, Resource, Subject } from '#resource/resource.ts';
import type { AwaitedFind, Row } from '#resource/rule.ts';
import type { Document } from '#response/document.ts';
import {
  isDated,
  loadAccessHistoryOf,
  accessByDay,
  usersWithAccessHistory,
  type UserAccessHistoryEntry,
} from '#sql/access-history.ts';
import { localText } from '#values/time-zone.ts';
import { datedUsers, deletedRows, departmentsSince } from './derived-changes.ts';
import {
  foundOnce,
  goApartForMany,
  presentSubjects,
  subjectsAtOnce,
  type DerivedRun,
  type RowsOf,
  type World,
} from '../read/derived-world.ts';

/** What the rows changed in. */
export interface Since {
  readonly world: World;
  /** Users whose rows the caller may know. */
  readonly asked: readonly number[];
  /** Epoch seconds. */
  readonly since: number;
}

/** Which rows may be new or other since, and of which users; `every` works out all rows of a user. */
export async function changedRowsOf(
  run: DerivedRun,
  { resource }: ReadPlan,
  part: Since & { readonly every: RowsOf },
): Promise<{ readonly rowsOf: RowsOf; readonly users: readonly number[] }> {
  const { world, asked, since, every } = part;
  const { stamps, derivation } = world;
  const dated = await datedUsers(run);
  const isChanged = (id: number): boolean => (stamps.get(id) ?? 0) >= since || dated.has(id);
  const named = await changedWorld(run, resource, part);
  const rowsOf: RowsOf = async function* (subjects) {
    for (const subject of subjects) {
      if (isChanged(subject.accessContext.userId as number)) yield* every([subject]);
      else if (named !== null)
        yield* resource.derive?.({ ...derivation, ...named, subjects: [subject] }) ?? [];
    }
  };
  return { rowsOf, users: named === null ? asked.filter(isChanged) : asked };
}

/** The people or departments that rows of the resource name, as far as they have changed; `null`: none have. */
async function changedWorld(
  run: DerivedRun,
  resource: Resource,
  { world, since }: Since,
): Promise<Partial<Derivation> | null> {
  if (names(resource, 'users')) {
    const users = world.users.filter((row) => (world.stamps.get(row.id) ?? 0) >= since);
    return users.length === 0 ? null : { users };
  }
  if (!names(resource, 'departments')) return null;
  const departments = await departmentsSince(run, since);
  return departments.length === 0 ? null : { find: (async () => departments) as AwaitedFind };
}

/** How what is gone is found, for all users. */
interface GoneSearch extends Since {
  readonly rowsOf: RowsOf;
  readonly resource: Resource;
  /** The world with what has been deleted since. */
  readonly before: Derivation;
  /** People and departments about whom anybody may have been told something that holds no more; `null`: none. */
  readonly uncertain: Partial<Derivation> | null;
  /** Whether the caller knew the facts about everybody, and may know only their own now. */
  readonly lostAll: boolean;
  /** Users whose facts the caller may have known, and those whose facts they may know now. */
  readonly known: ReadonlySet<number>;
  readonly shown: ReadonlySet<number>;
  /** Users to whom something is assigned by dates. */
  readonly dated: ReadonlySet<number>;
}

/** Facts that the caller could know since, and that hold no more or are not theirs to know now: user by user. */
export async function* goneSince(
  run: DerivedRun,
  plan: ReadPlan,
  part: Since & { readonly rowsOf: RowsOf },
): AsyncGenerator<readonly Document[]> {
  const { search, ids } = await searchFor(run, plan, part);
  goApartForMany(run, ids);
  for (let start = 0; start < ids.length; start += subjectsAtOnce) {
    const some = ids.slice(start, start + subjectsAtOnce);
    const formerly = await loadAccessHistoryOf(run, { userIds: some, since: part.since });
    const kept = Map.groupBy(formerly, ({ userId }) => userId);
    const subjects = await presentSubjects(run, part.world, some);
    const present = new Map(subjects.map((subject) => [subject.accessContext.userId as number, subject]));
    for (const id of some) {
      const user = { id, present: present.get(id), formerly: kept.get(id) ?? [] };
      yield (await goneOfUser(run, search, user)).map(([row, at]) => ({
        id: row,
        deleted_at: localText(at, run.serverTimeZone),
      }));
      await run.pace.turn();
    }
  }
}

/** How to search, and of whom, in order. */
async function searchFor(
  run: DerivedRun,
  { resource, grant, former }: ReadPlan,
  part: Since & { readonly rowsOf: RowsOf },
): Promise<{ readonly search: GoneSearch; readonly ids: readonly number[] }> {
  const { administrator, userId } = grant.accessContext;
  const knewAll =
    administrator || former.some(({ rowPolicies }) => rowPolicies.some(({ scope }) => scope === 'all'));
  const known = knewAll ? part.world.users.map((row) => row.id) : part.asked;
  const lostAll = knewAll && !administrator;
  const before = await formerWorld(run, part);
  const uncertain = await uncertainWorld(run, resource, part);
  const dated = await datedUsers(run);
  const others = await usersWithAccessHistory(run, part.since);
  const ids = [
    ...others.filter((id) => knewAll || id === userId),
    ...(lostAll || uncertain !== null ? known : known.filter((id) => dated.has(id))),
  ];
  return {
    search: {
      ...part,
      resource,
      before,
      uncertain,
      lostAll,
      known: new Set(known),
      shown: new Set(part.asked),
      dated,
    },
    ids: [...new Set(ids)].sort((a, b) => a - b),
  };
}

/** A user, who may be gone, with what their rights were. */
interface FormerUser {
  readonly id: number;
  readonly present: Subject | undefined;
  readonly formerly: readonly UserAccessHistoryEntry[];
}

/** The facts about a user that hold no more, by id, each with when it last did. */
async function goneOfUser(
  run: DerivedRun,
  search: GoneSearch,
  user: FormerUser,
): Promise<readonly (readonly [id: number, at: number])[]> {
  const { resource, before, uncertain, lostAll, world, known, shown } = search;
  const gone = new Map<number, number>();
  const note = async (
    from: Derivation,
    at: number,
    isNoted: (row: Row) => boolean = () => true,
  ): Promise<void> => {
    for await (const rows of resource.derive?.(from) ?? []) {
      run.pace.derive(rows.length);
      for (const row of rows) if (isNoted(row)) gone.set(row['id'] as number, at);
      await run.pace.turn();
    }
  };
  for (const subject of formerSubjects(run, search, user)) {
    for (const administrators of circumstances(subject, before))
      await note({ ...before, administrators, subjects: [subject] }, subject.changedAt);
  }
  const subjects = user.present === undefined || !known.has(user.id) ? [] : [user.present];
  if (lostAll) await note({ ...world.derivation, subjects }, run.tx.now);
  if (uncertain !== null) await note({ ...before, ...uncertain, subjects }, run.tx.now, namesSomebody);
  if (gone.size > 0 && shown.has(user.id)) {
    for await (const rows of search.rowsOf(subjects)) for (const { id } of rows) gone.delete(id as number);
  }
  return [...gone];
}

/** Not what holds for everybody, present and to come. */
function namesSomebody(row: Row): boolean {
  return (row['resolve_user_id'] ?? row['resolve_department_id'] ?? null) !== null;
}

/** What a user could do since: access contexts that were recorded, and by day those that change by themselves. */
function formerSubjects(
  run: DerivedRun,
  { since, known, dated }: GoneSearch,
  { id, present, formerly }: FormerUser,
): readonly Subject[] {
  const isNow = present !== undefined && dated.has(id) && known.has(id);
  const now = isNow ? [{ accessContext: present.accessContext, until: run.tx.now }] : [];
  return [...formerly, ...now].flatMap((one) => {
    const days = isDated(one.accessContext) ? accessByDay(one, since) : [one];
    return days.map(({ accessContext, until }): Subject => ({ accessContext, changedAt: until }));
  });
}

/** An administrator may have been the only one, or one of several: what they could do then was something else. */
function circumstances(subject: Subject, { administrators }: Derivation): readonly (readonly number[])[] {
  const { administrator, userId } = subject.accessContext;
  return administrator ? [[userId as number], [userId as number, 0]] : [administrators];
}

/** The world with the users and departments that have been deleted since. */
async function formerWorld(run: DerivedRun, { world, since }: Since): Promise<Derivation> {
  const { derivation } = world;
  return {
    ...derivation,
    users: [...world.users, ...(await deletedRows(run, 'users', since))],
    find: foundOnce({
      find: (async (name, comparisons, options) => [
        ...(await derivation.find(name, comparisons, options)),
        ...(await deletedRows(run, name, since)),
      ]) as AwaitedFind,
    }),
  };
}

/** People and departments about whom anybody may have been told something that holds no more. */
async function uncertainWorld(
  run: DerivedRun,
  resource: Resource,
  { world, since }: Since,
): Promise<Partial<Derivation> | null> {
  if (names(resource, 'users')) {
    const changed = world.users.filter((row) => (world.stamps.get(row.id) ?? 0) >= since);
    const users = [...changed, ...(await deletedRows(run, 'users', since))];
    return users.length === 0 ? null : { users: users.map((row) => ({ ...row, internal_user_group: 2 })) };
  }
  if (!names(resource, 'departments')) return null;
  const departments = await deletedRows(run, 'departments', since);
  return departments.length === 0 ? null : { find: (async () => departments) as AwaitedFind };
}

/** Whether rows of the resource name rows of the other, beside whose rights they are. */
function names({ fields }: Resource, other: string): boolean {
  return [...fields.values()].some(({ name, relation }) => relation === other && name !== 'subject_user_id');
}
