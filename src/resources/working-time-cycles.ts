// Cycles of working time, such as a month or a year.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { keepUsed, settleAfterCycle } from '#domain/settlements/settle-written.ts';

export default defineResource({
  name: 'workingTimeCycles',
  doc: 'A cycle of working time, such as a quarter; balance rules settle on its last day.',
  fields: {
    id,
    name: field(types.string, 'ROO', 'Name of the cycle.', { maxLength: 255 }),
    length: field(
      types.string,
      'OOO',
      'How long it lasts, counted from January; empty: it never ends and settles nothing.',
      { values: ['month', 'quarter', 'half_year', 'year'] },
    ),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'name'],
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  access: sharedData,
  before: [keepUsed('working_time_balance_rule_cycle_id')],
  after: [settleAfterCycle],
});
