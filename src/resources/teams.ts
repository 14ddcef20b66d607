// Teams across departments; a team's leader sees the times of its members.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { recordAccessOfLeaders } from '#domain/access/record-access.ts';
import { refuseWiderAccess } from '#domain/access/refuse-wider-access.ts';

export default defineResource({
  name: 'teams',
  doc: 'A team of people across departments, with one leader.',
  fields: {
    id,
    name: field(types.string, 'ROO', 'Name of the team.', { maxLength: 255 }),
    team_leader_id: field(types.integer, 'ROO', 'Who leads the team and reads the times of its members.', {
      relation: 'users',
    }),
    project_id: field(types.integer, 'OOO', 'Project that the team works for.', { relation: 'projects' }),
    data_changed: field(types.moment, '-O-', 'When the team or its list of members last changed.'),
    current_team_members: field(types.string, '-O-', 'Ids of the members, ascending, separated by commas.', {
      default: '',
    }),
    use_pm_user_with_teamplaner_access_table: field(
      types.boolean,
      '-O-',
      'Whether access to the team plan is kept in a list of its own.',
    ),
    current_user_with_teamplaner_access: field(
      types.string,
      '-O-',
      'Ids of those with access to the team plan, separated by commas.',
    ),
  },
  public: ['id', 'name'],
  lastChange: 'data_changed',
  actions: ['read', 'create', 'update', 'delete'],
  owned: { teamMembers: 'team_id' },
  access: sharedData,
  before: [recordAccessOfLeaders],
  after: [refuseWiderAccess],
});
