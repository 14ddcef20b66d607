// Who changes a password, deactivates or blocks somebody, or deletes them, also ends what they are logged in with.
import type { Rule } from '#resource/rule.ts';
import { differs, rowId } from '../change.ts';

/** Ends every login of a user who may not use it any longer, or whose password is another one now. */
export const endLoginsOfChanged: Rule = async (change, view) => {
  if (change.verb === 'create') return;
  const shutOut =
    change.verb === 'delete' || change.after['active'] === 0 || change.after['authentication_blocked'] === 1;
  if (shutOut || differs(change, 'password')) await view.endLogins(rowId(change));
};
