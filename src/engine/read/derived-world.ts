// What derived rows follow from: the users of the account, their rights, and when these last changed.
import { noRights, type AccessContext } from '#resource/access.ts';
import type { Derivation, Subject } from '#resource/resource.ts';
import type { AwaitedFind, Row } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import type { AccountTx } from '#sql/database.ts';
import { lastAccessChanges, lastTurn } from '#sql/access-history.ts';
import { loadStandings } from '#sql/load-access-context.ts';
import { resourceNamed } from '../write/account-view.ts';
import { GoesApart, type Pace } from './pace.ts';
import { readView } from './read-view.ts';

/** What a derived read runs in. */
export interface DerivedRun extends AccountTx {
  readonly schema: Schema;
  readonly serverTimeZone: string;
  readonly pace: Pace;
}

/** Items that come some at a time. */
export type Portions<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>;

/** Works out the rows of these subjects, in the order of their ids. */
export type RowsOf = (subjects: readonly Subject[]) => Portions<Row>;

/** Every user, and when what others may do with them, and they with others, last changed. */
export interface World {
  readonly users: readonly Row<'users'>[];
  /** Epoch seconds by user. */
  readonly stamps: ReadonlyMap<number, number>;
  /** What rows follow from, of no subject yet. */
  readonly derivation: Derivation;
}

/** Users whose rights are loaded together. */
export const subjectsAtOnce = 100;
/** The rights of more users are worked out apart: each takes a millisecond. */
const mostSubjects = 20;

/** Reads it. People of before it was kept when they were created count as changed with every change of their row. */
export async function loadWorld(run: DerivedRun): Promise<World> {
  const find = awaitedFind(run);
  const users = await find('users', []);
  const changes = await lastAccessChanges(run);
  const entries = users.map((row): [number, number] => {
    const created = row.created_at ?? row.updated ?? 0;
    return [row.id, Math.max(created, changes.get(row.id) ?? 0)];
  });
  const stamps = new Map(entries);
  const derivation: Derivation = {
    subjects: [],
    users,
    administrators: users
      .filter((row) => row.internal_user_group === 1 && row.active === 1)
      .map((row) => row.id),
    stampOf: (userId) => stamps.get(userId) ?? 0,
    resource: (name) => resourceNamed(run.schema, name),
    find: foundOnce({ find }),
  };
  return { users, stamps, derivation };
}

function awaitedFind({ tx, accountId, schema }: DerivedRun): AwaitedFind {
  return (...question) => tx.unit((unit) => readView({ tx: unit, accountId }, schema).find(...question));
}

/** Finds rows once, however often they are asked for: each portion needs the same departments and types of absence. */
export function foundOnce({ find }: { readonly find: AwaitedFind }): AwaitedFind {
  const found = new Map<string, Promise<readonly Row[]>>();
  return ((name, comparisons, options) => {
    const key = JSON.stringify([name, comparisons, options]);
    let rows = found.get(key);
    if (rows === undefined) found.set(key, (rows = find(name, comparisons, options)));
    return rows;
  }) as AwaitedFind;
}

/** Throws {@link GoesApart} before the rights of many users are worked out while other requests wait. */
export function goApartForMany({ pace }: DerivedRun, userIds: readonly number[]): void {
  if (!pace.isApart && userIds.length > mostSubjects) throw new GoesApart();
}

/** The rights of users as they stand, by id; those who are gone are left out. */
export async function presentSubjects(
  run: DerivedRun,
  { users, stamps }: World,
  userIds: readonly number[],
): Promise<readonly Subject[]> {
  if (userIds.length === 0) return [];
  const asked = new Set(userIds);
  const own = users.filter((row) => asked.has(row.id));
  const zones = new Map(own.map((row) => [row.id, row.timezone]));
  const standings = await run.tx.unit((unit) => loadStandings(unit, run.accountId, userIds));
  return [...standings].map(([userId, standing]) => {
    const accessContext: AccessContext = { ...noRights, accountId: run.accountId, userId, ...standing };
    const turned = lastTurn(accessContext, zones.get(userId) ?? 'UTC');
    return { accessContext, changedAt: Math.max(stamps.get(userId) ?? 0, turned) };
  });
}
