// On whom users could act until something changed it: delta answers compare it with today (decisions §5).
import type { AccessHistoryEntry } from '#plan/plan-context.ts';
import { noRights, type AccessContext } from '#resource/access.ts';
import type { AccountTx, AccountUnit, Tx } from './database.ts';
import { loadStandings, type Standing } from './load-access-context.ts';
import { statement } from './statement.ts';
import { allocateId } from './store.ts';
import { earliestInstant, localText } from '#values/time-zone.ts';

const insert = statement((db, value) =>
  db.insertInto('former_sights').values({
    account_id: value(0),
    id: value(1),
    user_id: value(2),
    used_until: value(3),
    sight: value(4),
  }),
);

/** Records the access of these users as the transaction finds them, before it changes them. */
export function recordAccess({ tx, accountId }: AccountUnit, userIds: readonly number[]): void {
  if (userIds.length === 0) return;
  for (const [userId, standing] of loadStandings(tx, accountId, userIds)) {
    const id = allocateId({ tx, accountId }, 'former_sights');
    insert.run(tx, [accountId, id, userId, tx.stamp, JSON.stringify(standing)]);
  }
}

const keptSince = statement((db, value) =>
  db
    .selectFrom('former_sights')
    .select(['sight', 'used_until'])
    .where('account_id', '=', value(0))
    .where('user_id', '=', value(1))
    .where('used_until', '>=', value(2))
    .orderBy('used_until')
    .orderBy('id'),
);

/** What the oldest rows do not tell of. */
const unkept = {
  grants: [],
  ledProjects: [],
  assignments: [],
  terminalUsers: [],
  colleaguesSeeContact: false,
  seesAbsences: 'none',
  seesPresence: 'none',
  teammates: [],
} as const;

/** What the user's access context was at or after the stamp, in order; today's is not among them. */
export async function loadAccessHistory(
  tx: Tx,
  part: { readonly accessContext: AccessContext; readonly since: number },
): Promise<readonly AccessHistoryEntry[]> {
  const { accessContext, since } = part;
  const rows = await keptSince.all(tx, [accessContext.accountId, accessContext.userId, since]);
  const kept = rows.map((row) => ({
    accessContext: {
      ...accessContext,
      ...unkept,
      ...(JSON.parse(row['sight'] as string) as Partial<Standing>),
    },
    until: row['used_until'] as number,
  }));
  const found: AccessHistoryEntry[] = [];
  let from = since;
  // Without dates, what holds now has held since it was last changed.
  for (const one of isDated(accessContext) ? [...kept, { accessContext, until: tx.now }] : kept) {
    found.push(...accessByDay(one, from));
    from = one.until;
  }
  return found;
}

const day = 86_400;

/** Whether the access context changes by itself on some days. */
export function isDated({ assignments }: Pick<AccessContext, 'assignments'>): boolean {
  return assignments.some((one) => one.from !== null || one.to !== null);
}

/** The days on which an assignment begins, or has ended. */
function turnsOf({ assignments }: Pick<AccessContext, 'assignments'>): readonly string[] {
  const turns = assignments.flatMap((one) => [one.from, one.to === null ? null : dayAfter(one.to)]);
  return turns.filter((turn) => turn !== null);
}

/** When the access context last changed by itself, on clocks of the zone; 0: it did not. */
export function lastTurn(
  accessContext: Pick<AccessContext, 'assignments' | 'today'>,
  timeZone: string,
): number {
  const past = turnsOf(accessContext).filter((turn) => turn <= accessContext.today);
  const last = past.toSorted().at(-1);
  return last === undefined ? 0 : earliestInstant(`${last} 00:00:00`, timeZone);
}

/**
 * The access context on the day of the instant, and on each day until its own on which an assignment began or had
 * ended.
 */
export function accessByDay(
  { accessContext, until }: AccessHistoryEntry,
  from: number,
): readonly AccessHistoryEntry[] {
  // No zone is as much as a day behind UTC.
  const first = dateOf(from - day);
  const days = turnsOf(accessContext).filter((turn) => first < turn && turn <= accessContext.today);
  const sorted = [...new Set([first, ...days])].sort();
  return sorted.map((today, index) => {
    const next = sorted[index + 1];
    const ended = next === undefined ? until : Math.max(from, Math.min(until, instantOf(next)));
    return { accessContext: { ...accessContext, today }, until: ended };
  });
}

function dateOf(instant: number): string {
  return localText(instant, 'UTC').slice(0, 10);
}

function dayAfter(date: string): string {
  return dateOf(instantOf(date) + day);
}

function instantOf(date: string): number {
  return earliestInstant(`${date} 00:00:00`, 'UTC');
}

/** What a user's rights were until the stamp. */
export interface UserAccessHistoryEntry extends AccessHistoryEntry {
  readonly userId: number;
}

const ofUsersSince = statement((db, value, dialect) =>
  db
    .selectFrom('former_sights')
    .select(['user_id', 'sight', 'used_until'])
    .where('account_id', '=', value(0))
    .where(({ ref }) => dialect.isOneOf(ref('user_id'), value(1), 'integer'))
    .where('used_until', '>=', value(2))
    .orderBy('used_until')
    .orderBy('id'),
);

const usersSince = statement((db, value) =>
  db
    .selectFrom('former_sights')
    .select('user_id')
    .distinct()
    .where('account_id', '=', value(0))
    .where('used_until', '>=', value(1))
    .orderBy('user_id'),
);

/** Users whose access contexts were others at or after the stamp, by id. */
export async function usersWithAccessHistory(
  { tx, accountId }: AccountTx,
  stamp: number,
): Promise<readonly number[]> {
  const rows = await usersSince.all(tx, [accountId, stamp]);
  return rows.map((row) => row['user_id'] as number);
}

/** The access history of these users at or after the stamp, in order. */
export async function loadAccessHistoryOf(
  { tx, accountId }: AccountTx,
  { userIds, since }: { readonly userIds: readonly number[]; readonly since: number },
): Promise<readonly UserAccessHistoryEntry[]> {
  const rows = await ofUsersSince.all(tx, [accountId, tx.dialect.listParameter(userIds), since]);
  return rows.map((row) => {
    const userId = row['user_id'] as number;
    const standing = JSON.parse(row['sight'] as string) as Partial<Standing>;
    return {
      userId,
      accessContext: { ...noRights, accountId, userId, ...unkept, ...standing },
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
export async function lastAccessChanges({ tx, accountId }: AccountTx): Promise<ReadonlyMap<number, number>> {
  const rows = await lastChanges.all(tx, [accountId]);
  return new Map(rows.map((row) => [row['user_id'] as number, row['used_until'] as number]));
}
