// Written by hand: uploads say what kind of act they were and about which tracking. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  { kind: 'dropColumn', table: 'timer_uploads', column: 'toggled' },
  { kind: 'addColumn', table: 'timer_uploads', column: { name: 'kind', type: 'text' } },
  { kind: 'addColumn', table: 'timer_uploads', column: { name: 'about_id', type: 'bigint' } },
  { kind: 'addColumn', table: 'timer_uploads', column: { name: 'said', type: 'text' } },
];

export default operations;
