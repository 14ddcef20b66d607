// Messages from one person to all, to another or to a department; read by receivers and sender only.
import { where, type Access, type Scope, type AccessContext } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { checkReceiver, nameSender, stampMessage } from '#domain/messages/check-receiver.ts';
import { notifyReceivers } from '#domain/messages/notify-receivers.ts';

const access: Access = {
  read: (accessContext) => {
    if (accessContext.administrator) return [{ level: 'administrator', scope: 'all' }];
    return [{ level: 'own', scope: [...received(accessContext), ...sent(accessContext)] }];
  },
  write: (accessContext) => (accessContext.administrator ? 'all' : where('sender_id', own(accessContext))),
};

function received(accessContext: AccessContext): Exclude<Scope, 'all'> {
  return [
    [{ column: 'receiver_type', oneOf: ['ALL'] }],
    [
      { column: 'receiver_type', oneOf: ['USER'] },
      { column: 'receiver_id', oneOf: own(accessContext) },
    ],
    [
      { column: 'receiver_type', oneOf: ['DEPARTMENT'] },
      { column: 'receiver_id', oneOf: accessContext.ownDepartments.slice(0, 1) },
    ],
    [
      { column: 'receiver_type', oneOf: ['DEPARTMENT'] },
      { column: 'include_sub_department', oneOf: [1] },
      { column: 'receiver_id', oneOf: accessContext.ownDepartments },
    ],
  ].filter((terms) => terms.every((term) => term.oneOf.length > 0));
}

function sent(accessContext: AccessContext): Exclude<Scope, 'all'> {
  return [[{ column: 'sender_id', oneOf: own(accessContext) }]];
}

function own(accessContext: AccessContext): readonly number[] {
  return accessContext.userId === null ? [] : [accessContext.userId];
}

export default defineResource({
  name: 'messages',
  doc: 'A message to all, to one person or to a department.',
  fields: {
    id,
    sender_id: field(types.integer, 'OOO', 'Who sends it: the user of the token unless given.', {
      relation: 'users',
    }),
    message: field(types.string, 'ROO', 'The text.'),
    receiver_type: field(types.string, 'OOO', 'Who receives it: ALL, one USER or one DEPARTMENT.', {
      values: ['ALL', 'USER', 'DEPARTMENT'],
      default: 'ALL',
    }),
    receiver_id: field(types.integer, 'OOO', 'Id of the user or department; empty when ALL receive it.'),
    include_sub_department: field(types.boolean, 'OOO', 'Whether all departments below receive it too.'),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
    timestamp_update: field(types.moment, '-O-', 'When the message itself was last changed.'),
    timestamp: field(types.moment, 'OOO', 'When the message was sent; now unless given.'),
  },
  lastChange: 'data_changed',
  audited: false,
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [{ columns: ['sender_id'] }, { columns: ['receiver_type', 'receiver_id'] }],
  access,
  before: [nameSender, checkReceiver, stampMessage],
  after: [notifyReceivers],
});
