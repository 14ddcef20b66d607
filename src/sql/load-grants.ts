// What rows of `permissions` grant a user, with each scope worked out to the people and departments it means today.
import type { GrantedRight, GrantedVerb } from '#resource/access.ts';
import { permissionScopes } from '#resource/permission-scopes.ts';
import type { UnitTx } from './database.ts';
import { withBelow, type Department, type PeopleOf } from './departments-of.ts';
import { statement } from './statement.ts';

/** Rows of `permissions` of many users. */
export const permissionRows = statement((db, value, dialect) =>
  db
    .selectFrom('permissions')
    .select([
      'user_id',
      'resource_name',
      'permission_name',
      'permission_scope_id',
      'permission_scope_data_1',
      'permission_scope_data_2',
      'permission_scope_data_3',
    ])
    .where('account_id', '=', value(0))
    .where(({ ref }) => dialect.isOneOf(ref('user_id'), value(1), 'integer'))
    .orderBy('id'),
);

/** Members of the teams that each of many users leads, once for each team. */
export const ledMembers = statement((db, value, dialect) =>
  db
    .selectFrom('team_members')
    .innerJoin('teams', (join) =>
      join
        .onRef('teams.account_id', '=', 'team_members.account_id')
        .onRef('teams.id', '=', 'team_members.team_id'),
    )
    .select(['teams.team_leader_id as user_id', 'team_members.user_id as id'])
    .where('team_members.account_id', '=', value(0))
    .where('teams.account_id', '=', value(0))
    .where(({ ref }) => dialect.isOneOf(ref('teams.team_leader_id'), value(1), 'integer'))
    .orderBy('team_members.user_id'),
);

const membersOfTeam = statement((db, value) =>
  db
    .selectFrom('team_members')
    .select('user_id as id')
    .where('account_id', '=', value(0))
    .where('team_id', '=', value(1))
    .orderBy('user_id'),
);

/** The holder, and what scopes are worked out with. */
export interface Holder {
  readonly accountId: number;
  readonly userId: number;
  readonly ownDepartments: readonly number[];
  readonly departments: readonly Department[];
  readonly peopleOf: PeopleOf;
  /** Members of the teams that the holder leads. */
  readonly teamMembers: readonly number[];
}

/** The rights that these rows of `permissions` grant the holder. */
export function grantsOf(
  tx: UnitTx,
  holder: Holder,
  rows: readonly Readonly<Record<string, unknown>>[],
): readonly GrantedRight[] {
  const grants: GrantedRight[] = [];
  for (const row of rows) {
    grants.push({
      resource: row['resource_name'] as string,
      verb: row['permission_name'] as GrantedVerb,
      ...reach(tx, holder, row),
    });
  }
  return grants;
}

function reach(
  tx: UnitTx,
  holder: Holder,
  row: Readonly<Record<string, unknown>>,
): Pick<GrantedRight, 'people' | 'departments'> {
  const first = row['permission_scope_data_1'] as number | null;
  switch (row['permission_scope_id']) {
    case permissionScopes.all:
      return { people: 'all', departments: 'all' };
    case permissionScopes.own:
      return { people: [holder.userId], departments: [] };
    case permissionScopes.department:
    case permissionScopes.department_tree: {
      const top = first === null ? holder.ownDepartments.slice(0, 1) : [first];
      const tree = row['permission_scope_id'] === permissionScopes.department_tree;
      const departments = tree ? withBelow(top, holder.departments) : top;
      return { people: holder.peopleOf(departments), departments };
    }
    case permissionScopes.team: {
      if (first === null) return { people: holder.teamMembers, departments: [] };
      const members = membersOfTeam.all(tx, [holder.accountId, first]);
      return { people: members.map((member) => member['id'] as number), departments: [] };
    }
    case permissionScopes.user: {
      const named = [1, 2, 3].map((number) => row[`permission_scope_data_${number}`]);
      return { people: named.filter((id): id is number => typeof id === 'number'), departments: [] };
    }
    default:
      throw new Error(`permissions hold the unknown scope ${String(row['permission_scope_id'])}`);
  }
}
