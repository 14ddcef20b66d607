// Days of holiday added or taken off by hand. The log is never rewritten: what is taken back gets a counter-entry.
import { ApiError } from '#errors/api-error.ts';
import { actingUser } from '#resource/access.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { decimalToNumber } from '#values/decimal.ts';
import { readHolidayAccounts } from '../holidays/read-holiday-account.ts';
import { isOwnAffair, ownAffair } from '../users/own-affairs.ts';
import { adjustedDays } from './adjusted-days.ts';
import { findDay } from './day-account.ts';
import { refuseUnaccounted } from './employment.ts';
import { refuseApprovedDay } from './keep-approved-day.ts';

/** `subtype` of an adjustment and of what takes it back. */
const subtypes = { added: 'adjustment', removed: 'adjustment_removed' } as const;

/** Adds the days. */
export async function addAdjustment(call: Call, view: ActionView): Promise<ActionAnswer> {
  const { values } = call;
  const user = await adjustable(call, view);
  await refuseBeforeStart(user, values['date'] as string, view);
  if (values['value'] === 0) {
    throw new ApiError('invalid_value', 'value is 0; it must be a number of days, such as 2 or -0.5.', {
      field: 'value',
    });
  }
  const by_user_id = actingUser(call.sight);
  return enter(entry(user, values, { subtype: subtypes.added, by_user_id }), view);
}

/** Takes back the latest adjustment of this person and day, of the value if one is given, that still holds. */
export async function removeAdjustment(call: Call, view: ActionView): Promise<ActionAnswer> {
  const { values } = call;
  const user = await adjustable(call, view);
  const holding = await holdingAdjustments(values, view);
  const last = holding.at(-1);
  if (last === undefined) {
    throw nothingToRemove(user, values);
  }
  const counter = {
    subtype: subtypes.removed,
    value: -(last['value'] as number),
    data: String(last['id']),
    by_user_id: actingUser(call.sight),
  };
  return enter(entry(user, values, counter), view);
}

function nothingToRemove(user: Row, { value = null, date = null }: Row): ApiError {
  if (value === null) {
    const message = `date is ${date}; user ${user['id']} has no adjustment on this day that holds.`;
    return new ApiError('unknown_reference', message, { field: 'date' });
  }
  const days = decimalToNumber(value as number, 2);
  const message = `value is ${days}; user ${user['id']} has no adjustment of ${days} days on ${date} that holds.`;
  return new ApiError('unknown_reference', message, { field: 'value' });
}

async function adjustable({ values, sight }: Call, view: ActionView): Promise<Row> {
  const [userId, date] = [values['user_id'] as number, values['date'] as string];
  if (await isOwnAffair(sight, userId, view)) throw ownAffair('value');
  const user = (await view.get('users', userId)) as Row;
  refuseUnaccounted(user, date);
  await refuseApprovedDay(view, { userId, date });
  return user;
}

/** What lies before the holiday account is in what it begins with. */
async function refuseBeforeStart(user: Row, date: string, view: ActionView): Promise<void> {
  const start = (await readHolidayAccounts(view, user))[0]?.start;
  if (start === undefined || start <= date) return;
  const message = `date is ${date}; the holiday account of user ${user['id']} begins on ${start}.`;
  throw new ApiError('rule_broken', message, { field: 'date' });
}

async function holdingAdjustments(values: Row, view: ActionView): Promise<readonly Row[]> {
  const rows = await view.find('timesheetActionLogs', [
    { column: 'user_id', is: '=', value: values['user_id'] as number },
    { column: 'date', is: '=', value: values['date'] as string },
    { column: 'type', is: '=', value: 'holiday' },
  ]);
  const removed = new Set(
    rows.filter((row) => row['subtype'] === subtypes.removed).map((row) => row['data']),
  );
  return rows.filter(
    (row) =>
      row['subtype'] === subtypes.added &&
      (values['value'] == null || row['value'] === values['value']) &&
      !removed.has(String(row['id'])),
  );
}

function entry(user: Row, values: Row, more: Row): Row {
  return {
    user_id: user['id'] as number,
    user_department_id: user['department_id'] ?? null,
    user_role_id: user['role_id'] ?? null,
    type: 'holiday',
    date: values['date'] as string,
    from_date: values['date'] as string,
    value: (values['value'] ?? null) as number | null,
    value_unit: 'd',
    status: 1,
    comment: values['comment'] ?? null,
    ...more,
  };
}

/** Writes the entry, brings the holiday account up to date, and answers what the entry says. */
async function enter(row: Row, view: ActionView): Promise<ActionAnswer> {
  const id = await view.insert('timesheetActionLogs', row);
  await noteOnDay(row, view);
  view.stale(row['user_id'] as number, { holidays: true });
  const { user_id, date, value, comment } = row;
  return { rows: [{ id, user_id, date, value: decimalToNumber(value as number, 2), comment }] };
}

/** The day shows the sum of its adjustments. */
async function noteOnDay({ user_id, date }: Row, view: ActionView): Promise<void> {
  const [on, userId] = [date as string, user_id as number];
  const day = await findDay(view, { userId, date: on });
  if (day === undefined) return;
  const holiday_adjustments = (await adjustedDays(view, { userId, date: on })).get(on) ?? 0;
  await view.update('timesheetAccountings', day['id'] as number, { holiday_adjustments });
}
