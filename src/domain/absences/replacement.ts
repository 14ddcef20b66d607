// Who stands in for somebody who is absent: people who are there. Requests that wait for one who has left go on to who
// decides.
import { ApiError } from '#errors/api-error.ts';
import type { Change, ReadView, Row, Rule, View } from '#resource/rule.ts';
import { laterDate } from '#values/date-range.ts';
import { hasReturned, todayOf } from '../days/employment.ts';
import { isEmployed } from '../schedules/person-days.ts';
import { referenceIn, rowId } from '../change.ts';
import { absenceStatus } from '../absence-days/absence-kind.ts';
import { describeAgain } from './derive-days.ts';
import { askDeciders } from './notify-of-absence.ts';

const field = 'replacement_user_id';

/** Refuses a replacement who is the person, or will not be there when the absence begins. */
export function checkReplacement({ after, now }: Change<'absences'>, view: ReadView): void {
  const replacement = referenceIn(after, field);
  if (replacement === null) return;
  if (replacement === after.user_id)
    throw refused(`${field} is ${replacement}; nobody stands in for themselves.`);
  const user = view.get('users', replacement);
  if (user === undefined) return;
  const right = 'name somebody who is active and employed when the absence begins, or nobody.';
  if (user.active !== 1) throw refused(`${field} is ${replacement}; this person is not active: ${right}`);
  const begins = laterDate(after.from_date, todayOf(user, now));
  if (hasLeft(user, begins))
    throw refused(`${field} is ${replacement}; this person leaves on ${user.exit_date}: ${right}`);
}

/** Whether the replacement for whom a request waits cannot answer any more. */
export function isReplacementGone(absence: Row<'absences'>, now: number, view: ReadView): boolean {
  const replacement = referenceIn(absence, field);
  const user = replacement === null ? undefined : view.get('users', replacement);
  return user === undefined || isGone(user, now);
}

/** After a person has left: whatever waits for their yes as a replacement becomes a request that somebody decides. */
export const passOnRequests: Rule<'users'> = (change, view) => {
  const { verb, before, after, now } = change;
  if (verb !== 'update' || before === null || isGone(before, now) || !isGone(after, now)) return;
  const waiting = view.find('absences', [
    { column: 'status', is: '=', value: absenceStatus.awaitsReplacement },
    { column: field, is: '=', value: rowId(change) },
  ]);
  for (const absence of waiting) passOn(absence, now, view);
};

function passOn(absence: Row<'absences'>, now: number, view: View): void {
  const open = { ...absence, status: absenceStatus.open };
  view.update('absences', absence.id, { status: open.status });
  describeAgain(open, view);
  askDeciders(open, now, view);
}

function isGone(user: Row<'users'>, now: number): boolean {
  return user.active !== 1 || hasLeft(user, todayOf(user, now));
}

function hasLeft(user: Row<'users'>, date: string): boolean {
  const { entry_date: entry, exit_date: exit } = user;
  const isAway = hasReturned(user) && typeof entry === 'string' && date < entry;
  return isAway ? !isEmployed(user, date) : typeof exit === 'string' && exit < date;
}

function refused(message: string): ApiError {
  return new ApiError('rule_broken', message, { field });
}
