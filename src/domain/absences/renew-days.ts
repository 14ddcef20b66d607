// When a calendar, a schedule or an employment changes, the days that follow from it change along: public holidays of
// the people concerned, and what their absences cost, unless these are declined or cancelled.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import type { StalePart } from '#resource/stale.ts';
import { earlierDate, laterDate } from '#values/date-range.ts';
import { anyDiffers, differs, rowId } from '../change.ts';
import { sinceEver } from '../schedules/history.ts';
import { keepHistory, type DatedColumn } from '../schedules/keep-history.ts';
import { peopleWith } from '../schedules/people-with.ts';
import type { DateRange } from '../schedules/person-days.ts';
import { dayColumns, limitColumns } from '../schedules/schedule-plan.ts';
import { today } from '../schedules/today.ts';
import { settleAfterTerms } from '../settlements/settle-written.ts';
import { countAgain } from './derive-days.ts';
import { placeDays } from './place-days.ts';
import { forEver, renewPublicHolidays } from './public-holiday-days.ts';
import { absencesWithin } from './refuse-overlap.ts';

/**
 * After a person was created or changed: writes the history of what they have by date, and renews the
 * days on which it, or their employment, now says something else.
 */
export const renewDaysOfPerson: Rule<'users'> = (change, view) => {
  if (change.verb === 'delete') return;
  const since = keepHistory(change, view);
  const ranges = [...rangesSince(since), ...employmentChanged(change)];
  const moved = since.get('department_id');
  if (ranges.length > 0 || moved !== undefined) renewPublicHolidays(rowId(change), view);
  if (change.verb === 'create') return;
  for (const range of ranges) countWithin(rowId(change), range, view);
  if (moved !== undefined) placeDays(view, rowId(change), moved);
  for (const from of [moved, since.get('automatic_break_template_id')])
    if (from !== undefined) ranges.push({ from, to: forEver });
  for (const frames of ranges) view.stale(rowId(change), { frames });
  settleAfterTerms(change, since, view);
};

/** After a public holiday came, changed or went. */
export const renewDaysOfHoliday: Rule<'publicHolidays'> = (change, view) => {
  const dates = new Set([change.before?.date, change.after.date]);
  for (const person of peopleWith(view, {
    column: 'public_holiday_template_id',
    value: change.after.template_id,
  })) {
    for (const date of dates) {
      if (typeof date === 'string') view.stale(person, calendarOf({ from: date, to: date }));
    }
  }
};

/** After a calendar moved to another country or region: what the server filled in anew holds from today on. */
export const renewDaysOfTemplate: Rule<'publicHolidayTemplates'> = (change, view) => {
  if (change.verb !== 'update' || !differs(change, 'iso_3166')) return;
  renewCalendar(rowId(change), today(change), view);
};

/** After a weekday of a schedule changed: it holds from now on, and days before cost what they did. */
export const renewDaysOfSchedule: Rule<'workScheduleDays'> = (change, view) => {
  if (change.verb !== 'update' || !anyDiffers(change, dayColumns)) return;
  const costsElse = anyDiffers(change, ['workday', 'hours', 'half_holiday']);
  const value = change.after.timesheet_template_id;
  for (const person of peopleWith(view, { column: 'timesheet_template_id', value })) {
    const frames = { from: today(change), to: forEver };
    view.stale(person, { frames, holidays: true, ...(costsElse ? { calendar: frames } : {}) });
  }
};

/** After the limits of a schedule changed: they hold from now on. */
export const renewLimitsOfSchedule: Rule<'workSchedules'> = (change, view) => {
  if (change.verb !== 'update' || !anyDiffers(change, limitColumns)) return;
  for (const person of peopleWith(view, { column: 'timesheet_template_id', value: rowId(change) })) {
    view.stale(person, { frames: { from: today(change), to: forEver } });
  }
};

/** Brings everything up to date that follows from the holidays of a calendar from a date on. */
export function renewCalendar(templateId: number, from: string, view: View): void {
  for (const person of peopleWith(view, { column: 'public_holiday_template_id', value: templateId })) {
    view.stale(person, calendarOf({ from, to: forEver }));
  }
}

function calendarOf(range: DateRange): StalePart {
  return { calendar: range, frames: range, holidays: true };
}

/** Brings the person's days of absence in the range up to date with calendar, schedule and employment, but for approved ones. */
export function renewAbsenceDays(userId: number, range: DateRange, view: View): void {
  renewPublicHolidays(userId, view, range);
  countWithin(userId, range, view);
}

function countWithin(userId: number, { from, to }: DateRange, view: View): void {
  const range = { user_id: userId, from_date: from, to_date: to };
  for (const absence of absencesWithin(range, view)) countAgain(absence, view, { from, to });
}

/** The dates on which a person has another schedule or calendar than before. */
function rangesSince(since: ReadonlyMap<DatedColumn, string>): DateRange[] {
  return countedColumns.flatMap((column) => {
    const from = since.get(column);
    return from === undefined ? [] : [{ from, to: forEver }];
  });
}

/** The dates on which a person is employed now and was not, or the other way round. */
function employmentChanged(change: Change<'users'>): readonly DateRange[] {
  const { before, after } = change;
  const ranges: DateRange[] = [];
  if (differs(change, 'entry_date')) {
    const [was, is] = [dateOf(before, 'entry_date', sinceEver), dateOf(after, 'entry_date', sinceEver)];
    ranges.push({ from: earlierDate(was, is), to: laterDate(was, is) });
  }
  if (differs(change, 'former_employments')) ranges.push({ from: sinceEver, to: forEver });
  if (differs(change, 'exit_date')) {
    const [was, is] = [dateOf(before, 'exit_date', forEver), dateOf(after, 'exit_date', forEver)];
    ranges.push({ from: earlierDate(was, is), to: forEver });
  }
  return ranges;
}

function dateOf(row: Row<'users'> | null, column: 'entry_date' | 'exit_date', empty: string): string {
  return row?.[column] ?? empty;
}

/** What a day of absence costs follows from these. */
const countedColumns = ['timesheet_template_id', 'public_holiday_template_id'] as const;
