// Who may take an absence away altogether, and when.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { refuseApprovedDates } from '../days/refuse-approved-day.ts';
import { absenceStatus } from '../absence-days/absence-kind.ts';
import { grantedPeople, isAmong } from './absence-reach.ts';
import { absenceTypeOf } from '../absence-days/find-type.ts';
import { reachOf } from './reach-of.ts';

const open: readonly unknown[] = [absenceStatus.open, absenceStatus.awaitsReplacement];

/** Refuses the deletion of an absence that the caller neither decides nor asked for a moment ago, or of frozen days. */
export const deleteAbsence: Rule<'absences'> = (change, view) => {
  if (change.verb !== 'delete') return;
  refuseOthers(change, view);
  refuseFrozen(change.after, view);
};

function refuseOthers({ after, accessContext }: Change<'absences'>, view: View): void {
  const reach = reachOf(accessContext, absenceTypeOf(after, view), view);
  const person = after.user_id;
  if (isAmong(reach.decide, person)) return;
  if (isAmong({ among: grantedPeople(accessContext, 'delete'), except: [accessContext.userId ?? 0] }, person))
    return;
  if (person === accessContext.userId && open.includes(after.status)) return;
  const message = `You may not delete absence ${after.id}: it is yours only while it is open, and you do not decide it.`;
  throw new ApiError('not_allowed', message, { field: 'id' });
}

/** What was granted on an approved day stays. */
function refuseFrozen(absence: Row<'absences'>, view: View): void {
  const granted = view.find('absenceDays', [
    { column: 'request_id', is: '=', value: absence.id ?? null },
    { column: 'status', is: '=', value: absenceStatus.granted },
    { column: 'value', is: '>', value: 0 },
  ]);
  refuseApprovedDates(view, {
    userId: absence.user_id,
    dates: granted.map(({ date }) => date),
    sent: { field: 'id', value: absence.id },
  });
}
