// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createIndex',
    table: 'time_plannings',
    index: {
      name: 'time_plannings_user_id_end_instant_start_instant_id',
      columns: ['account_id', 'user_id', 'end_instant', 'start_instant', 'id'],
    },
  },
];

export default operations;
