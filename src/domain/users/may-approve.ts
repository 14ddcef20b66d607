// Who approves the times and days of others.
import type { AccessContext } from '#resource/access.ts';
import type { View } from '#resource/rule.ts';
import { isOwnAffair } from './own-affairs.ts';

/**
 * Whether the caller may approve times of the user: administrators, HR managers and leaders of the user. Own times only as
 * the account's only administrator.
 */
export function mayApprove(accessContext: AccessContext, userId: number, view: View): boolean {
  if (isOwnAffair(accessContext, userId, view)) return false;
  return accessContext.administrator || accessContext.hrManager || accessContext.people.includes(userId);
}
