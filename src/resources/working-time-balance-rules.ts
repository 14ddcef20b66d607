// Rules for balances that an account names; people refer to them by working_time_balance_rule.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'workingTimeBalanceRules',
  doc: 'A rule by which balances are meant to be carried or cut; kept for clients, no balance follows it.',
  fields: {
    id,
    name: field(types.string, 'ROO', 'Name of the rule.', { maxLength: 255 }),
    sort_order: field(types.integer, 'OOO', 'Place in lists, ascending.'),
    show: field(types.boolean, 'OOO', 'Whether clients offer it.', { default: 1 }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'name'],
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  access: sharedData,
});
