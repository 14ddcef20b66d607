// People whose accounts wait to be counted. The server counts in the transaction that changes something: no row is left.
import { defineResource, field, id, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'calculationStates',
  doc: 'A person whose account waits to be counted; the server counts at once, so that the list is empty.',
  fields: {
    id,
    user_id: field(types.integer, '-O-', 'Whose account.', { relation: 'users' }),
    dirty_date: field(types.date, '-O-', 'First day that waits.'),
    priority: field(types.boolean, '-O-', 'Whether it comes before others.'),
    updated_at: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated_at',
  actions: ['read'],
  access: {
    read: ({ administrator }) => (administrator ? [{ level: 'administrator', scope: 'all' }] : []),
    write: () => [],
  },
});
