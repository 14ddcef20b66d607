// The rights of the caller over absences of a type, with the one fact that the access context does not hold.
import type { AccessContext } from '#resource/access.ts';
import type { Row, View } from '#resource/rule.ts';
import { isOnlyAdministrator } from '../users/protect-administrators.ts';
import { absenceReach, type AbsenceReach } from './absence-reach.ts';

/** {@link absenceReach} of the caller in their account. */
export function reachOf(accessContext: AccessContext, type: Row<'absenceTypes'>, view: View): AbsenceReach {
  const { administrator, userId, today } = accessContext;
  const onlyAdministrator = administrator && (userId === null || isOnlyAdministrator(userId, today, view));
  return absenceReach(accessContext, type, { onlyAdministrator });
}
