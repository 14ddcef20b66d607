// Days of holiday added or taken off by hand. The log is never rewritten: what is taken back gets a counter-entry.
import { ApiError } from '#errors/api-error.ts';
import { actingUser } from '#resource/access.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { decimalToNumber } from '#values/decimal.ts';
import { readHolidayAccounts } from '../holidays/read-holiday-account.ts';
import { knownRow } from '../known-row.ts';
import { numberIn, sentNumber, sentText, textIn } from '../sent-values.ts';
import { isOwnAffair, ownAffair } from '../users/own-affairs.ts';
import { adjustedDays } from './adjusted-days.ts';
import { findDay, type PersonDay } from '../days/day-account.ts';
import { refuseUnaccounted } from '../days/employment.ts';
import { refuseApprovedDay } from '../days/refuse-approved-day.ts';

/** `subtype` of an adjustment and of what takes it back. */
const subtypes = { added: 'adjustment', removed: 'adjustment_removed' } as const;

/** What is asked for. */
interface Asked {
  readonly userId: number;
  readonly date: string;
  /** Hundredths of days; `null`, where an adjustment is taken back: of any number. */
  readonly value: number | null;
  readonly comment: string | null;
}

/** Adds the days. */
export function addAdjustment(call: Call, view: ActionView): ActionAnswer {
  const asked = askedIn(call);
  const user = adjustable(call, asked, view);
  refuseBeforeStart(user, asked.date, view);
  if (asked.value === 0) {
    throw new ApiError('invalid_value', 'value is 0; it must be a number of days, such as 2 or -0.5.', {
      field: 'value',
    });
  }
  const by_user_id = actingUser(call.accessContext);
  return enter(asked, entry(user, asked, { subtype: subtypes.added, by_user_id }), view);
}

/** Takes back the latest adjustment of this person and day, of the value if one is given, that still holds. */
export function removeAdjustment(call: Call, view: ActionView): ActionAnswer {
  const asked = askedIn(call);
  const user = adjustable(call, asked, view);
  const holding = holdingAdjustments(asked, view);
  const last = holding.at(-1);
  if (last === undefined) {
    throw nothingToRemove(asked);
  }
  const counter = {
    subtype: subtypes.removed,
    value: -(last.value ?? 0),
    data: String(last.id),
    by_user_id: actingUser(call.accessContext),
  };
  return enter(asked, entry(user, asked, counter), view);
}

function askedIn({ values }: Call): Asked {
  return {
    userId: sentNumber(values, 'user_id'),
    date: sentText(values, 'date'),
    value: numberIn(values, 'value'),
    comment: textIn(values, 'comment'),
  };
}

function nothingToRemove({ userId, value, date }: Asked): ApiError {
  if (value === null) {
    const message = `date is ${date}; user ${userId} has no adjustment on this day that holds.`;
    return new ApiError('unknown_reference', message, { field: 'date' });
  }
  const days = decimalToNumber(value, 2);
  const message = `value is ${days}; user ${userId} has no adjustment of ${days} days on ${date} that holds.`;
  return new ApiError('unknown_reference', message, { field: 'value' });
}

function adjustable({ accessContext }: Call, { userId, date }: Asked, view: ActionView): Row<'users'> {
  if (isOwnAffair(accessContext, userId, view)) throw ownAffair('value');
  const user = knownRow(view, 'users', userId);
  refuseUnaccounted(user, date);
  refuseApprovedDay(view, { userId, date });
  return user;
}

/** What lies before the holiday account is in what it begins with. */
function refuseBeforeStart(user: Row<'users'>, date: string, view: ActionView): void {
  const start = readHolidayAccounts(view, user)[0]?.start;
  if (start === undefined || start <= date) return;
  const message = `date is ${date}; the holiday account of user ${user.id} begins on ${start}.`;
  throw new ApiError('rule_broken', message, { field: 'date' });
}

type Entry = Row<'timesheetActionLogs'>;

function holdingAdjustments({ userId, date, value }: Asked, view: ActionView): readonly Entry[] {
  const rows = view.find('timesheetActionLogs', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'date', is: '=', value: date },
    { column: 'type', is: '=', value: 'holiday' },
  ]);
  const removed = new Set(rows.filter((row) => row.subtype === subtypes.removed).map((row) => row.data));
  return rows.filter(
    (row) =>
      row.subtype === subtypes.added &&
      (value === null || row.value === value) &&
      !removed.has(String(row.id)),
  );
}

type NewEntry = Omit<Partial<Entry>, 'value'> & Pick<Entry, 'value'>;

function entry(user: Row<'users'>, { date, value, comment }: Asked, more: Partial<Entry>): NewEntry {
  return {
    user_id: user.id,
    user_department_id: user.department_id,
    user_role_id: user.role_id,
    type: 'holiday',
    date,
    from_date: date,
    value,
    value_unit: 'd',
    status: 1,
    comment,
    ...more,
  };
}

/** Writes the entry, brings the holiday account up to date, and answers what the entry says. */
function enter({ userId: user_id, date, comment }: Asked, row: NewEntry, view: ActionView): ActionAnswer {
  const id = view.insert('timesheetActionLogs', row);
  noteOnDay({ userId: user_id, date }, view);
  view.stale(user_id, { holidays: true });
  const value = decimalToNumber(row.value ?? 0, 2);
  return { rows: [{ id, user_id, date, value, comment }] };
}

/** The day shows the sum of its adjustments. */
function noteOnDay({ userId, date }: PersonDay, view: ActionView): void {
  const day = findDay(view, { userId, date });
  if (day === undefined) return;
  const holiday_adjustments = adjustedDays(view, { userId, date }).get(date) ?? 0;
  view.update('timesheetAccountings', day.id, { holiday_adjustments });
}
