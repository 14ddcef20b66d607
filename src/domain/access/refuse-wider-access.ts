// Rights to departments, teams, terminals, users or settings must not become rights over people. A caller can give other users, and
// themselves, access only to people to whom the caller has that access. Administrators and HR managers have it to all.
import { ApiError } from '#errors/api-error.ts';
import type { Reach, AccessContext } from '#resource/access.ts';
import type { Change, Rule, WidenedAccess } from '#resource/rule.ts';
import { rowId } from '../change.ts';

/**
 * Refuses a write after which a user leads, reads or steers people to whom the caller has no such access. Comes after
 * the rules that keep the former access of the users concerned. A new person has nothing to read yet.
 */
export const refuseWiderAccess: Rule<
  'departments' | 'generalSettings' | 'multiuserToUsers' | 'teamMembers' | 'teams' | 'users'
> = (change, view) => {
  if (change.trusted) return;
  const created = change.resource === 'users' && change.verb === 'create' ? rowId(change) : null;
  for (const widened of view.widenedAccess()) {
    const { userId: user } = widened.now;
    if (user === null) continue;
    const person = gained(widened, change.accessContext).find((id) => id !== created);
    if (person !== undefined) throw refusal(change, user, `get access to user ${person}`, { person });
    if (user !== created && seesMoreColleagues(widened, change.accessContext))
      throw refusal(change, user, 'see when colleagues are away or how to reach them');
  }
};

/** People to whom the user has access now and had none before, and to whom the caller cannot give it. */
function gained({ before, now }: WidenedAccess, caller: AccessContext): readonly number[] {
  const led = beyond(now.people, [before?.people, caller.people]);
  const inTeams = beyond(now.teamMembers, [before?.teamMembers, caller.people, caller.teamMembers]);
  const steered = beyond(now.terminalUsers, [before?.terminalUsers, caller.people]);
  return [...led, ...inTeams, ...steered, ...gainedByGrants(before, now, caller)];
}

function gainedByGrants(
  before: AccessContext | undefined,
  now: AccessContext,
  caller: AccessContext,
): readonly number[] {
  return now.grants.flatMap(({ resource, verb, people }) => {
    if (people === 'all') return [];
    const same = [before, caller].flatMap((accessContext) =>
      (accessContext?.grants ?? []).filter((grant) => grant.resource === resource && grant.verb === verb),
    );
    if (same.some((grant) => grant.people === 'all')) return [];
    const known = same.flatMap((grant) => (grant.people === 'all' ? [] : grant.people));
    // Everybody reads and books for themselves; a grant on the own rows follows the user everywhere.
    return beyond(people, [known, caller.people]).filter((id) => id !== now.userId);
  });
}

/** The ways in which colleagues see each other, each seen by more people than the one before. */
const reaches: readonly Reach[] = ['none', 'team', 'department', 'account'];

/**
 * Whether the user sees contacts, presence or absences of more colleagues than they and the caller saw before. To give other
 * people their department and teams is everyday work; callers do not choose those in which they see colleagues themselves.
 */
function seesMoreColleagues({ before, now }: WidenedAccess, caller: AccessContext): boolean {
  if (now.colleaguesSeeContact && !(before?.colleaguesSeeContact || caller.colleaguesSeeContact)) return true;
  return (['seesAbsences', 'seesPresence'] as const).some((what) => {
    const known = [before?.[what] ?? 'none', caller[what]].map((one) => reaches.indexOf(one));
    const change = reaches.indexOf(now[what]) - Math.max(...known);
    if (change !== 0 || now.userId !== caller.userId) return change > 0;
    const [department] = now.ownDepartments;
    if (now[what] === 'department')
      return (
        department !== undefined && ![caller.ownDepartments[0], ...caller.departments].includes(department)
      );
    return now[what] === 'team' && beyond(now.teammates, [caller.teammates, caller.people]).length > 0;
  });
}

function beyond(
  people: readonly number[],
  known: readonly (readonly number[] | undefined)[],
): readonly number[] {
  const all = new Set(known.flatMap((ids) => ids ?? []));
  return people.filter((id) => !all.has(id));
}

function refusal(
  { verb, resource }: Change,
  user: number,
  gain: string,
  data: { readonly person?: number } = {},
): ApiError {
  const message = `You may not ${verb} this row of ${resource}: user ${user} would ${gain}, and you cannot give that; ask an administrator.`;
  return new ApiError('not_allowed', message, { data: { user, ...data } });
}
