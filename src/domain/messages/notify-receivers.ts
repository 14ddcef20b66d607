// Whoever receives a message is told so, once, however many they are: the person, those who work in the department (and
// below it, when they are meant), or everybody.
import type { Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers, rowId } from '../change.ts';
import { noticesOf, notifyAll } from '../notifications/notify.ts';
import { departmentsBelow } from '../access/leaders.ts';

/** Notifies the people to whom a message is sent, or to whom it is sent now; who was told of it is not told again. */
export const notifyReceivers: Rule<'messages'> = (change, view) => {
  const { after, now, verb } = change;
  const addressed = ['receiver_type', 'receiver_id', 'include_sub_department'] as const;
  if (verb === 'delete' || !anyDiffers(change, addressed)) return;
  const told = verb === 'create' ? [] : noticesOf(view, { type: 'messageReceived', assocId: rowId(change) });
  const known = new Set(told.map((row) => row.user_id));
  const receivers = receiversOf(after, view).filter(({ id }) => !known.has(id));
  const senderId = after.sender_id;
  notifyAll(view, { type: 'messageReceived', receivers, senderId, assocId: rowId(change), now });
};

/** The rows of users; of many only those who can log in. */
function receiversOf(message: Row<'messages'>, view: View): readonly Row<'users'>[] {
  const active = { column: 'active', is: '=', value: 1 } as const;
  const { receiver_id: id } = message;
  switch (message.receiver_type) {
    case 'USER':
      if (id === null) return [];
      return [view.get('users', id)].filter((row) => row !== undefined);
    case 'DEPARTMENT': {
      if (id === null) return [];
      const value = message.include_sub_department === 1 ? departmentsBelow(id, view) : [id];
      return view.find('users', [{ column: 'department_id', is: 'in', value }, active]);
    }
    default:
      return view.find('users', [active]);
  }
}
