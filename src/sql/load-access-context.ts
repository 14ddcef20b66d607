// Who the caller is today and on whom they may act: read anew from the same snapshot as the request's rows.
import { noRights, type Assignment, type Caller, type Reach, type AccessContext } from '#resource/access.ts';
import { localText } from '#values/time-zone.ts';
import type { AccountUnit, UnitTx } from './database.ts';
import { lineOf, peopleFinder, supervisedBy, type Department } from './departments-of.ts';
import { grantsOf, ledMembers, permissionRows } from './load-grants.ts';
import { together } from '#resource/missing.ts';
import { statement } from './statement.ts';

const userRows = statement((db, value, dialect) =>
  db
    .selectFrom('users')
    .select(['id', 'internal_user_group', 'hr_manager', 'department_id', 'timezone'])
    .select((eb) =>
      ['colleagues_see_contact', 'team_sees_absences', 'team_sees_presence'].map((setting) =>
        eb
          .selectFrom('general_settings')
          .select(({ fn }) => fn.max('setting_value').as('value'))
          .where('account_id', '=', value(0))
          .where('setting_type', '=', setting)
          .as(setting),
      ),
    )
    .where('account_id', '=', value(0))
    .where(({ ref }) => dialect.isOneOf(ref('id'), value(1), 'integer'))
    .orderBy('id'),
);

const activeUsers = statement((db, value, dialect) =>
  db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', value(0))
    .where(({ ref }) => dialect.isOneOf(ref('id'), value(1), 'integer'))
    .where('active', '=', 1)
    .orderBy('id'),
);

const departmentRows = statement((db, value) =>
  db
    .selectFrom('departments')
    .select(['id', 'mother_id', 'supervisor_id', 'supervisor_assistant_id'])
    .where('account_id', '=', value(0)),
);

const ledProjects = statement((db, value, dialect) =>
  db
    .selectFrom('nodes')
    .select(['project_leader_id as user_id', 'id'])
    .where('account_id', '=', value(0))
    .where(({ ref }) => dialect.isOneOf(ref('project_leader_id'), value(1), 'integer'))
    .orderBy('id'),
);

const openNodes = statement((db, value, dialect) =>
  db
    .selectFrom('nodes_to_users')
    .select(['user as user_id', 'node', 'access_start as from', 'access_end as to'])
    .where('account_id', '=', value(0))
    .where(({ ref }) => dialect.isOneOf(ref('user'), value(1), 'integer'))
    .where('access', '=', 1)
    .orderBy('id'),
);

const assignedToTerminal = statement((db, value) =>
  db
    .selectFrom('multiuser_to_users')
    .select('assigned_user_id as id')
    .where('account_id', '=', value(0))
    .where('user_id', '=', value(1))
    .orderBy('id'),
);

const teammates = statement((db, value, dialect) =>
  db
    .selectFrom('team_members as own')
    .innerJoin('team_members as other', (join) =>
      join.onRef('other.account_id', '=', 'own.account_id').onRef('other.team_id', '=', 'own.team_id'),
    )
    .select(['own.user_id as user_id', 'other.user_id as id'])
    .distinct()
    .where('own.account_id', '=', value(0))
    .where('other.account_id', '=', value(0))
    .where(({ ref }) => dialect.isOneOf(ref('own.user_id'), value(1), 'integer'))
    .orderBy('own.user_id')
    .orderBy('other.user_id'),
);

const administratorGroup = 1;
const terminalGroup = 3;

/** The part of a user's access context that follows from the account's rows. */
export type Standing = Omit<
  AccessContext,
  'kind' | 'accountId' | 'userId' | 'actorId' | 'clientId' | 'readOnly'
>;

/** A caller's access context; `undefined` when the user is gone. */
export function loadAccessContext(tx: UnitTx, caller: Caller): AccessContext | undefined {
  const { accountId, userId } = caller;
  if (userId === null) return { ...noRights, ...caller, administrator: true };
  const standing = loadStandings(tx, accountId, [userId]).get(userId);
  return standing === undefined ? undefined : { actorId: null, ...caller, ...standing };
}

/** The access contexts of these users as if they asked, by id; those who are not active, or gone, are left out. */
export function loadAccessContexts(
  { tx, accountId }: AccountUnit,
  userIds: readonly number[],
): readonly AccessContext[] {
  if (userIds.length === 0) return [];
  const standings = loadStandings(tx, accountId, userIds);
  const active = activeUsers.all(tx, [accountId, tx.dialect.listParameter(userIds)]);
  return active.flatMap(({ id }) => {
    const standing = standings.get(id as number);
    return standing === undefined ? [] : [{ ...noRights, accountId, userId: id as number, ...standing }];
  });
}

/** Where these users stand; those who are gone are left out. As many statements for many as for one, shared terminals aside. */
export function loadStandings(
  tx: UnitTx,
  accountId: number,
  userIds: readonly number[],
): ReadonlyMap<number, Standing> {
  const asked = { accountId, userIds };
  const peopleOf = peopleFinder(tx, accountId, userIds.length);
  const [users, allDepartments, members, projects, open, grants] = together([
    () => userRows.all(tx, [accountId, tx.dialect.listParameter(userIds)]),
    () => departmentRows.all(tx, [accountId]),
    () => rowsByUser(tx, ledMembers, asked),
    () => rowsByUser(tx, ledProjects, asked),
    () => rowsByUser(tx, openNodes, asked),
    () => rowsByUser(tx, permissionRows, asked),
  ]);
  const departments = allDepartments as unknown as readonly Department[];
  const colleagues = users.some(seesTeam) ? rowsByUser(tx, teammates, asked) : none;
  const found = new Map<number, Standing>();
  for (const user of users) {
    const userId = user['id'] as number;
    const supervised = supervisedBy(userId, departments);
    const ownDepartments = lineOf(user['department_id'] as number | null, departments);
    const teamMembers = [...new Set((members.get(userId) ?? []).map((row) => row['id'] as number))];
    const holder = { accountId, userId, ownDepartments, departments, peopleOf, teamMembers };
    found.set(userId, {
      administrator: user['internal_user_group'] === administratorGroup,
      hrManager: user['hr_manager'] === 1,
      people: peopleOf(supervised),
      departments: supervised,
      teamMembers,
      terminalUsers: usersOfTerminal(tx, { accountId, userId, group: user['internal_user_group'] }),
      ownDepartments,
      ledProjects: (projects.get(userId) ?? []).map((row) => row['id'] as number),
      assignments: (open.get(userId) ?? []).map(assignmentOf),
      colleaguesSeeContact: user['colleagues_see_contact'] === '1',
      seesAbsences: reachOf(user, 'team_sees_absences'),
      seesPresence: reachOf(user, 'team_sees_presence'),
      teammates: seesTeam(user) ? (colleagues.get(userId) ?? []).map((row) => row['id'] as number) : [],
      today: localText(tx.now, (user['timezone'] as string | null) ?? 'UTC').slice(0, 10),
      grants: grantsOf(tx, holder, grants.get(userId) ?? []),
    });
  }
  return found;
}

/** Which colleagues a user sees, by the name of a setting. */
function reachOf(user: FoundRow, setting: 'team_sees_absences' | 'team_sees_presence'): Reach {
  return (user[setting] ?? 'department') as Reach;
}

function seesTeam(user: FoundRow): boolean {
  return reachOf(user, 'team_sees_absences') === 'team' || reachOf(user, 'team_sees_presence') === 'team';
}

type FoundRow = Readonly<Record<string, unknown>>;

const none: ReadonlyMap<number, readonly FoundRow[]> = new Map();

/** The rows of a statement by the user that each is about. */
function rowsByUser(
  tx: UnitTx,
  asking: typeof userRows,
  { accountId, userIds }: { accountId: number; userIds: readonly number[] },
): ReadonlyMap<number, readonly FoundRow[]> {
  const rows = asking.all(tx, [accountId, tx.dialect.listParameter(userIds)]);
  return Map.groupBy(rows, (row) => row['user_id'] as number);
}

function assignmentOf(row: FoundRow): Assignment {
  const { node, from, to } = row as unknown as Assignment;
  return { node, from, to };
}

function usersOfTerminal(
  tx: UnitTx,
  { accountId, userId, group }: { accountId: number; userId: number; group: unknown },
): readonly number[] {
  if (group !== terminalGroup) return [];
  return assignedToTerminal.all(tx, [accountId, userId]).map((row) => row['id'] as number);
}
