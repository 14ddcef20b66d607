// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  { kind: 'addColumn', table: 'timer_uploads', column: { name: 'toggled', type: 'text' } },
  { kind: 'addColumn', table: 'timer_uploads', column: { name: 'tag_id', type: 'bigint' } },
];

export default operations;
