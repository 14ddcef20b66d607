// What is due in accounts leaves the table of jobs for one of its own. Once released it never changes.
import type { Operation } from './operation.ts';

/** Its rows are found anew in each account, when a server of this version starts: what old rows say could be of another node. */
const forget = `delete from background_jobs where name in ('turn_rows', 'send_mails')`;

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'due_work',
      scope: 'overview',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'kind', type: 'text', notNull: true },
        { name: 'due_at', type: 'bigint', notNull: true },
      ],
      primaryKey: ['account_id', 'kind'],
      indexes: [{ name: 'due_work_due_at', columns: ['kind', 'due_at', 'account_id'] }],
      foreignKeys: [],
    },
  },
  { kind: 'statements', sqlite: [forget], postgres: [forget] },
];

export default operations;
