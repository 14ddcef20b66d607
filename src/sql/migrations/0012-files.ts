// Generated from the declarations by `npm run migration`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = [
  {
    kind: 'createTable',
    table: {
      name: 'stored_files',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'storage_key', type: 'text', notNull: true },
        { name: 'size', type: 'bigint', notNull: true },
        { name: 'noted_at', type: 'bigint', notNull: true },
        { name: 'removing', type: 'bigint', notNull: true, default: 0 },
      ],
      primaryKey: ['account_id', 'storage_key'],
      indexes: [{ name: 'stored_files_noted_at', columns: ['account_id', 'noted_at'] }],
      foreignKeys: [],
    },
  },
  {
    kind: 'createTable',
    table: {
      name: 'files',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'absence_id', type: 'bigint' },
        { name: 'user_id', type: 'bigint' },
        { name: 'project_id', type: 'bigint' },
        { name: 'title', type: 'text' },
        { name: 'filename', type: 'text' },
        { name: 'extension', type: 'text' },
        { name: 'content_type', type: 'text' },
        { name: 'relative_url', type: 'bigint' },
        { name: 'absolute_url', type: 'bigint' },
        { name: 'size', type: 'bigint', notNull: true, default: 0 },
        { name: 'owner', type: 'bigint' },
        { name: 'permissions', type: 'text', notNull: true },
        { name: 'description', type: 'text' },
        { name: 'expires', type: 'bigint' },
        { name: 'updated', type: 'bigint' },
        { name: 'created', type: 'bigint' },
        { name: 'storage_key', type: 'text' },
        { name: 'sha256', type: 'text' },
        { name: 'person_id', type: 'bigint' },
        { name: 'node_path', type: 'text' },
        { name: 'restricted_path', type: 'text' },
        { name: 'hidden_on_path', type: 'bigint' },
        { name: 'turns_at', type: 'bigint' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [
        { name: 'files_storage_key', columns: ['account_id', 'storage_key'], unique: true },
        { name: 'files_person_id_id', columns: ['account_id', 'person_id', 'id'] },
        { name: 'files_turns_at_id', columns: ['account_id', 'turns_at', 'id'] },
        { name: 'files_updated_id', columns: ['account_id', 'updated', 'id'] },
        { name: 'files_absence_id_id', columns: ['account_id', 'absence_id', 'id'] },
        { name: 'files_user_id_id', columns: ['account_id', 'user_id', 'id'] },
        { name: 'files_project_id_id', columns: ['account_id', 'project_id', 'id'] },
      ],
      foreignKeys: [
        { columns: ['account_id', 'absence_id'], table: 'absences', references: ['account_id', 'id'] },
        { columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] },
        { columns: ['account_id', 'project_id'], table: 'nodes', references: ['account_id', 'id'] },
      ],
    },
  },
];

export default operations;
