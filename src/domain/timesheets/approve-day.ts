// Approving a day and taking that back. A person confirms their own days (approved_by_user); administrators, HR managers
// and leaders approve the days of others for the company (approved_by_admin). Either freezes the day; a first approval by who
// leads the person (approved_by_user_1) is kept with name and moment and freezes nothing.
import { ApiError, unreachable } from '#errors/api-error.ts';
import { actingUser } from '#resource/access.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { findDay, type PersonDay } from '../days/day-account.ts';
import { refuseUnaccounted, todayOf } from '../days/employment.ts';
import { logApprovals } from './log-decisions.ts';
import { openDay } from './open-day.ts';
import { mayApprove } from '../users/may-approve.ts';
import { ownAffair } from '../users/own-affairs.ts';
import { knownRow } from '../known-row.ts';
import { textIn } from '../sent-values.ts';
import { dropIfNeedless } from './write-day.ts';

type Day = Row<'timesheetAccountings'>;
type Approving = Call<'timesheetAccountings'>;

/** Approves the day of `id`, or of `user_id` and `date`; a day without a row gets one. */
export function approveDay(call: Approving, view: ActionView): ActionAnswer {
  const { userId, date } = dayOf(call);
  const user = knownRow(view, 'users', userId);
  if (date > todayOf(user, call.now)) throw tooEarly(date);
  refuseUnaccounted(user, date);
  const levels = levelsToApprove(call, userId, view);
  if (levels.some((level) => level !== 'approved_by_user_1')) refuseRunning({ userId, date }, view);
  const day = call.row ?? findDay(view, { userId, date });
  const id = day?.id ?? openDay(view, user, date);
  const given = levels.filter((level) => day?.[level] !== 1);
  for (const level of given) view.update('timesheetAccountings', id, { [level]: 1, ...signed(level, call) });
  const comment = textIn(call.values, 'comment');
  const decision = { accessContext: call.accessContext, day: { user_id: userId, date } };
  logApprovals(view, decision, { levels: given, isTakenBack: false, comment });
  return { ids: [id] };
}

/**
 * Takes approvals back: a person their own until the company has approved, whoever leads them those that they gave, an
 * administrator every one. Answers no day when it goes with the approval.
 */
export function unapproveDay(call: Approving, view: ActionView): ActionAnswer {
  const { userId, date } = dayOf(call);
  const day = call.row ?? findDay(view, { userId, date });
  const levels = levelsToTakeBack(call, { userId, day });
  if (day === undefined) return { ids: [] };
  const { id } = day;
  const none = Object.fromEntries(
    levels.flatMap((level) => Object.entries({ [level]: 0, ...unsigned[level] })),
  );
  view.update('timesheetAccountings', id, none);
  const taken = { levels: levels.filter((level) => day[level] === 1), isTakenBack: true };
  logApprovals(
    view,
    { accessContext: call.accessContext, day },
    { ...taken, comment: textIn(call.values, 'comment') },
  );
  // What the day follows from may have changed while it was frozen.
  const itself = { from: date, to: date };
  view.stale(userId, { calendar: itself, frames: itself, holidays: true, overtimeFrom: date });
  dropIfNeedless(view, knownRow(view, 'timesheetAccountings', id));
  return { ids: view.get('timesheetAccountings', id) === undefined ? [] : [id] };
}

const approvals = ['approved_by_user', 'approved_by_admin', 'approved_by_user_1'] as const;
type Approval = (typeof approvals)[number];

/** Who approved and when, in columns of the day; a person's own confirmation needs no name. */
function signed(level: Approval, { accessContext, now }: Approving): Partial<Day> {
  const by = actingUser(accessContext);
  switch (level) {
    case 'approved_by_user':
      return { approved_by_user_at: now };
    case 'approved_by_admin':
      return { approved_by_admin_id: by, approved_by_admin_at: now };
    case 'approved_by_user_1':
      return { approved_by_user_1_id: by, approved_by_user_1_at: now };
    default:
      return unreachable(level);
  }
}

const unsigned: Readonly<Record<Approval, Partial<Day>>> = {
  approved_by_user: { approved_by_user_at: null },
  approved_by_admin: { approved_by_admin_id: null, approved_by_admin_at: null },
  approved_by_user_1: { approved_by_user_1_id: null, approved_by_user_1_at: null },
};

/** The levels that a call names; none when it names none. Throws when it only says which it does not mean. */
function namedLevels({ values, action }: Approving): readonly Approval[] {
  const sent = approvals.filter((level) => values[level] != null);
  const named = sent.filter((level) => values[level] === 1);
  const [first] = sent;
  if (first === undefined || named.length > 0) return named;
  const message = `${first} is 0; it must be 1, or another level must be, to ${action} the day.`;
  throw new ApiError('invalid_value', message, { field: first });
}

/** Own days as the person, unless nobody else can for the company; those of others for the company. */
function levelsToApprove(call: Approving, userId: number, view: ActionView): readonly Approval[] {
  const { userId: self, actorId } = call.accessContext;
  // Who acts as the person confirms nothing in the person's place, and approves nothing of either.
  const confirms = self === userId && actorId === null;
  const isOthers = self !== userId && actorId !== userId;
  const forCompany = isOthers || mayApprove(call.accessContext, userId, view);
  const meant: readonly Approval[] = [
    ...(confirms ? (['approved_by_user'] as const) : []),
    ...(forCompany ? (['approved_by_admin'] as const) : []),
  ];
  const named = namedLevels(call);
  const levels = named.length > 0 ? named : meant;
  if (levels.length === 0 || (levels.includes('approved_by_user') && !confirms)) throw onlyThePerson(userId);
  const refused = levels.find((level) => level !== 'approved_by_user');
  if (refused !== undefined && !forCompany) throw ownAffair(refused);
  return levels;
}

/** Throws when what is named, or meant, is not the caller's to take back. */
function levelsToTakeBack(
  call: Approving,
  { userId, day }: { readonly userId: number; readonly day: Day | undefined },
): readonly Approval[] {
  const { administrator, userId: caller } = call.accessContext;
  const named = namedLevels(call);
  if (administrator) return named.length > 0 ? named : approvals;
  if (caller === userId) return ownLevel(named, day);
  const decider = actingUser(call.accessContext);
  const given = approvals.filter((level) => decider !== null && approverOf(day, level) === decider);
  const levels = named.length > 0 ? named : given;
  if (levels.length > 0 && levels.every((level) => given.includes(level))) return levels;
  const message = `You may not unapprove a day of user ${userId} that you have not approved yourself.`;
  throw new ApiError('not_allowed', message, { field: day === undefined ? 'date' : 'id' });
}

/** Who gave an approval for the company, or the first one; a person's own confirmation names nobody. */
function approverOf(day: Day | undefined, level: Approval): number | null {
  if (day === undefined || level === 'approved_by_user') return null;
  return level === 'approved_by_admin' ? day.approved_by_admin_id : day.approved_by_user_1_id;
}

function ownLevel(named: readonly Approval[], day: Day | undefined): readonly Approval[] {
  const refused = named.find((level) => level !== 'approved_by_user');
  if (refused !== undefined) throw ownAffair(refused);
  if (day?.approved_by_admin === 1) throw approvedByCompany(day);
  return ['approved_by_user'];
}

/** The day that a call names, by its row or by person and date. */
function dayOf({ row, values, accessContext }: Approving): PersonDay {
  if (row !== null) return dayOfRow(row, values);
  const date = values['date'];
  if (typeof date !== 'string') throw missing('date', 'the day is named by id, or by user_id and date');
  const userId = values['user_id'] ?? accessContext.userId;
  if (typeof userId !== 'number')
    throw missing('user_id', 'a credential without a user must say whose day it is');
  return { userId, date };
}

function dayOfRow(row: Day, sent: Call['values']): PersonDay {
  for (const field of ['user_id', 'date'] as const) {
    if (sent[field] == null || sent[field] === row[field]) continue;
    const message = `${field} is ${sent[field]}; the day with the id ${row.id} has ${field} ${row[field]}, give one.`;
    throw new ApiError('contradiction', message, { field });
  }
  return { userId: row.user_id, date: row.date };
}

/** Whoever works cannot be shut out of stopping. */
function refuseRunning({ userId, date }: PersonDay, view: ActionView): void {
  const [running] = view.find('timeTrackings', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'end_instant', is: 'null' },
    { column: 'start_date', is: '<=', value: date },
  ]);
  if (running === undefined) return;
  const message = `date is ${date}; time tracking ${running.id} runs on this day and must be stopped first.`;
  throw new ApiError('rule_broken', message, { field: 'date', data: { id: running.id } });
}

function tooEarly(date: string): ApiError {
  return new ApiError('rule_broken', `date is ${date}; a day can be approved when it has come, not before.`, {
    field: 'date',
  });
}

function approvedByCompany(day: Day): ApiError {
  const message =
    `id is ${day.id}; approved_by_admin of ${day.date} is set, ` +
    'and only an administrator may take that back.';
  return new ApiError('locked', message, { field: 'id', data: { id: day.id, date: day.date } });
}

function onlyThePerson(userId: number): ApiError {
  const message = `approved_by_user is the confirmation of user ${userId}, who alone can give it; name another level.`;
  return new ApiError('field_not_allowed', message, { field: 'approved_by_user' });
}

function missing(field: string, reason: string): ApiError {
  return new ApiError('missing_parameter', `${field} is missing; ${reason}.`, { field });
}
