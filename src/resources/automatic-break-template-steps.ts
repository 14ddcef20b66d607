// The steps of models of breaks: so much break after so much work.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { keepSteps, recountStep } from '#domain/timesheets/keep-models.ts';

const minutes = { min: 0, max: 1440 };

export default defineResource({
  name: 'automaticBreakTemplateSteps',
  doc: 'A step of a model of breaks: how much break more than so much work asks for.',
  fields: {
    id,
    template_id: field(types.integer, 'RO-', 'The model.', { relation: 'automaticBreakTemplates' }),
    after_minutes: field(types.integer, 'ROO', 'Minutes of work; more of them need the break.', minutes),
    break_minutes: field(types.integer, 'ROO', 'Minutes of break, of this and all lower steps.', minutes),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [{ columns: ['template_id', 'after_minutes'], unique: true, field: 'after_minutes' }],
  access: sharedData,
  before: [keepSteps],
  after: [recountStep],
});
