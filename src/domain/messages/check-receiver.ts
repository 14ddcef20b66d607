// Who sends a message and who receives it.
import { ApiError } from '#errors/api-error.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers, referenceIn, unknownReference } from '../change.ts';

const content = [
  'sender_id',
  'message',
  'receiver_type',
  'receiver_id',
  'include_sub_department',
  'timestamp',
] as const;

/** Fills in the sender: whoever holds the token; a machine credential must say in whose name it writes. */
export const nameSender: Rule<'messages'> = ({ verb, after, accessContext }) => {
  if (verb === 'delete' || referenceIn(after, 'sender_id') !== null) return;
  after.sender_id = accessContext.userId;
  if (accessContext.userId !== null) return;
  const message =
    'sender_id is missing; a credential without a user must name the user who sends the message.';
  throw new ApiError('missing_parameter', message, { field: 'sender_id' });
};

/** Checks that the receiver exists and suits `receiver_type`. */
export const checkReceiver: Rule<'messages'> = (change, view) => {
  if (change.verb === 'delete') return;
  const { after } = change;
  after.receiver_type ??= 'ALL';
  after.receiver_id = referenceIn(after, 'receiver_id');
  if (!anyDiffers(change, ['receiver_type', 'receiver_id'])) return;
  if (after.receiver_type === 'ALL') refuseReceiver(after);
  else findReceiver(after, view);
};

/** Notes when the message was written and last changed. */
export const stampMessage: Rule<'messages'> = (change) => {
  if (change.verb === 'delete' || !anyDiffers(change, content)) return;
  change.after.timestamp ??= change.now;
  change.after.timestamp_update = change.now;
};

function refuseReceiver(message: Row<'messages'>): void {
  if (message.receiver_id === null) return;
  const sentence = `receiver_id is ${message.receiver_id}; it must be empty when receiver_type is ALL.`;
  throw new ApiError('contradiction', sentence, { field: 'receiver_id' });
}

function findReceiver(message: Row<'messages'>, view: View): void {
  const toUser = message.receiver_type === 'USER';
  const what = toUser ? 'user' : 'department';
  const id = message.receiver_id;
  if (id === null) {
    const sentence = `receiver_id is missing; with receiver_type ${message.receiver_type} it names a ${what}.`;
    throw new ApiError('missing_parameter', sentence, { field: 'receiver_id' });
  }
  const receiver = view.get(toUser ? 'users' : 'departments', id);
  if (receiver === undefined) throw unknownReference('receiver_id', id, what);
}
