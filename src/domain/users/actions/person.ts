// What the actions on people share: finding them, who may see to their logins, and mail to them.
import { ApiError } from '#errors/api-error.ts';
import type { Scope, AccessContext } from '#resource/access.ts';
import type { QueuedMail, Row, View } from '#resource/rule.ts';
import { foldText } from '#values/folded-text.ts';
import { isMailAddress } from '#values/mail-address.ts';

/** Whose passwords the caller may have renewed: administrators everybody's, HR managers those of all but administrators. */
export function managedLogins(accessContext: AccessContext): Scope {
  if (accessContext.administrator) return 'all';
  return accessContext.hrManager ? [[{ column: 'internal_user_group', oneOf: [2, 3] }]] : [];
}

/** The user of this name in any letter case. */
export function findPerson(view: View, username: string): Row<'users'> | undefined {
  const [row] = view.find('users', [
    { column: 'username_folded', is: '=', value: foldText(username.trim()) },
  ]);
  return row;
}

/** Why nobody can log in as a person; `null`: they can. */
export function loginHindrance(row: Row<'users'>): string | null {
  if (row.active !== 1) return 'inactive';
  return row.authentication_blocked === 1 ? 'blocked' : null;
}

/** Why a person cannot get mail about their login; `null`: they can. */
export function mailFault(row: Row<'users'>): string | null {
  const hindrance = loginHindrance(row);
  if (hindrance !== null) return hindrance;
  return isMailAddress(row.email_address ?? '') ? null : 'without an e-mail address';
}

/** Has a mail sent to somebody who must be able to get it. */
export function mailPerson(view: View, kind: string, row: Row<'users'>): void {
  const fault = mailFault(row);
  if (fault !== null) {
    const field = fault.startsWith('without') ? 'email_address' : 'id';
    throw new ApiError('rule_broken', `User ${row.id} is ${fault}; they would get no mail.`, { field });
  }
  sendMail(view, { kind, userId: row.id });
}

/** Has a mail sent, or refuses what is useless without it. */
export function sendMail(view: View, mail: QueuedMail): void {
  if (view.mail(mail)) return;
  throw new ApiError(
    'mail_unavailable',
    'This server sends no mail; its operator has to set smtp-url, or a password has to be given otherwise.',
  );
}
