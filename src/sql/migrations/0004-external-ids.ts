// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createIndex',
    table: 'nodes',
    index: { name: 'nodes_external_id_id', columns: ['account_id', 'external_id', 'id'] },
  },
  {
    kind: 'createIndex',
    table: 'users',
    index: { name: 'users_external_id_id', columns: ['account_id', 'external_id', 'id'] },
  },
];

export default operations;
