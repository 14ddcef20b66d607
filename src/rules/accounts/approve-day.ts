// Approving a day and taking that back. A person approves their own days (approved_by_user); administrators, HR
// managers and who leads the person approve for the company (approved_by_admin). Either freezes the day.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { renewPerson } from '../absences/renew-days.ts';
import { mayApprove } from '../time-tracking/keep-approved.ts';
import { findDay, type PersonDay } from './day-account.ts';
import { refuseUnaccounted, todayOf } from './employment.ts';
import { openDay } from './open-day.ts';
import { dropIfNeedless } from './write-day.ts';

/** Approves the day of `id`, or of `user_id` and `date`; a day without a row gets one. */
export async function approveDay(call: Call, view: ActionView): Promise<ActionAnswer> {
  const { userId, date } = dayOf(call);
  const user = (await view.get('users', userId)) as Row;
  if (date > todayOf(user, call.now)) throw tooEarly(date);
  refuseUnaccounted(user, date);
  await refuseRunning({ userId, date }, view);
  const day = call.row ?? (await findDay(view, { userId, date }));
  const id = (day?.['id'] as number | undefined) ?? (await openDay(view, user, date));
  const own = call.sight.userId === userId;
  await view.update('timesheetAccountings', id, {
    ...(own ? { approved_by_user: 1 } : {}),
    ...(!own || mayApprove(call.sight, userId) ? { approved_by_admin: 1 } : {}),
  });
  return { ids: [id] };
}

/**
 * Takes approvals back: a person their own until the company has approved, an administrator every one. Answers no day when
 * it goes with the approval.
 */
export async function unapproveDay(call: Call, view: ActionView): Promise<ActionAnswer> {
  const { userId, date } = dayOf(call);
  const day = call.row ?? (await findDay(view, { userId, date }));
  if (day === undefined) return { ids: [] };
  const id = day['id'] as number;
  if (!call.sight.administrator && day['approved_by_admin'] === 1) throw approvedByCompany(day);
  const all = call.sight.administrator ? { approved_by_admin: 0 } : {};
  await view.update('timesheetAccountings', id, { approved_by_user: 0, ...all });
  // What the day follows from may have changed while it was frozen.
  await renewPerson(userId, { from: date, to: date }, view);
  await dropIfNeedless(view, (await view.get('timesheetAccountings', id)) as Row);
  return { ids: (await view.get('timesheetAccountings', id)) === undefined ? [] : [id] };
}

/** The day that a call names, by its row or by person and date. */
function dayOf({ row, values, sight }: Call): PersonDay {
  if (row !== null) return dayOfRow(row, values);
  const date = values['date'];
  if (typeof date !== 'string') throw missing('date', 'the day is named by id, or by user_id and date');
  const userId = values['user_id'] ?? sight.userId;
  if (typeof userId !== 'number')
    throw missing('user_id', 'a credential without a user must say whose day it is');
  return { userId, date };
}

function dayOfRow(row: Row, sent: Row): PersonDay {
  for (const field of ['user_id', 'date']) {
    if (sent[field] == null || sent[field] === row[field]) continue;
    const message = `${field} is ${sent[field]}; the day with the id ${row['id']} has ${field} ${row[field]}, give one.`;
    throw new ApiError('contradiction', message, { field });
  }
  return { userId: row['user_id'] as number, date: row['date'] as string };
}

/** Whoever works cannot be shut out of stopping. */
async function refuseRunning({ userId, date }: PersonDay, view: ActionView): Promise<void> {
  const [running] = await view.find('timeTrackings', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'end_instant', is: 'null' },
    { column: 'start_date', is: '<=', value: date },
  ]);
  if (running === undefined) return;
  const message = `date is ${date}; time tracking ${running['id']} runs on this day and must be stopped first.`;
  throw new ApiError('rule_broken', message, { field: 'date', data: { id: running['id'] } });
}

function tooEarly(date: string): ApiError {
  return new ApiError('rule_broken', `date is ${date}; a day can be approved when it has come, not before.`, {
    field: 'date',
  });
}

function approvedByCompany(day: Row): ApiError {
  const message =
    `id is ${day['id']}; approved_by_admin of ${day['date']} is set, ` +
    'and only an administrator may take that back.';
  return new ApiError('locked', message, { field: 'id', data: { id: day['id'], date: day['date'] } });
}

function missing(field: string, reason: string): ApiError {
  return new ApiError('missing_parameter', `${field} is missing; ${reason}.`, { field });
}
