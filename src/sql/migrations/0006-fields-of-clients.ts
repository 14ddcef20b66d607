// Fields under the names of other clients, filled from those that hold the same.
import type { Operation } from './operation.ts';

const unpaid = `update nodes set is_paid_non_working = 0 where is_paid_non_working is null`;

const sameCodes = [
  `update countries set code = iso_3166, row_revision = row_revision + 1`,
  `update languages set code = iso_639_1, language = name, row_revision = row_revision + 1`,
];

const operations: readonly Operation[] = [
  { kind: 'statements', sqlite: [unpaid], postgres: [unpaid] },
  {
    kind: 'changeColumn',
    table: 'nodes',
    column: { name: 'is_paid_non_working', type: 'bigint', notNull: true, default: 0 },
  },
  { kind: 'addColumn', table: 'countries', column: { name: 'code', type: 'text' } },
  { kind: 'addColumn', table: 'languages', column: { name: 'code', type: 'text' } },
  { kind: 'addColumn', table: 'languages', column: { name: 'language', type: 'text' } },
  { kind: 'addColumn', table: 'notifications', column: { name: 'inherited_user_ids', type: 'text' } },
  { kind: 'addColumn', table: 'nodes', column: { name: 'translate_task_name', type: 'bigint', default: 0 } },
  { kind: 'addColumn', table: 'nodes', column: { name: 'jira_id', type: 'bigint' } },
  { kind: 'addColumn', table: 'users', column: { name: 'identity_card_number', type: 'text' } },
  {
    kind: 'addColumn',
    table: 'users',
    column: { name: 'mobile_allow_live_timetracking', type: 'bigint', notNull: true, default: 1 },
  },
  { kind: 'statements', sqlite: sameCodes, postgres: sameCodes },
];

export default operations;
