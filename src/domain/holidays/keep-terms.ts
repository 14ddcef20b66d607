// What a person is entitled to, with the days from which it holds. Another amount, or another way of counting years,
// holds from the holiday year that runs: years that are over stay as they were.
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { allDates } from '#values/date-range.ts';
import { todayOf } from '../days/employment.ts';
import { anyDiffers, rowId } from '../change.ts';
import { workdaysNow } from '../schedules/workdays.ts';
import { termOn } from './holiday-account.ts';
import { holidayYearAt, type YearMode } from './holiday-year.ts';
import { holidayYears } from './holiday-years.ts';
import { readHolidayAccount, termRows } from './read-holiday-account.ts';

const columns = ['timesheet_holiday_calc_yearly_amount', 'timesheet_holiday_calc_interval_mode'] as const;

/** Notes what a new or changed person is entitled to from now on; the first amount holds since ever. */
export const keepTerms: Rule<'users'> = (change, view) => {
  if (change.verb === 'delete' || !anyDiffers(change, columns)) return;
  const { after } = change;
  const id = rowId(change);
  const terms = termRows(view, id);
  if (!hasAmount(terms)) {
    beginTerms(after, todayOf(after, change.now), view);
    return;
  }
  const from = firstDay(after, todayOf(after, change.now), view);
  const week_days = keepsAmount(change) ? (terms.at(-1)?.week_days ?? null) : weekOf(after, view);
  for (const row of terms.filter((one) => one.valid_from >= from)) view.remove('holidayTerms', row.id);
  view.insert('holidayTerms', { ...termOf(after), week_days, valid_from: from, entered_in: from });
};

/** Begins the terms of a person who has an amount for the first time; today is on their clocks. */
export function beginTerms(person: Row<'users'>, today: string, view: View): void {
  if (person.timesheet_holiday_calc_yearly_amount == null) return;
  if (hasAmount(termRows(view, person.id))) return;
  view.insert('holidayTerms', {
    ...termOf(person),
    week_days: weekOf(person, view),
    valid_from: allDates.from,
    entered_in: firstDay(person, today, view),
  });
}

function hasAmount(terms: readonly Row<'holidayTerms'>[]): boolean {
  return terms.some((row) => row.yearly_amount !== null);
}

/** The first day of the holiday year that runs: before the change, if the person has an account already. */
function firstDay(person: Row<'users'>, today: string, view: View): string {
  const account = readHolidayAccount(view, person);
  const running = account === null ? undefined : holidayYears(account, today).at(-1);
  if (running !== undefined && running.from <= today && today <= running.to) return running.from;
  const mode = account === null ? modeOf(person) : termOn(account.terms, today).mode;
  const entry = person.entry_date;
  return holidayYearAt({ mode, entry }, today).from;
}

function termOf(
  person: Row<'users'>,
): Pick<Row<'holidayTerms'>, 'user_id' | 'yearly_amount' | 'interval_mode'> {
  return {
    user_id: person.id,
    yearly_amount: person.timesheet_holiday_calc_yearly_amount,
    interval_mode: modeOf(person),
  };
}

function modeOf(person: Row<'users'>): YearMode {
  return person.timesheet_holiday_calc_interval_mode ?? 'calendar_year';
}

/** A week of another length changes what an amount gives, not the week for which it was meant. */
function keepsAmount(change: Change<'users'>): boolean {
  return change.verb === 'update' && !anyDiffers(change, columns.slice(0, 1));
}

/** The week for which an amount is meant: that of full time if the account says so, else of the person's schedule. */
function weekOf(person: Row<'users'>, view: View): number | null {
  const fullTime = Number(view.setting('holiday_full_week_days'));
  if (fullTime > 0) return fullTime;
  const schedule = person.timesheet_template_id;
  return schedule === null ? null : workdaysNow(view, schedule);
}
