// Who changed what in the account: written by the server with each change, read by administrators, changed by nothing.
import { defineResource, field, types, type Availabilities } from '#resource/define-resource.ts';
import type { Access } from '#resource/access.ts';

const shown: Availabilities = '-O-';
const name = { maxLength: 255 };

const access: Access = {
  read: ({ administrator }) => (administrator ? [{ level: 'administrator', scope: 'all' }] : []),
  write: () => [],
};

export default defineResource({
  name: 'auditLog',
  doc: 'A change of master data, rights, settings, approvals or credentials, a login, or a failed one.',
  fields: {
    id: field(types.integer, shown, 'Identifier, unique in the account and ascending in time.'),
    moment: field(types.moment, shown, 'When it happened.'),
    actor: field(
      types.string,
      shown,
      'Who did it: a user, a credential without a user, or the command line.',
      {
        values: ['user', 'credential', 'command', 'nobody'],
      },
    ),
    user_id: field(types.integer, shown, 'The user who did it, or whose login it was.', {
      relation: 'users',
    }),
    credential: field(types.string, shown, 'The client_id of the credential; empty for a session.', name),
    request_id: field(types.string, shown, 'Id of the request, as in the log of the server.', name),
    address: field(types.string, shown, 'Network address of the client.', name),
    resource_name: field(types.string, shown, 'Resource of the row; empty for a login.', name),
    row_id: field(types.integer, shown, 'Id of the row, which may be deleted since.'),
    action: field(
      types.string,
      shown,
      'What was done: create, update, delete, login, old_password_refused, an action or a command.',
      name,
    ),
    before: field(
      types.string,
      shown,
      'JSON object of the fields that changed, as they were; secrets are ***.',
    ),
    after: field(
      types.string,
      shown,
      'JSON object of the fields that changed, as they became; secrets are ***.',
    ),
  },
  lastChange: 'moment',
  actions: ['read'],
  indexes: [{ columns: ['moment'] }, { columns: ['user_id'] }, { columns: ['resource_name', 'row_id'] }],
  history: ['user_id'],
  access,
});
