// What people are told: written by the server when something concerns them, ticked off by who received it.
import { where, type Access } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

const access: Access = {
  read: (accessContext) => {
    if (accessContext.administrator) return [{ level: 'administrator', scope: 'all' }];
    return [
      { level: 'own', scope: where('user_id', accessContext.userId === null ? [] : [accessContext.userId]) },
    ];
  },
  write: (accessContext) =>
    accessContext.administrator
      ? 'all'
      : where('user_id', accessContext.userId === null ? [] : [accessContext.userId]),
};

export default defineResource({
  name: 'notifications',
  doc: 'A notice to one person: a request, a decision or a message that concerns them.',
  fields: {
    id,
    user_id: field(types.integer, '-O-', 'Who is told.', { relation: 'users', filled: true }),
    notification_type: field(
      types.integer,
      '-O-',
      'What kind of notice it is: an id of notificationsTypeHtml.',
      { filled: true },
    ),
    is_response: field(types.boolean, '-O-', 'Whether it answers something that the receiver asked for.'),
    notification_timestamp: field(types.moment, '-O-', 'When it happened.', { filled: true }),
    status: field(
      types.integer,
      '-O-',
      'What had become of the request: 0 open, 1 granted, 2 declined, 3 cancelled; empty without one.',
      { values: [0, 1, 2, 3] },
    ),
    assoc_id: field(types.integer, '-O-', 'Id of what it is about, which may be deleted since.'),
    user_id_sender: field(types.integer, '-O-', 'Who did it; empty for a credential without a user.', {
      relation: 'users',
    }),
    user_id_responder: field(types.integer, '-O-', 'Who decided, when it is a response.', {
      relation: 'users',
    }),
    inherited_user_ids: field(
      types.string,
      '-O-',
      'Ids of people in whose place the receiver is told; empty: only for themselves.',
    ),
    processed: field(types.boolean, '-OO', 'Whether the receiver is done with it.'),
    email_send_status: field(
      types.integer,
      '-O-',
      'What became of the mail: 0 none is sent, 1 it was handed over to be sent.',
      {
        default: 0,
      },
    ),
    email_send_timestamp: field(types.moment, '-O-', 'When the mail was handed over to be sent.'),
    executable_1_id: field(types.integer, '-O-', 'First answer that the receiver can give: 1 approve.'),
    executable_2_id: field(types.integer, '-O-', 'Second answer that the receiver can give: 2 reject.'),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
    seen: field(types.boolean, '-OO', 'Whether the receiver has seen it.'),
  },
  lastChange: 'data_changed',
  audited: false,
  actions: ['read', 'update'],
  indexes: [{ columns: ['notification_type', 'assoc_id'] }],
  history: ['user_id_sender', 'user_id_responder'],
  access,
});
