// Who may set passwords and PINs. Administrators do everything but set passwords of other people; a person proves the
// present password to set a new one, so that a stolen token does not become a login.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Rule } from '#resource/rule.ts';
import { differs, rowId } from '../change.ts';
import { fieldsOfLogin } from './writable-fields.ts';

/**
 * Refuses the password of another person, and their PIN, e-mail address or name to all but administrators. Refuses a
 * new password of the caller without the present one in `old_password`.
 */
export const protectSecrets: Rule<'users'> = (change) => {
  if (change.verb !== 'update' || change.trusted || change.accessContext.kind === 'machine') return;
  if (change.accessContext.userId === rowId(change)) return refuseUnproven(change);
  if (change.given.has('password')) throw refusal(change, 'password', 'only they themselves may change it');
  if (change.accessContext.administrator) return;
  for (const field of fieldsOfLogin) {
    // Whoever sets the e-mail address receives the link that resets the password.
    if (change.given.has(field) && differs(change, field)) {
      throw refusal(change, field, 'only they themselves and administrators may change it');
    }
  }
};

/** A password that its owner has just chosen need not be renewed. */
function refuseUnproven(change: Change<'users'>): void {
  if (!change.given.has('password')) return;
  if (!isProven(change)) throw missingProof(change, 'password is new');
  if (!change.given.has('renew_password')) change.after.renew_password = 0;
}

/** Whether the client has sent the password that holds. It was checked before the transaction, and may be old by now. */
export function isProven({ before, proven }: Change<'users'>): boolean {
  return proven !== null && proven === before?.password;
}

/** The refusal of a change that asks for the present password: none was sent, or it was changed meanwhile. */
export function missingProof({ proven }: Change<'users'>, reason: string): ApiError {
  if (proven !== null) {
    const message = 'old_password is no longer the password that holds; it was changed meanwhile.';
    return new ApiError('wrong_password', message, { field: 'old_password' });
  }
  const message = `The required parameter old_password is missing: ${reason}, so send the password that holds now.`;
  return new ApiError('missing_parameter', message, { field: 'old_password' });
}

function refusal(change: Change<'users'>, field: string, reason: string): ApiError {
  const message = `${field} belongs to user ${rowId(change)}; ${reason}.`;
  return new ApiError('field_not_allowed', message, { field });
}
