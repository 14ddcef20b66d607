// What has changed since a moment of what derived rows follow from: rights of users, people and departments.
import { emptyRow } from '#resource/empty-row.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { anyDeleted, deletedIds } from '#sql/deletions.ts';
import { usersWithAccessHistory } from '#sql/access-history.ts';
import { findRows } from '#sql/store.ts';
import { allDates } from '#values/date-range.ts';
import { localText } from '#values/time-zone.ts';
import { resourceNamed } from '../write/account-view.ts';
import type { DerivedRun } from '../read/derived-world.ts';

/** Most clients that synchronise ask again before people, departments or rights have changed. */
export async function anyChangedSince(run: DerivedRun, since: number): Promise<boolean> {
  if ((await usersWithAccessHistory(run, since)).length > 0) return true;
  if ((await departmentsSince(run, since)).length > 0) return true;
  for (const name of ['users', 'departments']) {
    const resource = resourceNamed(run.schema, name);
    if (await anyDeleted(run, { resource, since })) return true;
  }
  // No zone is more than a day from UTC, and what ends on a day ends with it.
  const turns = { from: dateAt(since - 2 * day), to: dateAt(run.tx.now + day) };
  return (await anyPersonSince(run, since)) || (await datedUsers(run, turns)).size > 0;
}

function findIn(
  { tx, accountId }: DerivedRun,
  resource: Resource,
  question: Parameters<typeof findRows>[2],
): Promise<readonly Row[]> {
  return tx.unit((unit) => findRows({ tx: unit, accountId }, resource, question));
}

/** Rows of which only the id is known any more. */
export async function deletedRows(
  run: DerivedRun,
  name: string,
  since: number,
): Promise<readonly (Row & { readonly id: number })[]> {
  const resource = resourceNamed(run.schema, name);
  const ids = [...(await deletedIds(run, { resource, since }))];
  if (ids.length === 0) return [];
  const present = await findIn(run, resource, { comparisons: [{ column: 'id', is: 'in', value: ids }] });
  const there = new Set(present.map((row) => row['id']));
  return ids.filter((id) => !there.has(id)).map((id) => ({ ...emptyRow(resource), id }));
}

/** Departments that were changed at or after the moment. */
export async function departmentsSince(run: DerivedRun, since: number): Promise<readonly Row[]> {
  return findIn(run, resourceNamed(run.schema, 'departments'), {
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
    if ((await findIn(run, users, { comparisons, options: { limit: 1 } })).length > 0) return true;
  }
  return false;
}

const day = 86_400;

function dateAt(instant: number): string {
  return localText(instant, 'UTC').slice(0, 10);
}

/** Users to whom something is assigned from or until one of these days: their rights change by themselves. */
export async function datedUsers(
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
    for (const row of await findIn(run, resource, { comparisons })) found.add(row['user'] as number);
  }
  return found;
}
