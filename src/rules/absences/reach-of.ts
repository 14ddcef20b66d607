// The rights of the caller over absences of a type, with the one fact that the sight does not hold.
import type { Sight } from '#resource/access.ts';
import type { Row, View } from '#resource/rule.ts';
import { absenceReach, type AbsenceReach } from './absence-reach.ts';

/** {@link absenceReach} of the caller in their account. */
export async function reachOf(sight: Sight, type: Row, view: View): Promise<AbsenceReach> {
  const onlyAdministrator = sight.administrator && (await isOnlyAdministrator(sight, view));
  return absenceReach(sight, type, { onlyAdministrator });
}

/** Whether no other active person is an administrator: then nobody else could decide. */
async function isOnlyAdministrator({ userId }: Sight, view: View): Promise<boolean> {
  const others = await view.find(
    'users',
    [
      { column: 'internal_user_group', is: '=', value: 1 },
      { column: 'active', is: '=', value: 1 },
      { column: 'id', is: '!=', value: userId },
    ],
    { limit: 1 },
  );
  return others.length === 0;
}
