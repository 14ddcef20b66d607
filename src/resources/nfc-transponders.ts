// Tags that are held against a reader in place of choosing a person, a task or a checkpoint by hand.
import { where, type Access, type AccessContext } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { foldUniqueId, resolveSubject, transponderModes, userMode } from '#domain/nfc/resolve-transponder.ts';
import { stampCreated } from '#domain/stamp-created.ts';

/** Whoever knows a tag's id can pass for its bearer: only who gives tags out reads all, others those of their people. */
const access: Access = {
  about: { person: 'user_id', only: [{ column: 'mode_id', oneOf: [userMode] }] },
  read: (accessContext) => {
    if (accessContext.administrator) return [{ level: 'administrator', scope: 'all' }];
    if (accessContext.hrManager) return [{ level: 'manager', scope: 'all' }];
    return [
      { level: 'manager', scope: where('user_id', accessContext.people) },
      { level: 'own', scope: where('user_id', own(accessContext)) },
    ];
  },
  write: (accessContext) => {
    if (accessContext.administrator) return 'all';
    return accessContext.hrManager ? where('mode_id', [userMode]) : [];
  },
};

function own(accessContext: AccessContext): readonly number[] {
  return accessContext.userId === null ? [] : [accessContext.userId];
}

const name = { maxLength: 255 };

export default defineResource({
  name: 'nfcTransponders',
  doc: 'An NFC tag that stands for a person, a task, a project, a checkpoint or a skill.',
  aliases: ['nfcTransponder'],
  fields: {
    id,
    mode_id: field(
      types.integer,
      'ROO',
      'What it stands for: 1 a user, 2 a task, 3 a project, 4 a checkpoint, 5 a skill.',
      { values: transponderModes },
    ),
    unique_id: field(
      types.string,
      'ROO',
      "The tag's own id, unique in the account in any letter case.",
      name,
    ),
    user_id: field(types.integer, 'OOO', 'The user, in mode 1 only.', { relation: 'users' }),
    task_id: field(types.integer, 'OOO', 'The task, in mode 2 only.', { relation: 'tasks' }),
    start_task_afterwards: field(
      types.integer,
      'OOO',
      'Task that is begun once what the tag stands for is ended or recorded.',
      { relation: 'tasks' },
    ),
    project_id: field(types.integer, 'OOO', 'The project, in mode 3 only.', { relation: 'projects' }),
    checkpoint_id: field(types.integer, 'OOO', 'The checkpoint, in mode 4 only.', {
      relation: 'checkpoints',
    }),
    skill_id: field(types.integer, 'OOO', 'The skill, in mode 5 only.', { relation: 'skills' }),
    client_unique_id: field(
      types.string,
      'OO-',
      'Name the client gave it; a repeated create changes nothing.',
      name,
    ),
    created: field(types.moment, '-O-', 'When the row was created.'),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  hidden: { unique_id_folded: { column: 'text' } },
  lastChange: 'data_changed',
  actions: ['read', 'create', 'update', 'delete'],
  idempotent: ['client_unique_id'],
  indexes: [{ columns: ['unique_id_folded'], unique: true, field: 'unique_id' }],
  access,
  before: [resolveSubject, foldUniqueId, stampCreated],
});
