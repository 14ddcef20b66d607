// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  { kind: 'dropIndex', table: 'deletions', index: 'deletions_resource_deleted_at' },
  {
    kind: 'createIndex',
    table: 'deletions',
    index: {
      name: 'deletions_resource_deleted_at_id',
      columns: ['account_id', 'resource', 'deleted_at', 'id'],
    },
  },
];

export default operations;
