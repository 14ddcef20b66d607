// A team carries the list of its members, so that clients that watch teams see it change.
import type { Rule, View } from '#resource/rule.ts';

/** Renews `current_team_members` of the team whose membership changed. */
export const listMembers: Rule<'teamMembers'> = (change, view) => {
  const teamId = change.after['team_id'];
  const members = membershipsOf(teamId, view);
  const ids = members.map((member) => member['user_id']);
  view.update('teams', teamId, { current_team_members: memberList(ids) });
};

/** Ids as `3,7,12`, ascending. */
export function memberList(ids: readonly number[]): string {
  return [...new Set(ids)].sort((a, b) => a - b).join(',');
}

function membershipsOf(teamId: number, view: View) {
  return view.find('teamMembers', [{ column: 'team_id', is: '=', value: teamId }]);
}
