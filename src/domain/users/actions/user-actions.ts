// Everything that can be done with people beside reading, creating, updating and deleting them.
import type { ActionDeclaration, FieldDeclaration } from '#resource/define-resource.ts';
import { updatePassword, validatePassword } from './choose-password.ts';
import { confirmEmailAddress } from './confirm-address.ts';
import { createLoginLink } from './login-link.ts';
import { logout } from './logout.ts';
import { forgotPassword, resetPassword } from './renew-password.ts';
import { invite, sendWelcomeEmail } from './welcome.ts';

/** The actions of `users`, whose fields an invitation takes too. */
export function userActions(
  fields: Readonly<Record<string, FieldDeclaration>>,
): Readonly<Record<string, ActionDeclaration<'users'>>> {
  return {
    forgotPassword,
    resetPassword,
    updatePassword,
    validatePassword,
    confirmEmailAddress,
    sendWelcomeEmail,
    createLoginLink,
    invite: invite(fields),
    logout,
  };
}
