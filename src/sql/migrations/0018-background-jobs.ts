// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'background_jobs',
      scope: 'installation',
      columns: [
        { name: 'name', type: 'text', notNull: true },
        { name: 'subject', type: 'bigint', notNull: true },
        { name: 'due_at', type: 'bigint', notNull: true },
        { name: 'claims', type: 'bigint', notNull: true },
      ],
      primaryKey: ['name', 'subject'],
      indexes: [{ name: 'background_jobs_due_at', columns: ['name', 'due_at', 'subject'] }],
      foreignKeys: [],
    },
  },
];

export default operations;
