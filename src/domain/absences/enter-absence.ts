// An absence is entered: as a request, or granted at once. Everything that must hold before it is written.
import { ApiError } from '#errors/api-error.ts';
import { actingUser } from '#resource/access.ts';
import type { Change, Changing, Row, Rule } from '#resource/rule.ts';
import { countDates } from '#values/date-range.ts';
import { refuseApprovedDates } from '../days/refuse-approved-day.ts';
import { referenceIn } from '../change.ts';
import { knownRow } from '../known-row.ts';
import { absenceStatus, isInHours, type AbsenceStatus } from '../absence-days/absence-kind.ts';
import { isAmong, type AbsenceReach } from './absence-reach.ts';
import { checkDuration, settleHours } from './check-duration.ts';
import { absenceTypeOf } from '../absence-days/find-type.ts';
import { costlyDates } from '../absence-days/count-days.ts';
import { calendarOf } from '../absence-days/person-calendar.ts';
import { reachOf } from './reach-of.ts';
import { refuseBanned } from './refuse-banned.ts';
import { refuseOverLimits } from './refuse-over-limits.ts';
import { refuseOverlap } from './refuse-overlap.ts';
import { checkReplacement } from './replacement.ts';
import { takenBefore } from './taken-before.ts';

/** The longest absence that can be entered, in days with all between. */
const longest = 1830;

/** Completes and checks a new absence. */
export const enterAbsence: Rule<'absences'> = (change, view) => {
  if (change.verb !== 'create') return;
  const { after } = change;
  const type = absenceTypeOf(after, view);
  const reach = reachOf(change.accessContext, type, view);
  const person = after.user_id;
  if (!isAmong(reach.enter, person)) throw notEntered(change, type);
  const user = knownRow(view, 'users', person);
  copyPerson(change, user);
  checkReplacement(change, view);
  after.duration_unit = type.duration_unit ?? 'd';
  settleUnit(after, type);
  settleDates(after);
  requireComment(after, type);
  settleStatus(change, type, reach);
  const dates = { from: after.from_date, to: after.to_date };
  const calendar = calendarOf(person, dates, view);
  settleHours(change, type, calendar);
  refuseOverlap(after, { type, calendar, view });
  const taken = takenBefore(after, calendar, view);
  const days = checkDuration(change, { type, person: user, calendar, taken });
  refuseApprovedDates(view, {
    userId: person,
    dates: costlyDates(days),
    sent: { field: 'from_date', value: after.from_date },
  });
  if (!isAmong(reach.decide, person)) refuseBanned(after, { days, calendar, view });
  refuseOverLimits(after, { type, days, view });
};

/** Refuses to empty a comment that the type asks for. */
export const keepComment: Rule<'absences'> = ({ verb, before, after }, view) => {
  if (verb !== 'update' || before?.request_comment === after.request_comment) return;
  requireComment(after, absenceTypeOf(after, view));
};

function copyPerson({ after, now }: Change<'absences'>, person: Row<'users'>): void {
  after.request_user_department_id = person.department_id ?? null;
  after.request_user_role_id = person.role_id ?? null;
  after.created = now;
}

/** The unit that clients name in a letter of their own is the one in which the type counts. */
function settleUnit(after: Changing<Row<'absences'>>, type: Row<'absenceTypes'>): void {
  const sent = after.request_duration_entity;
  const right = isInHours(after) ? 'h' : 'd';
  if (sent != null && sent !== right)
    throw invalid('request_duration_entity', sent, `${right}: absences of type ${type.name_const} count so`);
  after.request_duration_entity = right;
}

function settleDates(after: Changing<Row<'absences'>>): void {
  const { from_date: from, to_date: to } = after;
  const count = countDates(from, to);
  if (count < 1) throw invalid('to_date', to, `a date not before the from_date, ${from}`);
  if (count > longest)
    throw invalid('to_date', to, `at most ${longest} days from the from_date, ${from}, on`);
  for (const name of ['request_partial_begin_duration', 'request_partial_end_duration'] as const) {
    if (after[name] === 0) after[name] = null;
    if (after[name] != null && isInHours(after)) {
      throw invalid(
        name,
        after[name] / 100,
        'left out of an absence in hours: its duration says how long it is',
      );
    }
  }
  if (after.begin == null) return;
  if (!isInHours(after))
    throw invalid('begin', after.begin, 'left out of an absence in days; give half days by their parts');
  if (from !== to)
    throw invalid('begin', after.begin, 'left out unless from_date and to_date are the same day');
}

function requireComment(after: Row<'absences'>, type: Row<'absenceTypes'>): void {
  if (type.comment_is_mandatory !== 1 || String(after.request_comment ?? '').trim() !== '') return;
  const message = `request_comment is empty; absences of type ${type.name_const} must say why.`;
  throw new ApiError('rule_broken', message, { field: 'request_comment' });
}

function settleStatus(
  { after, accessContext, now }: Change<'absences'>,
  type: Row<'absenceTypes'>,
  reach: AbsenceReach,
): void {
  const status = statusAtFirst(after, type, reach);
  after.status = status;
  if (status !== absenceStatus.granted) return;
  after.granted_user_id = actingUser(accessContext);
  after.granted_timestamp = now;
}

function statusAtFirst(
  after: Row<'absences'>,
  type: Row<'absenceTypes'>,
  { decide }: AbsenceReach,
): AbsenceStatus {
  if (type.request_type === 'USER' || isAmong(decide, after.user_id)) {
    return absenceStatus.granted;
  }
  return referenceIn(after, 'replacement_user_id') === null
    ? absenceStatus.open
    : absenceStatus.awaitsReplacement;
}

function notEntered({ after, accessContext }: Change<'absences'>, type: Row<'absenceTypes'>): ApiError {
  const own = after.user_id === accessContext.userId && type.enabled_for_requests !== 1;
  const reason = own
    ? 'it is not enabled for requests'
    : `it is left to those it names (${type.request_type})`;
  const message = `You may not enter an absence of type ${type.name_const} for user ${after.user_id}: ${reason}.`;
  return new ApiError('not_allowed', message, { field: 'type_id' });
}

function invalid(field: string, value: unknown, right: string): ApiError {
  return new ApiError('invalid_value', `${field} is ${JSON.stringify(value)}; it must be ${right}.`, {
    field,
  });
}
