// A team carries the list of its members, so that clients that watch teams see it change.
import type { Change, Rule, View } from '#resource/rule.ts';
import { differs, rowId, unknownReference } from '../change.ts';

/** Gives a membership the team's leader, who may write it. */
export const copyLeader: Rule = async (change, view) => {
  if (change.verb === 'delete') return;
  const teamId = change.after['team_id'] as number;
  const team = await view.get('teams', teamId);
  if (team === undefined) throw unknownReference('team_id', teamId, 'team');
  change.after['leader_id'] = team['team_leader_id'] ?? null;
};

/** Renews `current_team_members` of the team whose membership changed. */
export const listMembers: Rule = async (change, view) => {
  const teamId = change.after['team_id'] as number;
  const members = await membershipsOf(teamId, view);
  const ids = members.map((member) => member['user_id'] as number);
  await view.update('teams', teamId, { current_team_members: memberList(ids) });
};

/** Hands the memberships over when a team gets another leader. */
export const handOver: Rule = async (change: Change, view) => {
  if (change.verb !== 'update' || !differs(change, 'team_leader_id')) return;
  for (const member of await membershipsOf(rowId(change), view)) {
    await view.update('teamMembers', member['id'] as number, {
      leader_id: change.after['team_leader_id'] ?? null,
    });
  }
};

/** Ids as `3,7,12`, ascending. */
export function memberList(ids: readonly number[]): string {
  return [...new Set(ids)].sort((a, b) => a - b).join(',');
}

function membershipsOf(teamId: number, view: View) {
  return view.find('teamMembers', [{ column: 'team_id', is: '=', value: teamId }]);
}
