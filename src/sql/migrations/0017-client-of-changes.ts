// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'addColumn',
    table: 'time_tracking_changelogs',
    column: { name: 'change_oauth_client_id', type: 'text' },
  },
];

export default operations;
