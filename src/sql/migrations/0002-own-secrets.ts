// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'addColumn',
    table: 'one_time_codes',
    column: { name: 'purpose', type: 'text', notNull: true, default: 'password' },
  },
  { kind: 'addColumn', table: 'mail_outbox', column: { name: 'address', type: 'text' } },
  { kind: 'addColumn', table: 'users', column: { name: 'unconfirmed_email_address', type: 'text' } },
];

export default operations;
