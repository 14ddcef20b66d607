// Who belongs to which team: pairs, written by administrators and the team's leader.
import { sharedData, where, type Access } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { copyLeader, listMembers } from '#rules/teams/list-members.ts';

const access: Access = {
  read: sharedData.read,
  write: (sight) => {
    if (sight.administrator) return 'all';
    return where('leader_id', sight.userId === null ? [] : [sight.userId]);
  },
};

export default defineResource({
  name: 'teamMembers',
  doc: 'A person in a team; the pair of both ids names the row.',
  fields: {
    team_id: field(types.integer, 'RO-', 'The team.', { relation: 'teams' }),
    user_id: field(types.integer, 'RO-', 'The person in the team.', { relation: 'users' }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  hidden: { leader_id: { column: 'integer' } },
  pair: ['team_id', 'user_id'],
  lastChange: 'updated',
  actions: ['read', 'create', 'delete'],
  indexes: [{ columns: ['user_id'] }],
  access,
  before: [copyLeader],
  after: [listMembers],
});
