// When people are done for today, worked out for each request. Only the person is told.
import { where } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { homeTime, homeTimeMembers } from '#domain/timesheets/home-time.ts';

export default defineResource({
  name: 'homeTimes',
  doc: 'When the person who asks reaches the target of the day, if what runs now goes on without another booking.',
  storage: 'computed',
  fields: {
    user_id: field(types.integer, '-R-', 'The person who asks.', { relation: 'users' }),
  },
  actions: ['read'],
  access: {
    read: ({ userId }) => [{ level: 'own', scope: where('user_id', userId === null ? [] : [userId]) }],
    write: () => [],
  },
  follows: ['timesheetAccountings'],
  answer: homeTime,
  answered: homeTimeMembers,
});
