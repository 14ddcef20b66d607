// Files that belong to absences, people and projects: certificates, contracts, plans. Their bytes stand beside the database.
import { checksumColumn } from '#resource/content.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { checkExpiry, enterFile, refuseForeignHolder, unfitFile } from '#domain/files/enter-file.ts';
import { expiry } from '#domain/files/expire-files.ts';
import { fileAccess, holders } from '#domain/files/file-access.ts';

const line = { maxLength: 255 };

export default defineResource({
  name: 'files',
  doc: 'A file that belongs to an absence, a person or a project.',
  fields: {
    id,
    file: field(
      types.file,
      'R--',
      'The bytes: a file of `multipart/form-data`, or Base64 text (RFC 4648 section 4) in JSON and forms.',
      { stored: false },
    ),
    absence_id: field(types.integer, 'OO-', 'The absence that it belongs to.', { relation: 'absences' }),
    user_id: field(types.integer, 'OO-', 'The person that it belongs to.', { relation: 'users' }),
    project_id: field(types.integer, 'OO-', 'The project that it belongs to.', { relation: 'projects' }),
    title: field(types.string, 'OOO', 'What people call it; its name when left out.', line),
    filename: field(
      types.string,
      'OO-',
      'Its name, whose end fits what it is; left out: the name that came with it.',
      line,
    ),
    extension: field(types.string, '-O-', 'The end of the name in lower case, such as pdf.'),
    content_type: field(types.string, '-O-', 'What it is, as its bytes say: application/pdf.'),
    relative_url: field(types.relativeFileAddress, '-O-', 'Address of its bytes on this server.'),
    absolute_url: field(
      types.absoluteFileAddress,
      '-O-',
      'The same behind the public address of the server; relative when that is not configured.',
    ),
    size: field(types.integer, '-O-', 'How many bytes it has.', { required: true, default: 0 }),
    owner: field(types.integer, '-O-', 'Who brought it; empty: a program.', { relation: 'users' }),
    permissions: field(
      types.string,
      '-O-',
      'Whose rights hold for it: those of its absence, its person or its project.',
      { values: Object.keys(holders), required: true },
    ),
    description: field(types.string, 'OOO', 'Remarks.', { maxLength: 4000 }),
    expires: field(types.moment, 'OOO', 'When the server removes it; empty: never.'),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
    created: field(types.moment, '-O-', 'When it was brought.'),
  },
  public: ['id', 'title'],
  hidden: {
    storage_key: { column: 'text' },
    [checksumColumn]: { column: 'text' },
    person_id: { column: 'integer' },
    node_path: { column: 'text' },
    restricted_path: { column: 'text' },
    hidden_on_path: { column: 'integer' },
    turns_at: { column: 'integer' },
  },
  lastChange: 'updated',
  content: {
    field: 'file',
    key: 'storage_key',
    filename: 'filename',
    mediaType: 'content_type',
    size: 'size',
  },
  actions: ['read', 'create', 'update', 'delete'],
  history: ['owner'],
  indexes: [
    { columns: ['storage_key'], unique: true, field: 'file' },
    { columns: ['person_id'] },
    { columns: ['turns_at'] },
  ],
  unfit: unfitFile,
  turns: expiry,
  access: fileAccess,
  before: [enterFile, checkExpiry, refuseForeignHolder],
});
