// Who the caller is today and on whom they may act: read anew from the same snapshot as the request's rows.
import { nobody, type Assignment, type Caller, type Sight } from '#resource/access.ts';
import { localText } from '#values/time-zone.ts';
import type { Tx } from './database.ts';
import { lineOf, peopleFinder, supervisedBy, type Department } from './departments-of.ts';
import { ledMembers, loadGrants } from './load-grants.ts';
import { statement } from './statement.ts';

const userRow = statement((db, value) =>
  db
    .selectFrom('users')
    .select(['internal_user_group', 'hr_manager', 'department_id', 'timezone'])
    .where('account_id', '=', value(0))
    .where('id', '=', value(1)),
);

const departmentRows = statement((db, value) =>
  db
    .selectFrom('departments')
    .select(['id', 'mother_id', 'supervisor_id', 'supervisor_assistant_id'])
    .where('account_id', '=', value(0)),
);

const ledProjects = statement((db, value) =>
  db
    .selectFrom('nodes')
    .select('id')
    .where('account_id', '=', value(0))
    .where('project_leader_id', '=', value(1))
    .orderBy('id'),
);

const openNodes = statement((db, value) =>
  db
    .selectFrom('nodes_to_users')
    .select(['node', 'access_start as from', 'access_end as to'])
    .where('account_id', '=', value(0))
    .where('user', '=', value(1))
    .where('access', '=', 1)
    .orderBy('id'),
);

const administratorGroup = 1;

/** The part of a user's sight that follows from the account's rows. */
export type Standing = Omit<Sight, 'kind' | 'accountId' | 'userId' | 'clientId' | 'readOnly'>;

/** A caller's sight; `undefined` when the user is gone. */
export async function loadSight(tx: Tx, caller: Caller): Promise<Sight | undefined> {
  const { accountId, userId } = caller;
  if (userId === null) return { ...nobody, ...caller, administrator: true };
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
  const peopleOf = peopleFinder(tx, accountId, userIds.length);
  const found = new Map<number, Standing>();
  for (const userId of userIds) {
    const user = await userRow.get(tx, [accountId, userId]);
    if (user === undefined) continue;
    const supervised = supervisedBy(userId, departments);
    const ownDepartments = lineOf(user['department_id'] as number | null, departments);
    found.set(userId, {
      administrator: user['internal_user_group'] === administratorGroup,
      hrManager: user['hr_manager'] === 1,
      people: await peopleOf(supervised),
      departments: supervised,
      teamMembers: await ledMembers(tx, { accountId, userId }),
      ownDepartments,
      ledProjects: (await ledProjects.all(tx, [accountId, userId])).map((row) => row['id'] as number),
      assignments: (await openNodes.all(tx, [accountId, userId])) as unknown as readonly Assignment[],
      today: localText(tx.now, (user['timezone'] as string | null) ?? 'UTC').slice(0, 10),
      grants: await loadGrants(tx, { accountId, userId, ownDepartments, departments, peopleOf }),
    });
  }
  return found;
}
