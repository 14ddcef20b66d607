// Values of an account's own fields, and names of those that have none. Once released it never changes.
import type { Operation } from './operation.ts';

const named = [
  `update user_defined_field_definitions set column_name = 'udf_' || id, row_revision = row_revision + 1, updated = {now} where column_name is null`,
];

const operations: readonly Operation[] = [
  ...['absences', 'nodes', 'time_trackings', 'users'].map((table): Operation => ({
    kind: 'addColumn',
    table,
    column: { name: 'own_values', type: 'text' },
  })),
  { kind: 'statements', sqlite: named, postgres: named },
];

export default operations;
