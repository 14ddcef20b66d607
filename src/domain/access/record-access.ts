// What a user may see follows from people, departments and teams. Before one of these changes, the access of the
// users concerned is recorded, so that their delta answers tell what they gain and lose (decisions §5).
import { permissionScopes } from '#resource/permission-scopes.ts';
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers, differs, referenceIn, rowId } from '../change.ts';
import { leadersOver, peopleBelow } from './leaders.ts';

/** The zone says what day it is, and days begin and end access. */
const rights = ['internal_user_group', 'hr_manager', 'department_id', 'timezone', 'active'] as const;

/** Before a person changes place or role: theirs, and those of the leaders whom they leave or join. */
export const recordAccessOfPerson: Rule<'users'> = (change, view) => {
  const ruling = administratorsConcerned(change, view);
  if (change.verb === 'update' && ruling.length === 0 && !anyDiffers(change, rights)) return;
  const concerned = new Set([...ruling, ...(change.verb === 'create' ? [] : [rowId(change)])]);
  for (const id of leadersWhoLoseOrGain(change, view)) concerned.add(id);
  view.recordAccess([...concerned]);
};

/** An account's only administrator may do what none of several may: all of them, when there is one more or less. */
function administratorsConcerned(change: Change<'users'>, view: View): readonly number[] {
  const [before, after] = rowsOf(change).map(isActiveAdministrator);
  if (before === after) return [];
  const rows = view.find('users', [{ column: 'internal_user_group', is: '=', value: 1 }]);
  return rows.map((row) => row.id);
}

function isActiveAdministrator(row: Row<'users'> | undefined): boolean {
  return row?.internal_user_group === 1 && row.active === 1;
}

/** Before a department changes leaders or place: theirs, and for another place those of its people. */
export const recordAccessOfDepartment: Rule<'departments'> = (change, view) => {
  if (!anyDiffers(change, ['supervisor_id', 'supervisor_assistant_id', 'mother_id']) && isUpdate(change))
    return;
  const [before, after] = rowsOf(change);
  const concerned = new Set(inOneOnly(leadersOver(before, view), leadersOver(after, view)));
  const moved = isUpdate(change) && differs(change, 'mother_id');
  for (const id of moved ? peopleBelow(rowId(change), view) : []) concerned.add(id);
  if (!isUpdate(change) || moved) for (const id of holders('department', view)) concerned.add(id);
  view.recordAccess([...concerned]);
};

/** Before a team changes hands or dissolves: those of its leaders, and of those who have rights over teams. */
export const recordAccessOfLeaders: Rule<'teams'> = (change, view) => {
  if (change.verb === 'create' || (isUpdate(change) && !differs(change, 'team_leader_id'))) return;
  const leaders = rowsOf(change).map((row) =>
    row === undefined ? null : referenceIn(row, 'team_leader_id'),
  );
  const concerned = new Set(leaders.filter((id) => id !== null));
  for (const id of holders('team', view)) concerned.add(id);
  if (change.verb === 'delete') for (const id of membersWhoSee(rowId(change), view)) concerned.add(id);
  view.recordAccess([...concerned]);
};

/** Before a permission is given, changed or taken: that of its holder. */
export const recordAccessOfHolder: Rule<'permissions'> = (change, view) => {
  view.recordAccess([change.after.user_id]);
};

/** Before a person comes to a terminal or leaves it: the terminal's. */
export const recordAccessOfTerminal: Rule<'multiuserToUsers'> = (change, view) => {
  view.recordAccess([change.after.user_id]);
};

const amongColleagues: readonly unknown[] = [
  'colleagues_see_contact',
  'team_sees_absences',
  'team_sees_presence',
];

/** Before colleagues see more or less of each other: those of everybody who sees no more anyway. */
export const recordAccessOfColleagues: Rule<'generalSettings'> = (change, view) => {
  if (!amongColleagues.includes(change.after.setting_type) || !differs(change, 'setting_value')) return;
  const others = [{ column: 'internal_user_group', is: 'in', value: [2, 3] }] as const;
  const people = view.find('users', others);
  view.recordAccess(people.filter((row) => row.hr_manager !== 1).map((row) => row.id));
};

/** Before a person joins or leaves a team: those of its leader, its members, and of those who have rights over teams. */
export const recordAccessOfLeader: Rule<'teamMembers'> = (change, view) => {
  const { team_id, user_id } = change.after;
  const team = view.get('teams', team_id);
  const leader = team === undefined ? null : referenceIn(team, 'team_leader_id');
  const members = membersWhoSee(team_id, view);
  const concerned = new Set([...holders('team', view), ...members, ...(members.length > 0 ? [user_id] : [])]);
  if (leader !== null) concerned.add(leader);
  view.recordAccess([...concerned]);
};

/** Members of a team, where they see each other because of it. */
function membersWhoSee(teamId: number, view: View): readonly number[] {
  const reaches = [view.setting('team_sees_absences'), view.setting('team_sees_presence')];
  if (!reaches.includes('team')) return [];
  const members = view.find('teamMembers', [{ column: 'team_id', is: '=', value: teamId }]);
  return members.map((row) => row.user_id);
}

/**
 * The rows of a new person are new, and need no record of access. The exception is the first person whom a leader leads: from
 * then on that leader sees more of other rows too.
 */
function leadersWhoLoseOrGain(change: Change<'users'>, view: View): readonly number[] {
  if (isUpdate(change) && !differs(change, 'department_id')) return [];
  const [left, joined] = rowsOf(change).map((row) =>
    row === undefined ? null : referenceIn(row, 'department_id'),
  );
  if (change.verb === 'create' && hasPeople(joined ?? null, view)) return [];
  const leaders = inOneOnly(leadersOf(left ?? null, view), leadersOf(joined ?? null, view));
  const others = change.verb === 'delete' ? [holders('team', view), holders('user', view)] : [];
  return [...leaders, ...holders('department', view), ...others.flat()];
}

const scopesOver = {
  department: [permissionScopes.department, permissionScopes.department_tree],
  team: [permissionScopes.team],
  user: [permissionScopes.user],
} as const;

/** Who has permissions whose scope follows from departments, from teams, or names users. */
function holders(kind: keyof typeof scopesOver, view: View): readonly number[] {
  const comparisons = [{ column: 'permission_scope_id', is: 'in', value: scopesOver[kind] }] as const;
  return view.find('permissions', comparisons).map((row) => row.user_id);
}

function leadersOf(departmentId: number | null, view: View): ReadonlySet<number> {
  return leadersOver(departmentId === null ? undefined : view.get('departments', departmentId), view);
}

function hasPeople(departmentId: number | null, view: View): boolean {
  const inside = [{ column: 'department_id', is: '=', value: departmentId }] as const;
  return view.find('users', inside, { limit: 1 }).length > 0;
}

function isUpdate({ verb }: Change): boolean {
  return verb === 'update';
}

/** The row before and after; none before a create, none after a delete. */
function rowsOf<Of>({
  verb,
  before,
  after,
}: {
  readonly verb: Change['verb'];
  readonly before: Of | null;
  readonly after: NoInfer<Of>;
}): readonly [Of | undefined, Of | undefined] {
  return [before ?? undefined, verb === 'delete' ? undefined : after];
}

function inOneOnly(some: ReadonlySet<number>, others: ReadonlySet<number>): readonly number[] {
  return [...some.symmetricDifference(others)];
}
