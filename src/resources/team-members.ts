// Who belongs to which team: pairs, written by administrators, because a team's leader reads its members' times.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { recordAccessOfLeader } from '#domain/access/record-access.ts';
import { refuseWiderAccess } from '#domain/access/refuse-wider-access.ts';
import { listMembers } from '#domain/teams/list-members.ts';

export default defineResource({
  name: 'teamMembers',
  doc: 'A person in a team; the pair of both ids names the row.',
  fields: {
    team_id: field(types.integer, 'RO-', 'The team.', { relation: 'teams' }),
    user_id: field(types.integer, 'RO-', 'The person in the team.', { relation: 'users' }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  pair: ['team_id', 'user_id'],
  lastChange: 'updated',
  actions: ['read', 'create', 'delete'],
  indexes: [{ columns: ['user_id'] }],
  access: sharedData,
  before: [recordAccessOfLeader],
  after: [listMembers, refuseWiderAccess],
});
