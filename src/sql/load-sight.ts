// Who the caller is today and on whom they may act: read anew from the same snapshot as the request's rows.
import type { Caller, Sight } from '#resource/access.ts';
import type { Tx } from './database.ts';
import { statement } from './statement.ts';

const userRow = statement((db, value) =>
  db
    .selectFrom('users')
    .select(['internal_user_group', 'hr_manager', 'department_id'])
    .where('account_id', '=', value(0))
    .where('id', '=', value(1)),
);

const departmentRows = statement((db, value) =>
  db
    .selectFrom('departments')
    .select(['id', 'mother_id', 'supervisor_id', 'supervisor_assistant_id'])
    .where('account_id', '=', value(0)),
);

const usersOfDepartments = statement((db, value, dialect) =>
  db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', value(0))
    .where(({ ref }) => dialect.isOneOf(ref('department_id'), value(1), 'integer')),
);

const ledMembers = statement((db, value) =>
  db
    .selectFrom('team_members')
    .innerJoin('teams', (join) =>
      join
        .onRef('teams.account_id', '=', 'team_members.account_id')
        .onRef('teams.id', '=', 'team_members.team_id'),
    )
    .select('team_members.user_id as id')
    .where('team_members.account_id', '=', value(0))
    .where('teams.account_id', '=', value(0))
    .where('teams.team_leader_id', '=', value(1)),
);

interface Department {
  readonly id: number;
  readonly mother_id: number | null;
  readonly supervisor_id: number | null;
  readonly supervisor_assistant_id: number | null;
}

const administratorGroup = 1;

/** The part of a user's sight that follows from the account's rows. */
export type Standing = Pick<
  Sight,
  'administrator' | 'hrManager' | 'people' | 'departments' | 'teamMembers' | 'ownDepartments'
>;

/** Of somebody who leads nobody and belongs nowhere. */
export const noStanding: Standing = {
  administrator: false,
  hrManager: false,
  people: [],
  departments: [],
  teamMembers: [],
  ownDepartments: [],
};

/** A caller's sight; `undefined` when the user is gone. */
export async function loadSight(tx: Tx, caller: Caller): Promise<Sight | undefined> {
  const { accountId, userId } = caller;
  if (userId === null) return { ...caller, ...noStanding, administrator: true };
  const standing = (await loadStandings(tx, accountId, [userId])).get(userId);
  return standing === undefined ? undefined : { ...caller, ...standing };
}

/** Where these users stand; those who are gone are left out. */
export async function loadStandings(
  tx: Tx,
  accountId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Standing>> {
  const departments = (await departmentRows.all(tx, [accountId])) as unknown as readonly Department[];
  const found = new Map<number, Standing>();
  for (const userId of userIds) {
    const standing = await standingOf(tx, { accountId, userId }, departments);
    if (standing !== undefined) found.set(userId, standing);
  }
  return found;
}

async function standingOf(
  tx: Tx,
  { accountId, userId }: { accountId: number; userId: number },
  departments: readonly Department[],
): Promise<Standing | undefined> {
  const user = await userRow.get(tx, [accountId, userId]);
  if (user === undefined) return undefined;
  const supervised = supervisedBy(userId, departments);
  const list = tx.dialect.listParameter(supervised);
  const people = supervised.length === 0 ? [] : await usersOfDepartments.all(tx, [accountId, list]);
  const members = await ledMembers.all(tx, [accountId, userId]);
  return {
    administrator: user['internal_user_group'] === administratorGroup,
    hrManager: user['hr_manager'] === 1,
    people: people.map((row) => row['id'] as number),
    departments: supervised,
    teamMembers: [...new Set(members.map((row) => row['id'] as number))],
    ownDepartments: lineOf(user['department_id'] as number | null, departments),
  };
}

/** The departments that the user leads or assists in, with all below them. */
function supervisedBy(userId: number, departments: readonly Department[]): number[] {
  const found = new Set(
    departments
      .filter((one) => one.supervisor_id === userId || one.supervisor_assistant_id === userId)
      .map((one) => one.id),
  );
  const below = Map.groupBy(departments, (one) => one.mother_id);
  for (const id of found) for (const child of below.get(id) ?? []) found.add(child.id);
  return [...found];
}

/** A department and those above it, itself first. */
function lineOf(id: number | null, departments: readonly Department[]): number[] {
  const byId = new Map(departments.map((one) => [one.id, one]));
  const line: number[] = [];
  for (let next = id; next !== null && !line.includes(next); next = byId.get(next)?.mother_id ?? null)
    line.push(next);
  return line;
}
