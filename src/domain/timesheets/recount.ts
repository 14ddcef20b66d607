// Days are counted again after something changed from which they follow, and the balance after them moves along.
import type { FindOptions, Row, RowChange, View } from '#resource/rule.ts';
import { dateAfter, earlierDate } from '#values/date-range.ts';
import { withDailyBalance } from '../days/begun-days.ts';
import { loadBreakRule } from './break-rule.ts';
import { countDays, mondayOf } from './count-days.ts';
import { datesAfterWeek } from './count-week.ts';
import type { AccountDay } from '../days/day-account.ts';
import { balanceStep, columnsToCount, differences, monthOf } from '../days/day-columns.ts';
import { loadBookings, loadFrames, type Frames } from './load-days.ts';
import { knownRow } from '../known-row.ts';
import type { CountedRange } from './stale-days.ts';
import { shiftTotals, type Shift } from '../days/totals.ts';
import { together } from '#resource/missing.ts';

const noFrames: Frames = () => undefined;

/** Counts the person's days again; answers from which date on the balance has moved, if it has. */
export function recountDays(view: View, userId: number, part: CountedRange): readonly string[] {
  const rows = rowsToCount(view, userId, part);
  const touched = rows.filter((row) => row.date >= part.from);
  const [first, last] = [touched[0]?.date, touched.at(-1)?.date];
  if (first === undefined || last === undefined) return [];
  const framed = {
    from: first,
    to: touched.some(isUnframed) ? last : earlierDate(last, part.framesTo ?? ''),
  };
  const [frames, booked, breakRule] = together([
    () => (framed.from <= framed.to ? loadFrames(view, userId, framed) : noFrames),
    () => loadBookings(view, userId, { from: mondayOf(first), to: dateAfter(last, datesAfterWeek) }),
    () => loadBreakRule(view),
  ]);
  const counted = countDays({ rows, from: first, frames, booked, breakRule });
  return storeCounted(view, userId, { rows: touched, counted });
}

/** Their rows and those before them in their week; of days whose frames stay, what bookings can change. */
function rowsToCount(
  view: View,
  userId: number,
  { from, to, framesTo }: CountedRange,
): readonly Row<'timesheetAccountings'>[] {
  const find = (columns: FindOptions<'timesheetAccountings'>): readonly Row<'timesheetAccountings'>[] =>
    view.find(
      'timesheetAccountings',
      [
        { column: 'user_id', is: '=', value: userId },
        { column: 'date', is: '>=', value: mondayOf(from) },
        { column: 'date', is: '<=', value: to },
      ],
      { ...columns, orderBy: ['date'] },
    );
  if (framesTo !== null) return find({});
  const rows = find({ columns: columnsToCount });
  return rows.some(isUnframed) ? find({}) : rows;
}

function isUnframed(day: AccountDay): boolean {
  return day.frame === null;
}

function storeCounted(
  view: View,
  userId: number,
  { rows, counted }: { rows: readonly Row<'timesheetAccountings'>[]; counted: readonly AccountDay[] },
): readonly string[] {
  const user = knownRow(view, 'users', userId);
  const days = rows.flatMap((row, index) => {
    const day = counted[index];
    if (day === undefined) return [];
    const wanted = withDailyBalance(user, day);
    const balance = balanceStep(user, wanted) - balanceStep(user, row);
    return [{ row, month: monthOf(row.date), values: differences(row, wanted), balance }];
  });
  const months = [...Map.groupBy(days, ({ month }) => month).values()];
  const parts = months.map((ofMonth, index) => withTotals(ofMonth, index < months.length - 1));
  view.updateAll(
    'timesheetAccountings',
    parts.flatMap(({ changes }) => changes),
  );
  shiftTotals(
    view,
    user,
    parts.flatMap(({ shift }) => shift),
  );
  const moved = days.find(({ balance }) => balance !== 0);
  return moved === undefined ? [] : [moved.row.date];
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
