// Rules for balances that an account names; people refer to them by working_time_balance_rule.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { keepUsed, settleAfterRule } from '#domain/settlements/settle-written.ts';

export default defineResource({
  name: 'workingTimeBalanceRules',
  doc: 'A rule by which overtime leaves the balance at the end of each cycle: it is paid out, expires, or exceeds a maximum.',
  fields: {
    id,
    name: field(types.string, 'ROO', 'Name of the rule.', { maxLength: 255 }),
    payout_above: field(
      types.hours,
      'OOO',
      'Hours of balance above which overtime is paid out at the end of a cycle; empty: none is.',
      { min: 0 },
    ),
    expires_at_cycle_end: field(
      types.boolean,
      'OOO',
      'Whether the overtime that is left after the payout expires at the end of a cycle.',
    ),
    maximum_balance: field(
      types.hours,
      'OOO',
      'Hours of balance that are left at most at the end of a cycle; empty: no limit.',
      { min: 0 },
    ),
    sort_order: field(types.integer, 'OOO', 'Place in lists, ascending.'),
    show: field(types.boolean, 'OOO', 'Whether clients offer it.', { default: 1 }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'name'],
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  access: sharedData,
  before: [keepUsed('working_time_balance_rule')],
  after: [settleAfterRule],
});
