// The kinds of hours that an account tells apart, such as hours at night, with what they are paid on top.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

const name = { maxLength: 255 };

export default defineResource({
  name: 'hourTypes',
  doc: 'A kind of hours, such as hours at night, and what is paid for them on top; kept for clients, no balance follows it.',
  fields: {
    id,
    slotName: field(types.string, 'OOO', 'Key under which programs know it, such as night.', {
      maxLength: 64,
    }),
    name: field(types.string, 'ROO', 'Name of the kind.', name),
    abbreviation: field(types.string, 'OOO', 'Short sign in lists.', { maxLength: 32 }),
    additionPercentage: field(types.decimal, 'OOO', 'Percentage that is paid on top: 25 for a quarter.', {
      min: 0,
      max: 100_000,
    }),
    tooltip: field(types.string, 'OOO', 'Text that clients show beside the name.', { maxLength: 1000 }),
    legend: field(types.string, 'OOO', 'Text that clients show under tables.', { maxLength: 1000 }),
    usableForTimesheetTemplates: field(types.boolean, 'OOO', 'Whether clients offer it for work schedules.'),
    includeInDailyBalance: field(
      types.boolean,
      'OOO',
      'Whether its addition is meant to count in the balance.',
    ),
    showInWorkingOverview: field(types.boolean, 'OOO', 'Whether clients list it among worked hours.', {
      default: 1,
    }),
    showInUserStatistics: field(types.boolean, 'OOO', 'Whether clients list it in statistics.', {
      default: 1,
    }),
    order_by: field(types.integer, 'OOO', 'Place in lists, ascending.'),
    slotType: field(types.integer, 'OOO', 'Number under which programs group kinds.'),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'name', 'abbreviation'],
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  access: sharedData,
});
