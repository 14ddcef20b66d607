// The rights of the caller over absences of a type, with the one fact that the sight does not hold.
import type { Sight } from '#resource/access.ts';
import type { Row, View } from '#resource/rule.ts';
import { isOnlyAdministrator } from '../users/protect-administrators.ts';
import { absenceReach, type AbsenceReach } from './absence-reach.ts';

/** {@link absenceReach} of the caller in their account. */
export function reachOf(sight: Sight, type: Row<'absenceTypes'>, view: View): AbsenceReach {
  const { administrator, userId, today } = sight;
  const onlyAdministrator = administrator && (userId === null || isOnlyAdministrator(userId, today, view));
  return absenceReach(sight, type, { onlyAdministrator });
}
