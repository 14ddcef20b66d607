// On whom users could act until something changed it: delta answers compare it with today (decisions §5).
import type { FormerSight } from '#plan/plan-context.ts';
import { nobody, type Sight } from '#resource/access.ts';
import type { Tx } from './database.ts';
import { loadStandings, type Standing } from './load-sight.ts';
import { statement } from './statement.ts';
import { allocateId, type AccountTx } from './store.ts';

const insert = statement((db, value) =>
  db.insertInto('former_sights').values({
    account_id: value(0),
    id: value(1),
    user_id: value(2),
    used_until: value(3),
    sight: value(4),
  }),
);

/** Keeps the sights of these users as the transaction finds them, before it changes them. */
export async function keepSights({ tx, accountId }: AccountTx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  for (const [userId, standing] of await loadStandings(tx, accountId, userIds)) {
    const id = await allocateId({ tx, accountId }, 'former_sights');
    await insert.run(tx, [accountId, id, userId, tx.now, JSON.stringify(standing)]);
  }
}

const since = statement((db, value) =>
  db
    .selectFrom('former_sights')
    .select(['sight', 'used_until'])
    .where('account_id', '=', value(0))
    .where('user_id', '=', value(1))
    .where('used_until', '>=', value(2))
    .orderBy('used_until')
    .orderBy('id'),
);

/** What the user's sight was at or after the stamp, in order; today's is not among them. */
export async function loadFormerSights(
  tx: Tx,
  part: { readonly sight: Sight; readonly since: number },
): Promise<readonly FormerSight[]> {
  const rows = await since.all(tx, [part.sight.accountId, part.sight.userId, part.since]);
  return rows.map((row) => ({
    sight: { ...part.sight, grants: [], ...(JSON.parse(row['sight'] as string) as Partial<Standing>) },
    until: row['used_until'] as number,
  }));
}

/** What a user's rights were until the stamp. */
export interface FormerStanding extends FormerSight {
  readonly userId: number;
}

const allSince = statement((db, value) =>
  db
    .selectFrom('former_sights')
    .select(['user_id', 'sight', 'used_until'])
    .where('account_id', '=', value(0))
    .where('used_until', '>=', value(1))
    .orderBy('used_until')
    .orderBy('id'),
);

/** The former sights of all users of an account at or after the stamp, in order. */
export async function loadAllFormerSights(
  { tx, accountId }: AccountTx,
  stamp: number,
): Promise<readonly FormerStanding[]> {
  const rows = await allSince.all(tx, [accountId, stamp]);
  return rows.map((row) => {
    const userId = row['user_id'] as number;
    const standing = JSON.parse(row['sight'] as string) as Partial<Standing>;
    return {
      userId,
      sight: { ...nobody, accountId, userId, ...standing },
      until: row['used_until'] as number,
    };
  });
}

const lastChanges = statement((db, value) =>
  db
    .selectFrom('former_sights')
    .select(({ fn }) => ['user_id', fn.max('used_until').as('used_until')])
    .where('account_id', '=', value(0))
    .groupBy('user_id'),
);

/** When the rights of each user last changed, as far as that is kept. */
export async function lastSightChanges({ tx, accountId }: AccountTx): Promise<ReadonlyMap<number, number>> {
  const rows = await lastChanges.all(tx, [accountId]);
  return new Map(rows.map((row) => [row['user_id'] as number, row['used_until'] as number]));
}
