// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'permission_resolve_questions',
      scope: 'installation',
      columns: [
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'question_name', type: 'text' },
        { name: 'question_description', type: 'text' },
        { name: 'question_endpoint', type: 'text' },
      ],
      primaryKey: ['id'],
      indexes: [],
      foreignKeys: [],
    },
  },
  {
    kind: 'createTable',
    table: {
      name: 'permission_scopes',
      scope: 'installation',
      columns: [
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'name', type: 'text' },
        { name: 'string_definition', type: 'text' },
      ],
      primaryKey: ['id'],
      indexes: [],
      foreignKeys: [],
    },
  },
  {
    kind: 'createTable',
    table: {
      name: 'permissions',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'user_id', type: 'bigint', notNull: true },
        { name: 'resource_name', type: 'text', notNull: true },
        { name: 'permission_name', type: 'text', notNull: true },
        { name: 'permission_scope_id', type: 'bigint', notNull: true },
        { name: 'permission_scope_data_1', type: 'bigint' },
        { name: 'permission_scope_data_2', type: 'bigint' },
        { name: 'permission_scope_data_3', type: 'bigint' },
        { name: 'updated', type: 'bigint' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        { name: 'permissions_updated_id', columns: ['account_id', 'updated', 'id'] },
        { name: 'permissions_user_id_id', columns: ['account_id', 'user_id', 'id'] },
      ],
      foreignKeys: [
        { columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] },
        { columns: ['permission_scope_id'], table: 'permission_scopes', references: ['id'] },
      ],
    },
  },
];

export default operations;
