// The terms on which a person works, from when on: worked out from the history of their record.
import { aboutPerson } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { termMembers, termsByDate } from '#domain/terms/terms-by-date.ts';

export default defineResource({
  name: 'employmentTerms',
  aliases: ['userTemplateHistory/view'],
  doc: 'What a person has from a day on: work schedule, calendar of public holidays, cycle and rule of overtime.',
  storage: 'computed',
  fields: {
    user_id: field(types.integer, '-R-', 'About whom.', { relation: 'users' }),
  },
  actions: ['read'],
  access: aboutPerson('user_id', () => []),
  answer: termsByDate,
  answered: termMembers,
});
