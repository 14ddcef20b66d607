// Of whom one sees the days of absence, by a setting of the account that the server follows (docs/reference/domain.md).
import type { Id, Person } from './rows.ts';

/** A row of `teamMembers`. */
export interface TeamMember {
  readonly team_id: Id;
  readonly user_id: Id;
}

interface Company {
  readonly people: readonly Person[];
  readonly members: readonly TeamMember[];
}

/** The colleagues whose days of absence a person sees, as `team_sees_absences` says. */
export function colleaguesSeen(setting: string, me: Person | undefined, company: Company): readonly Id[] {
  const { people, members } = company;
  if (setting === 'account') return people.map(({ id }) => id);
  if (me === undefined) return [];
  if (setting === 'department' && me.department_id !== null)
    return people.flatMap((one) => (one.department_id === me.department_id ? [one.id] : []));
  if (setting !== 'team') return [];
  const own = new Set(members.flatMap((one) => (one.user_id === me.id ? [one.team_id] : [])));
  return members.flatMap((one) => (own.has(one.team_id) ? [one.user_id] : []));
}
