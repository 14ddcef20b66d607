// When each entry in the history of a person was given; empty in older ones.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  { kind: 'addColumn', table: 'person_history', column: { name: 'created_at', type: 'bigint' } },
];

export default operations;
