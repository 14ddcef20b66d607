// What tasks ask of people, and what an hour of it costs.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

const amount = { level: 'manager', min: 0 } as const;

export default defineResource({
  name: 'skills',
  doc: 'A skill that tasks ask for, with its hourly rates.',
  fields: {
    id,
    syn: field(types.string, 'ROO', 'Name of the skill.', { maxLength: 255 }),
    sort_order: field(types.integer, 'OOO', 'Place in lists, ascending.'),
    internal_cost_per_hour: field(
      types.decimal,
      'OOO',
      'What an hour of the skill costs the company.',
      amount,
    ),
    revenue_per_hour: field(types.decimal, 'OOO', 'What an hour of the skill is sold for.', amount),
    rillsoft_id: field(types.string, 'OOO', 'Identifier of the skill in the Rillsoft planning software.', {
      maxLength: 255,
    }),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'syn'],
  lastChange: 'data_changed',
  actions: ['read', 'create', 'update', 'delete'],
  access: sharedData,
});
