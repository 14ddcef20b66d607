// Models of breaks: those that every account has, and its own, with the steps by which they ask for breaks.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { keepModel, recountModel } from '#domain/timesheets/keep-models.ts';

const minutes = { min: 0, max: 1440 };

export default defineResource({
  name: 'automaticBreakTemplates',
  doc: 'A model of breaks, for the setting automatic_break_rule, work schedules and people. Every account has german, austrian, swiss, none and off.',
  fields: {
    id,
    templateName: field(types.string, 'ROO', 'Name of the model.', { maxLength: 255 }),
    dryRun: field(types.boolean, 'OOO', 'Whether missing breaks are shown and not taken off.'),
    active: field(types.boolean, 'OOO', 'Whether clients offer it.', { default: 1 }),
    editable: field(types.boolean, '-O-', 'Whether it can be changed: those that every account has cannot.', {
      default: 1,
    }),
    minimum_part_minutes: field(types.integer, 'OOO', 'Minutes that a part of a break lasts at least.', {
      ...minutes,
      default: 15,
    }),
    longest_part_minutes: field(
      types.integer,
      'OOO',
      'Minutes that one of the parts lasts at least; 0: no part need be longer than another.',
      { ...minutes, default: 0 },
    ),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'templateName'],
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  nested: { automaticBreakTemplateSteps: 'template_id' },
  owned: { automaticBreakTemplateSteps: 'template_id' },
  access: sharedData,
  before: [keepModel],
  after: [recountModel],
});
