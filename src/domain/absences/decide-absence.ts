// Somebody approves, rejects or cancels an absence. The row is read in the transaction that writes it: of two who
// decide at the same time one finds the status that the other has made.
import { ApiError } from '#errors/api-error.ts';
import { actingUser } from '#resource/access.ts';
import type { ActionAnswer, ActionView, Call, RowCall } from '#resource/action.ts';
import type { Row, View } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { refuseApprovedDates } from '../days/refuse-approved-day.ts';
import { substitutedLeader } from '../access/leaders.ts';
import { absenceStatus, type AbsenceStatus } from '../absence-days/absence-kind.ts';
import { isAmong } from './absence-reach.ts';
import { costOfDates, costlyDates } from '../absence-days/count-days.ts';
import { absenceTypeOf } from '../absence-days/find-type.ts';
import { nextStatus, type Decision, type DecisionMaker } from './next-status.ts';
import { calendarOf } from '../absence-days/person-calendar.ts';
import { reachOf } from './reach-of.ts';
import { refuseOverLimits } from './refuse-over-limits.ts';
import { isReplacementGone } from './replacement.ts';
import { spanOf } from './span-of.ts';
import { takenBefore } from './taken-before.ts';

/** Runs an action of the name of a decision; answers the absence. */
export function decideAbsence(call: RowCall<'absences'>, view: ActionView): ActionAnswer {
  const { row: absence } = call;
  const decision = decisionOf(call);
  const type = absenceTypeOf(absence, view);
  const maker = decisionMaker(call, { absence, type, view });
  const status = settled(absence, decision, maker);
  if (decision === 'reject') requireReason(call, type);
  if (decision === 'approve') checkLimits(absence, type, view);
  view.change('absences', absence.id, {
    status,
    ...(decision === 'cancel' || status === absenceStatus.open ? {} : signature(call, view)),
    ...sent(call),
  });
  return { ids: [absence.id] };
}

/** The actions have the names of decisions. */
function decisionOf({ action }: Call): Decision {
  if (isDecision(action)) return action;
  throw new Error(`${action} is no decision about absences`);
}

function isDecision(action: string): action is Decision {
  return Object.hasOwn(waysTo, action);
}

function decisionMaker(
  { accessContext, now }: Call,
  { absence, type, view }: { absence: Row<'absences'>; type: Row<'absenceTypes'>; view: View },
): DecisionMaker {
  const person = absence.user_id;
  const reach = reachOf(accessContext, type, view);
  const self = accessContext.userId;
  return {
    decides: isAmong(reach.decide, person),
    isPerson: self === person,
    isReplacement: self !== null && absence.replacement_user_id === self,
    replacementGone: isReplacementGone(absence, now, view),
    begun: hasBegun(absence, now, view),
  };
}

/** Whether the first day, or the hour of an absence in hours, has come on the person's clocks. */
function hasBegun(absence: Row<'absences'>, now: number, view: View): boolean {
  const person = view.get('users', absence.user_id);
  const zone = person?.timezone ?? view.setting('default_user_timezone');
  const begin = `${absence.from_date} ${absence.begin ?? '00:00:00'}`;
  return localText(now, zone) >= begin;
}

function settled(absence: Row<'absences'>, decision: Decision, maker: DecisionMaker): AbsenceStatus {
  const outcome = nextStatus(absence.status, decision, maker);
  if (typeof outcome === 'number') return outcome;
  const { id, status, user_id: person } = absence;
  const data = outcome === 'begun' ? { id, status, from_date: absence.from_date } : { id, status };
  if (outcome === 'not theirs') {
    const message = `You may not ${decision} absence ${id} of user ${person}; nobody decides for themselves.`;
    throw new ApiError('not_allowed', message, { field: 'id', data });
  }
  const message =
    outcome === 'begun'
      ? `id is ${id}; this absence began on ${absence.from_date}, and only who decides it can cancel it now.`
      : `id is ${id}; the status of this absence is ${status} (${statusNames[status]}), ` +
        `and it must be ${wayTo(decision, maker)} to ${decision} it.`;
  throw new ApiError('rule_broken', message, { field: 'status', data });
}

const statusNames: Readonly<Record<AbsenceStatus, string>> = {
  0: 'open',
  1: 'granted',
  2: 'declined',
  3: 'cancelled',
  5: 'waiting for the replacement',
};

const waysTo: Readonly<Record<Decision, string>> = {
  approve: '0 (open)',
  reject: '0 (open) or 5 (waiting for the replacement)',
  cancel: '0 (open), 5 (waiting for the replacement) or 1 (granted)',
};

/** Who only stands in is asked before anybody decides. */
function wayTo(decision: Decision, { decides, isReplacement }: DecisionMaker): string {
  return isReplacement && !decides ? '5 (waiting for the replacement)' : waysTo[decision];
}

function requireReason({ values }: Call, type: Row<'absenceTypes'>): void {
  if (type.reject_request_comment_is_mandatory !== 1) return;
  if (String(values.granted_comment ?? '').trim() !== '') return;
  const message = `granted_comment is empty; declining an absence of type ${type.name_const} needs a reason.`;
  throw new ApiError('rule_broken', message, { field: 'granted_comment' });
}

/** What there is may have changed since the request, and so may what is approved. */
function checkLimits(absence: Row<'absences'>, type: Row<'absenceTypes'>, view: View): void {
  const span = spanOf(absence, type);
  const userId = absence.user_id;
  const calendar = calendarOf(userId, span, view);
  const granted = { ...absence, status: absenceStatus.granted };
  const days = costOfDates(span, calendar, takenBefore(granted, calendar, view));
  refuseOverLimits(absence, { type, days, view });
  refuseApprovedDates(view, {
    userId,
    dates: costlyDates(days),
    sent: { field: 'id', value: absence.id },
  });
}

function signature({ accessContext, now, row }: RowCall<'absences'>, view: View): Row {
  return {
    granted_user_id: actingUser(accessContext),
    granted_as_substitute_user_id:
      accessContext.userId === null ? null : substitutedLeader(accessContext.userId, row.user_id, view),
    granted_timestamp: now,
  };
}

function sent({ values }: Call): Row {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
