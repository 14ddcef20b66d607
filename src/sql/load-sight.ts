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

/** A caller's sight; `undefined` when the user is gone. */
export async function loadSight(tx: Tx, caller: Caller): Promise<Sight | undefined> {
  const common = { ...caller, people: [], departments: [], teamMembers: [], ownDepartments: [] };
  if (caller.userId === null) return { ...common, administrator: true, hrManager: false };
  const user = await userRow.get(tx, [caller.accountId, caller.userId]);
  if (user === undefined) return undefined;
  const administrator = user['internal_user_group'] === administratorGroup;
  const departments = (await departmentRows.all(tx, [caller.accountId])) as unknown as readonly Department[];
  const supervised = supervisedBy(caller.userId, departments);
  const list = tx.dialect.listParameter(supervised);
  const people = supervised.length === 0 ? [] : await usersOfDepartments.all(tx, [caller.accountId, list]);
  const members = await ledMembers.all(tx, [caller.accountId, caller.userId]);
  return {
    ...common,
    administrator,
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
