// What a person's account should be, worked out from scratch: every day and month, from stored facts only.
import type { ReadView, Row } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { adjustedDays } from './adjusted-days.ts';
import { beginningOf, monthHasBegun, withDailyBalance } from '../days/begun-days.ts';
import { loadBreakRule } from './break-rule.ts';
import { countDays } from './count-days.ts';
import { datesAfterWeek } from './count-week.ts';
import { emptyDay, type AccountDay } from '../days/day-account.ts';
import { balanceStep, isNeedless, monthOf } from '../days/day-columns.ts';
import { accountedDates, hasBegun, initialBalance } from '../days/employment.ts';
import { holidaySteps, type HolidayStep } from './holiday-steps.ts';
import { loadBookings, loadFrames } from './load-days.ts';
import { settleDays, type SettledDay } from '../settlements/settle-days.ts';
import { lastDayTurn } from '../settlements/settle-overtime.ts';
import { loadTerms } from '../settlements/settlement-terms.ts';
import { together } from '#resource/missing.ts';

/** A day of the account: its row as it stands, if there is one, and as it should be but for `month_id`. */
export interface ExpectedDay {
  readonly stored: Row<'timesheetAccountings'> | null;
  readonly wanted: AccountDay;
}

/** A row of accountMonths as it should be. */
type ExpectedMonth = Omit<Row<'accountMonths'>, 'id' | 'updated'>;

/** Days and months of a person. */
export interface ExpectedAccount {
  readonly days: readonly ExpectedDay[];
  /** In order. */
  readonly months: readonly ExpectedMonth[];
  /** Rows of days that should not be there. */
  readonly needless: readonly Row<'timesheetAccountings'>[];
  /** All days in order with what they settle. */
  readonly settled: readonly SettledDay[];
}

/** The account as it should be. Days outside of it that somebody wrote on stay, and count for nothing. */
export function expectedAccount(view: ReadView, user: Row<'users'>): ExpectedAccount {
  const userId = user.id;
  const stored = view.find('timesheetAccountings', [{ column: 'user_id', is: '=', value: userId }], {
    orderBy: ['date'],
  });
  const dates = accountedDates(user);
  const needless = stored.filter((row) => isNeedless(user, row));
  const kept = stored.filter((row) => !needless.includes(row));
  const byDate = new Map(kept.map((row) => [row.date, row]));
  const all = [...new Set([...dates, ...byDate.keys()])].sort();
  const counted = countAll(
    view,
    user,
    all.map((date) => byDate.get(date) ?? emptyDay(user, date)),
  );
  const grounds = { terms: loadTerms(view, user), opening: initialBalance(user) };
  const settled = settleDays(user, counted, grounds);
  const { months, days } = withTotals(
    view,
    user,
    settled.map(({ row }) => row),
  );
  return {
    days: days.map((wanted) => ({ stored: byDate.get(wanted.date) ?? null, wanted })),
    months,
    needless,
    settled,
  };
}

function countAll(view: ReadView, user: Row<'users'>, rows: readonly AccountDay[]): readonly AccountDay[] {
  const [first, last] = [rows[0]?.date, rows.at(-1)?.date];
  if (first === undefined || last === undefined) return [];
  const userId = user.id;
  const [frames, booked, breakRule] = together([
    () => loadFrames(view, userId, { from: first, to: last }),
    () => loadBookings(view, userId, { from: first, to: dateAfter(last, datesAfterWeek) }),
    () => loadBreakRule(view),
  ]);
  const counted = countDays({ rows, from: first, frames, booked, breakRule });
  return counted.map((row) => withDailyBalance(user, row));
}

function withTotals(
  view: ReadView,
  user: Row<'users'>,
  counted: readonly AccountDay[],
): { readonly days: readonly AccountDay[]; readonly months: readonly ExpectedMonth[] } {
  const userId = user.id;
  const holidays = runningSum(holidaySteps(view, userId));
  const adjusted = adjustedDays(view, { userId });
  const months: ExpectedMonth[] = [];
  const days: AccountDay[] = [];
  const next = counted.find((row) => !hasBegun(user, row.date));
  let balance = initialBalance(user);
  for (const [month, rows] of Map.groupBy(counted, (row) => monthOf(row.date))) {
    const holiday_before = holidays(dateAfter(month, -1));
    const balance_before = monthHasBegun(user, month) ? balance : null;
    months.push({ user_id: userId, month, balance_before, holiday_before });
    let within = 0;
    for (const row of rows) {
      const { date } = row;
      within += balanceStep(user, row);
      days.push({
        ...row,
        holiday_adjustments: adjusted.get(date) ?? 0,
        balance_within: hasBegun(user, date) ? within : null,
        holiday_within: holidays(date) - holiday_before,
        turns_at: row === next ? beginningOf(user, date) : lastDayTurn(user, row),
      });
    }
    balance += within;
  }
  return { days, months };
}

/** What the steps come to up to and including a date; dates are asked in order. */
function runningSum(steps: readonly HolidayStep[]): (date: string) => number {
  const ordered = steps.toSorted((one, other) => (one.date < other.date ? -1 : 1));
  let [next, sum] = [0, 0];
  return (date) => {
    for (let step = ordered[next]; step !== undefined && step.date <= date; step = ordered[next]) {
      sum += step.days;
      next += 1;
    }
    return sum;
  };
}
