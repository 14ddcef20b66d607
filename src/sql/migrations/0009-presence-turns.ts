// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createIndex',
    table: 'notifications',
    index: {
      name: 'notifications_notification_type_assoc_id_id',
      columns: ['account_id', 'notification_type', 'assoc_id', 'id'],
    },
  },
  {
    kind: 'addColumn',
    table: 'user_status_overview',
    column: { name: 'turns_at', type: 'bigint', default: 0 },
  },
  {
    kind: 'createIndex',
    table: 'user_status_overview',
    index: { name: 'user_status_overview_turns_at_id', columns: ['account_id', 'turns_at', 'id'] },
  },
];

export default operations;
