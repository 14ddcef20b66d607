// Tasks have had no translate_task_name: their rows say no.
import type { Operation } from './operation.ts';

const untranslated = `update nodes set translate_task_name = 0 where translate_task_name is null`;

const operations: readonly Operation[] = [
  { kind: 'statements', sqlite: [untranslated], postgres: [untranslated] },
  {
    kind: 'changeColumn',
    table: 'nodes',
    column: { name: 'translate_task_name', type: 'bigint', notNull: true, default: 0 },
  },
];

export default operations;
