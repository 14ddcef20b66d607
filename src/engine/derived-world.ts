// What derived rows follow from: the users of the account, their rights, and when these last changed.
import { nobody, type Sight } from '#resource/access.ts';
import type { Derivation, Subject } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import type { AccountTx } from '#sql/database.ts';
import { lastSightChanges, lastTurn } from '#sql/former-sights.ts';
import { loadStandings } from '#sql/load-sight.ts';
import { findRows } from '#sql/store.ts';
import { resourceNamed } from './account-view.ts';
import { readView } from './read-view.ts';

/** What a derived read runs in. */
export interface DerivedRun extends AccountTx {
  readonly schema: Schema;
  readonly serverTimeZone: string;
}

/** Every user, and when what others may do with them, and they with others, last changed. */
export interface World {
  readonly users: readonly Row[];
  /** Epoch seconds by user. */
  readonly stamps: ReadonlyMap<number, number>;
}

/** Reads it. People of before it was kept when they were created count as changed with every change of their row. */
export async function loadWorld(run: DerivedRun): Promise<World> {
  const users = await findRows(run, resourceNamed(run.schema, 'users'), { comparisons: [] });
  const changes = await lastSightChanges(run);
  const stamps = users.map((row): [number, number] => {
    const id = row['id'] as number;
    const created = (row['created_at'] ?? row['updated']) as number;
    return [id, Math.max(created, changes.get(id) ?? 0)];
  });
  return { users, stamps: new Map(stamps) };
}

/** What the rows of these sights follow from. */
export function derivationOf(
  run: DerivedRun,
  { users, stamps }: World,
  sights: readonly Sight[],
): Derivation {
  const zones = new Map(users.map((row) => [row['id'], row['timezone'] as string | null]));
  const subjects = sights.map((sight): Subject => {
    const stamp = stamps.get(sight.userId as number) ?? 0;
    const turned = lastTurn(sight, zones.get(sight.userId) ?? 'UTC');
    return { sight, changedAt: Math.max(stamp, turned) };
  });
  return {
    subjects,
    users,
    administrators: users
      .filter((row) => row['internal_user_group'] === 1 && row['active'] === 1)
      .map((row) => row['id'] as number),
    stampOf: (userId) => stamps.get(userId) ?? 0,
    resource: (name) => resourceNamed(run.schema, name),
    find: readView(run, run.schema).find,
  };
}

/** The rights of users as they stand. */
export async function presentSights(run: DerivedRun, userIds: readonly number[]): Promise<readonly Sight[]> {
  if (userIds.length === 0) return [];
  const standings = await loadStandings(run.tx, run.accountId, userIds);
  return [...standings].map(([userId, standing]) => ({
    ...nobody,
    accountId: run.accountId,
    userId,
    ...standing,
  }));
}
