// The holiday account of one person as clients show it, worked out for each request.
import { aboutPerson } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { summarize } from '#domain/timesheets/summarize.ts';
import { summaryMembers } from '#domain/timesheets/summary-members.ts';

export default defineResource({
  name: 'timesheetAccountingSummaries',
  doc: "A person's holiday year and the next one: entitled, carried over, taken, requested, granted, available.",
  storage: 'computed',
  fields: {
    user_id: field(types.integer, '-R-', 'About whom.', { relation: 'users' }),
    start_date: field(types.date, '-O-', 'A day of the holiday year; today unless given.'),
  },
  actions: ['read'],
  access: aboutPerson('user_id', () => []),
  follows: ['timesheetAccountings'],
  answer: summarize,
  answered: summaryMembers,
});
