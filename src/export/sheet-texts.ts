// The texts of the sheet that is signed: what stands in each row and under the table. It knows no page.
import { hoursAndMinutes } from '#values/duration.ts';
import { weekDateOf } from '#values/week.ts';
import type { SheetWords } from './sheet-words.ts';
import type { Approval, Timesheet, TimesheetDay } from './timesheet.ts';

/** A column of the sheet. */
export type Key = keyof SheetWords['columns'];

/** Texts under columns; nothing stands under the others. */
export type Texts = Readonly<Partial<Record<Key, string>>>;

/** What stands in the row of a day; zeros are blank. */
export function dayTexts(day: TimesheetDay, words: SheetWords): Texts {
  const { additions, overtime_paid, overtime_reduction, overtime_settled } = day.lengths;
  const moved = [
    [words.added, additions],
    [words.paidOut, overtime_paid],
    [words.timeOff, overtime_reduction],
    [words.settled, overtime_settled],
  ] as const;
  const notes = [
    day.spoken.absences,
    ...moved.filter(([, seconds]) => seconds !== 0).map(([what, seconds]) => `${what} ${length(seconds)}`),
    day.spoken.remarks,
  ];
  const weekday = words.weekdays[weekDateOf(day.date).weekday - 1];
  return {
    day: `${weekday} ${words.day(day.date)}`,
    begin: day.begin?.slice(0, 5) ?? '',
    end: day.end?.slice(0, 5) ?? '',
    ...lengthTexts(day.lengths),
    balance: length(day.balance),
    notes: notes.filter((part) => part !== '').join('; '),
  };
}

/** The lengths of a day or of a month under their columns. */
export function lengthTexts(of: TimesheetDay['lengths']): Texts {
  return {
    break: length(of.break),
    unbooked: length(of.unbooked_time),
    worked: length(of.working_time),
    paid: length(of.paid_nonworking_time),
    target: length(of.target_working_hours),
    difference: length(of.working_time_daily_balance),
  };
}

/** Hours and minutes; nothing for zero. */
export function length(seconds: number): string {
  return seconds === 0 ? '' : hoursAndMinutes(seconds);
}

/** Numbers of the month with what they are. */
export function closingNumbers(
  { opening, anew, totals, closing, holidayLeft }: Timesheet,
  words: SheetWords,
): readonly (readonly [what: string, number: string])[] {
  const moved = [
    [words.added, totals.additions],
    [words.paidOut, -totals.overtime_paid],
    [words.timeOff, -totals.overtime_reduction],
    [words.settled, -totals.overtime_settled],
    [words.anew, anew],
  ] as const;
  return [
    [words.carried, hoursAndMinutes(opening)],
    [words.difference, hoursAndMinutes(totals.working_time_daily_balance)],
    ...moved
      .filter(([, seconds]) => seconds !== 0)
      .map(([what, seconds]) => [what, hoursAndMinutes(seconds)] as const),
    [words.closing, hoursAndMinutes(closing)],
    ...(holidayLeft === null
      ? []
      : [[words.holidayLeft, `${words.decimal(holidayLeft / 100)} ${words.days}`] as const]),
  ];
}

/** Sentences under the numbers: absences of the month, approvals, how hours are rounded. */
export function closingTexts(timesheet: Timesheet, words: SheetWords): readonly string[] {
  const { countedTo, spokenAbsences } = timesheet;
  return [
    spokenAbsences === '' ? '' : `${words.absences}: ${spokenAbsences}`,
    countedTo === null ? '' : `${words.countedTo} ${words.date(countedTo)}`,
    ...approvalLines(timesheet, words),
    words.rounding,
  ];
}

function approvalLines({ approvals, days }: Timesheet, words: SheetWords): readonly string[] {
  const line = ({ level, name, date, days: count }: Approval): string => {
    const by = name === '' ? '' : ` ${words.by} ${name}`;
    const on = date === null ? '' : ` ${words.on} ${words.date(date)}`;
    return `${words.approved[level]}${by}${on}: ${count} ${words.of} ${days.length} ${words.days}`;
  };
  const lines = approvals.map(line);
  return approvals.some(({ level }) => level === 'company') ? lines : [...lines, words.notApproved];
}
