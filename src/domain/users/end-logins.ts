// Who changes a password, deactivates or blocks somebody, or deletes them, also ends what they are logged in with; who
// lets somebody in again forgets what they had failed at.
import type { Rule } from '#resource/rule.ts';
import { differs, rowId } from '../change.ts';

/**
 * Ends every login of a user who may not use it any longer, or whose password is another one now; the login in which a
 * person changes the own password goes on.
 */
export const endLoginsOfChanged: Rule<'users'> = (change, view) => {
  if (change.verb === 'create') return;
  const shutOut =
    change.verb === 'delete' || change.after.active === 0 || change.after.authentication_blocked === 1;
  if (shutOut) view.logins.end(rowId(change));
  else if (differs(change, 'password')) view.logins.endOthers(rowId(change));
};

/** Somebody unblocked begins anew: nothing is counted against them, and they need not wait. */
export const forgiveUnblocked: Rule<'users'> = (change, view) => {
  const { before, after } = change;
  if (change.verb !== 'update' || before?.authentication_blocked !== 1) return;
  if (after.authentication_blocked !== 0) return;
  after.unsuccessful_login_count = 0;
  view.logins.forgive(after.username);
};
