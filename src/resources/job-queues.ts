// What waits to be done in the background: read from the outbox by whoever administers the account.
import { defineResource, field, types } from '#resource/define-resource.ts';
import type { Access } from '#resource/access.ts';

const access: Access = {
  read: ({ administrator }) => (administrator ? [{ level: 'administrator', scope: 'all' }] : []),
  write: () => [],
};

export default defineResource({
  name: 'jobQueues',
  doc: 'A mail of the account that waits to be sent. What was sent or given up is no longer here.',
  storage: 'report',
  fields: {
    id: field(types.integer, '-O-', 'Number of the mail, ascending in time.'),
    state: field(types.integer, '-O-', '0: it waits for its first attempt, 1: for another one.', {
      values: [0, 1],
    }),
    tries: field(types.integer, '-O-', 'Attempts so far.'),
    task: field(types.string, '-O-', 'Kind of the mail, such as welcome.'),
    user_id: field(types.integer, '-O-', 'Who gets it.', { relation: 'users' }),
    claimed_by: field(types.string, '-O-', 'Always empty: any process may send it.'),
    created_at: field(types.moment, '-O-', 'When it was caused.'),
    scheduled_at: field(
      types.moment,
      '-O-',
      'When it is tried next, or tried again if it is being sent now.',
    ),
    completed_at: field(types.moment, '-O-', 'Always empty: what is done leaves the queue.'),
    run_at: field(types.moment, '-O-', 'Always empty: when it was last tried is not kept.'),
  },
  actions: ['read'],
  report: {
    of: 'waitingMails',
    groups: [
      'id',
      'state',
      'tries',
      'task',
      'user_id',
      'claimed_by',
      'created_at',
      'scheduled_at',
      'completed_at',
      'run_at',
    ],
    sums: [],
    parameters: {},
  },
  access,
});
