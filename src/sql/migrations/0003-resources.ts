// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'multiuser_to_tasks',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'task_id', type: 'bigint', notNull: true },
        { name: 'multiuser_id', type: 'bigint', notNull: true },
        { name: 'updated', type: 'bigint' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        {
          name: 'multiuser_to_tasks_multiuser_id_task_id',
          columns: ['account_id', 'multiuser_id', 'task_id'],
          unique: true,
        },
        { name: 'multiuser_to_tasks_updated_id', columns: ['account_id', 'updated', 'id'] },
        { name: 'multiuser_to_tasks_task_id_id', columns: ['account_id', 'task_id', 'id'] },
        { name: 'multiuser_to_tasks_multiuser_id_id', columns: ['account_id', 'multiuser_id', 'id'] },
      ],
      foreignKeys: [
        { columns: ['account_id', 'task_id'], table: 'nodes', references: ['account_id', 'id'] },
        { columns: ['account_id', 'multiuser_id'], table: 'users', references: ['account_id', 'id'] },
      ],
    },
  },
  {
    kind: 'createTable',
    table: {
      name: 'multiuser_to_users',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'assigned_user_id', type: 'bigint', notNull: true },
        { name: 'user_id', type: 'bigint', notNull: true },
        { name: 'updated', type: 'bigint' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        {
          name: 'multiuser_to_users_user_id_assigned_user_id',
          columns: ['account_id', 'user_id', 'assigned_user_id'],
          unique: true,
        },
        { name: 'multiuser_to_users_updated_id', columns: ['account_id', 'updated', 'id'] },
        { name: 'multiuser_to_users_assigned_user_id_id', columns: ['account_id', 'assigned_user_id', 'id'] },
        { name: 'multiuser_to_users_user_id_id', columns: ['account_id', 'user_id', 'id'] },
      ],
      foreignKeys: [
        { columns: ['account_id', 'assigned_user_id'], table: 'users', references: ['account_id', 'id'] },
        { columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] },
      ],
    },
  },
  {
    kind: 'createTable',
    table: {
      name: 'nodes_to_users',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'node', type: 'bigint', notNull: true },
        { name: 'user', type: 'bigint', notNull: true },
        { name: 'is_favourite', type: 'bigint', notNull: true, default: 0 },
        { name: 'is_todo', type: 'bigint', notNull: true, default: 0 },
        { name: 'access', type: 'bigint', notNull: true, default: 0 },
        { name: 'access_start', type: 'text' },
        { name: 'access_end', type: 'text' },
        { name: 'allow_tracking_from', type: 'text' },
        { name: 'allow_tracking_to', type: 'text' },
        { name: 'last_started', type: 'bigint' },
        { name: 'target_duration', type: 'bigint' },
        { name: 'revenue_per_hour', type: 'bigint' },
        { name: 'updated', type: 'bigint' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        { name: 'nodes_to_users_user_node', columns: ['account_id', 'user', 'node'], unique: true },
        { name: 'nodes_to_users_user_access_id', columns: ['account_id', 'user', 'access', 'id'] },
        { name: 'nodes_to_users_updated_id', columns: ['account_id', 'updated', 'id'] },
        { name: 'nodes_to_users_node_id', columns: ['account_id', 'node', 'id'] },
        { name: 'nodes_to_users_user_id', columns: ['account_id', 'user', 'id'] },
      ],
      foreignKeys: [
        { columns: ['account_id', 'node'], table: 'nodes', references: ['account_id', 'id'] },
        { columns: ['account_id', 'user'], table: 'users', references: ['account_id', 'id'] },
      ],
    },
  },
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
