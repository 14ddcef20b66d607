// Who the caller is today and on whom they may act: read anew from the same snapshot as the request's rows.
import { nobody, type Caller, type Sight } from '#resource/access.ts';
import type { Tx } from './database.ts';
import { lineOf, peopleFinder, supervisedBy, type Department } from './departments-of.ts';
import { ledMembers, loadGrants } from './load-grants.ts';
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
      grants: await loadGrants(tx, { accountId, userId, ownDepartments, departments, peopleOf }),
    });
  }
  return found;
}
