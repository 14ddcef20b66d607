// Who receives a message in person is told so. Messages to departments and to all are no notices: a row for each of
// thousands of people would say no more than the message, which they read (and synchronise) anyway.
import type { Rule } from '#resource/rule.ts';
import { anyDiffers, rowId } from '../change.ts';
import { notify } from '../notifications/notify.ts';

/** Notifies the person to whom a message is sent, or to whom it is sent now. */
export const notifyReceiver: Rule = async (change, view) => {
  const { after } = change;
  if (change.verb === 'delete' || after['receiver_type'] !== 'USER') return;
  if (!anyDiffers(change, ['receiver_type', 'receiver_id'])) return;
  await notify(view, {
    type: 'messageReceived',
    userId: after['receiver_id'] as number,
    senderId: after['sender_id'] as number | null,
    assocId: rowId(change),
    now: change.now,
  });
};
