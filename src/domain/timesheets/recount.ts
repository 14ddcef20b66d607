// After something changed: the days that it touches are counted again, and what follows from them moves along. Every
// day touches the rest of its ISO week (limits of the week); bookings touch the days, and the week, whose rest they end.
import type { FindOptions, Row, RowChange, View } from '#resource/rule.ts';
import { dateAfter, earlierDate, laterDate } from '#values/date-range.ts';
import type { DateRange } from '../schedules/person-days.ts';
import { withDailyBalance } from './begun-days.ts';
import { bookedColumns, partsOf, type BookedPart, type Booking } from './booked-parts.ts';
import { loadBreakRule } from './break-rule.ts';
import { countDays, mondayOf, sundayOf, weekEndedBy } from './count-days.ts';
import { datesAfterWeek } from './count-week.ts';
import type { AccountDay } from './day-account.ts';
import { balanceStep, columnsToCount, differences, monthOf } from './day-columns.ts';
import type { FrameColumns } from './day-frame.ts';
import { loadBookings, loadFrames } from './load-days.ts';
import { restReach } from './rest.ts';
import { settleAfterShift } from '../settlements/settle-overtime.ts';
import { knownRow } from '../known-row.ts';
import { shiftTotals, type Shift } from './totals.ts';

type Tracking = Booking & Pick<Row<'timeTrackings'>, 'user_id'>;

const noFrames: ReadonlyMap<string, FrameColumns> = new Map();

/** After bookings of a person changed; `null` when a tracking was not or is no more. */
export async function recountTracking(
  before: Tracking | null,
  after: Tracking | null,
  view: View,
): Promise<void> {
  const tracking = after ?? before;
  if (tracking === null || (before !== null && after !== null && !isBookedElse(before, after))) return;
  const dates = [before, after].flatMap((row) => (row === null ? [] : datesTouchedBy(row)));
  await recount(view, tracking.user_id, {
    from: dates.reduce(earlierDate),
    to: dates.reduce(laterDate),
    frames: null,
  });
}

/** The dates of a tracking, the rest of their weeks, the week before when its rest ends here, and the rest afterwards. */
function datesTouchedBy(tracking: Booking): readonly string[] {
  const parts = partsOf(tracking);
  const { start, end } = parts.at(-1) as BookedPart;
  const { from, to } = restReach(end ?? start);
  return [...parts.flatMap(({ date }) => [date, sundayOf(date), ...weekEndedBy(date)]), from, to];
}

function isBookedElse(before: Booking, after: Booking): boolean {
  return bookedColumns.some((name) => (before[name] ?? null) !== (after[name] ?? null));
}

/** After schedule, calendar, employment or absences of a person changed on these dates. */
export async function recountFrames(view: View, userId: number, range: DateRange): Promise<void> {
  await recount(view, userId, { from: range.from, to: sundayOf(range.to), frames: range });
}

/** After something changed how what was booked on these dates counts. */
export async function recountBookings(view: View, userId: number, { from, to }: DateRange): Promise<void> {
  await recount(view, userId, { from, to: sundayOf(to), frames: null });
}

/** The days that are counted again. */
interface Part extends DateRange {
  /** On which of them what follows from schedule and absences may have changed too. */
  readonly frames: DateRange | null;
}

async function recount(view: View, userId: number, part: Part): Promise<void> {
  const rows = await rowsToCount(view, userId, part);
  const touched = rows.filter((row) => row.date >= part.from);
  const [first, last] = [touched[0]?.date, touched.at(-1)?.date];
  if (first === undefined || last === undefined) return;
  const framed = {
    from: first,
    to: touched.some(isUnframed) ? last : earlierDate(last, part.frames?.to ?? ''),
  };
  const [frames, booked, breakRule] = await Promise.all([
    framed.from <= framed.to ? loadFrames(view, userId, framed) : noFrames,
    loadBookings(view, userId, { from: mondayOf(first), to: dateAfter(last, datesAfterWeek) }),
    loadBreakRule(view),
  ]);
  const counted = countDays({ rows, from: first, frames, booked, breakRule });
  await storeCounted(view, userId, { rows: touched, counted });
}

/** Their rows and those before them in their week; of days whose frames stay, what bookings can change. */
async function rowsToCount(
  view: View,
  userId: number,
  { from, to, frames }: Part,
): Promise<readonly Row<'timesheetAccountings'>[]> {
  const find = (
    columns: FindOptions<'timesheetAccountings'>,
  ): Promise<readonly Row<'timesheetAccountings'>[]> =>
    view.find(
      'timesheetAccountings',
      [
        { column: 'user_id', is: '=', value: userId },
        { column: 'date', is: '>=', value: mondayOf(from) },
        { column: 'date', is: '<=', value: to },
      ],
      { ...columns, orderBy: ['date'] },
    );
  if (frames !== null) return find({});
  const rows = await find({ columns: columnsToCount });
  return rows.some(isUnframed) ? find({}) : rows;
}

function isUnframed(day: AccountDay): boolean {
  return day.frame === null;
}

async function storeCounted(
  view: View,
  userId: number,
  { rows, counted }: { rows: readonly Row<'timesheetAccountings'>[]; counted: readonly AccountDay[] },
): Promise<void> {
  const user = await knownRow(view, 'users', userId);
  const days = rows.flatMap((row, index) => {
    const day = counted[index];
    if (day === undefined) return [];
    const wanted = withDailyBalance(user, day);
    const balance = balanceStep(user, wanted) - balanceStep(user, row);
    return [{ row, month: monthOf(row.date), values: differences(row, wanted), balance }];
  });
  const months = [...Map.groupBy(days, ({ month }) => month).values()];
  const parts = months.map((ofMonth, index) => withTotals(ofMonth, index < months.length - 1));
  await view.updateAll(
    'timesheetAccountings',
    parts.flatMap(({ changes }) => changes),
  );
  await shiftTotals(
    view,
    user,
    parts.flatMap(({ shift }) => shift),
  );
  const moved = days.find(({ balance }) => balance !== 0);
  if (moved !== undefined) await settleAfterShift(view, userId, moved.row.date);
}

/** A row, the columns that are to change, and by how much it moves the balance. */
interface CountedDay extends RowChange {
  readonly row: Row<'timesheetAccountings'>;
  readonly balance: number;
}

/**
 * What the days of one month change, totals included: each row is written once. Days after the last that differs are left
 * to the shift, unless the month is `whole`.
 */
function withTotals(
  days: readonly CountedDay[],
  whole: boolean,
): { readonly changes: readonly RowChange[]; readonly shift: readonly Shift[] } {
  const last = days.findLastIndex(({ values }) => Object.keys(values).length > 0);
  const counted = whole ? days : days.slice(0, last + 1);
  const date = counted.at(-1)?.row.date;
  if (last < 0 || date === undefined) return { changes: [], shift: [] };
  let balance = 0;
  const written = counted.map(({ row, values, balance: step }) => {
    balance += step;
    const within = row.balance_within;
    return { row, values: { ...values, balance_within: within === null ? null : within + balance } };
  });
  return { changes: written, shift: [{ date, balance, holiday: 0, moved: true }] };
}
