// What left people's balances at the end of months and cycles, and why: kept by the server beside the days.
import { aboutPerson } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'overtimeLedger',
  doc: 'Overtime that left a balance at the end of a month or cycle. The entries of a day add up to its overtime_settled.',
  fields: {
    id,
    user_id: field(types.integer, '-O-', 'Whose overtime it was.', { relation: 'users', filled: true }),
    date: field(types.date, '-O-', 'Day at whose end it left the balance.', { filled: true }),
    kind: field(
      types.string,
      '-O-',
      'Why: paid by the salary (all_in), paid out (payout), expired (expiry) or above the maximum (cap).',
      { values: ['all_in', 'payout', 'expiry', 'cap'], filled: true },
    ),
    hours: field(types.hours, '-O-', 'Hours that left the balance.', { filled: true }),
    rule: field(types.integer, '-O-', 'Rule by which they did; empty for all_in.', {
      relation: 'workingTimeBalanceRules',
    }),
    reason: field(types.string, '-O-', 'How the hours come about, for people.', {
      maxLength: 1000,
      filled: true,
    }),
    updated: field(types.moment, '-O-', 'When the entry was made.'),
  },
  lastChange: 'updated',
  actions: ['read'],
  indexes: [{ columns: ['user_id', 'date'] }],
  access: aboutPerson('user_id', () => []),
});
