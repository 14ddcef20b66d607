// Who approves the times and days of others.
import type { Sight } from '#resource/access.ts';
import type { View } from '#resource/rule.ts';
import { isOwnAffair } from './own-affairs.ts';

/**
 * Whether the caller may approve times of the user: administrators, HR managers and leaders of the user. Own times only as
 * the account's only administrator.
 */
export function mayApprove(sight: Sight, userId: number, view: View): boolean {
  if (isOwnAffair(sight, userId, view)) return false;
  return sight.administrator || sight.hrManager || sight.people.includes(userId);
}
