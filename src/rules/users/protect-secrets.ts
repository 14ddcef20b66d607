// Who may set passwords and PINs (decisions §9: administrators do everything but set other people's passwords).
import { ApiError } from '#errors/api-error.ts';
import type { Change, Rule } from '#resource/rule.ts';
import { differs, rowId } from '../change.ts';

/** Refuses the password of another person, and their PIN, e-mail address or name to all but administrators. */
export const protectSecrets: Rule = (change) => {
  if (change.verb !== 'update' || change.trusted || change.sight.kind === 'machine') return;
  if (change.sight.userId === rowId(change)) return renewed(change);
  if (change.given.has('password')) throw refusal(change, 'password', 'only they themselves may change it');
  if (change.sight.administrator) return;
  for (const field of ['pin_code', 'email_address', 'username']) {
    // Whoever sets the e-mail address receives the link that resets the password.
    if (change.given.has(field) && differs(change, field)) {
      throw refusal(change, field, 'only they themselves and administrators may change it');
    }
  }
};

/** A password that its owner has just chosen need not be renewed. */
function renewed(change: Change): void {
  if (change.given.has('password') && !change.given.has('renew_password')) change.after['renew_password'] = 0;
}

function refusal(change: Change, field: string, reason: string): ApiError {
  const message = `${field} belongs to user ${rowId(change)}; ${reason}.`;
  return new ApiError('field_not_allowed', message, { field });
}
