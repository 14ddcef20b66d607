// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  { kind: 'addColumn', table: 'timer_uploads', column: { name: 'stood', type: 'text' } },
];

export default operations;
