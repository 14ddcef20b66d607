// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'mail_requests',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'text', notNull: true },
        { name: 'subject_hash', type: 'text', notNull: true },
        { name: 'address', type: 'text', notNull: true },
        { name: 'requested_at', type: 'bigint', notNull: true },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        { name: 'mail_requests_subject', columns: ['account_id', 'subject_hash', 'address', 'requested_at'] },
        { name: 'mail_requests_requested_at', columns: ['account_id', 'requested_at'] },
      ],
      foreignKeys: [],
    },
  },
];

export default operations;
