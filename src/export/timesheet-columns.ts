// The columns of a timesheet, the same in every format, and the lines of a person under them.
import {
  addLengths,
  hundredths,
  hundredthsOf,
  lengths,
  type GrandTotal,
  type Lengths,
  type Timesheet,
  type TimesheetDay,
} from './timesheet.ts';

/** A column: what stands in it, its heading. */
export interface Column {
  readonly key: 'date' | 'begin' | 'end' | keyof Lengths | 'balance' | 'absences' | 'remarks';
  readonly heading: string;
  readonly kind: 'date' | 'time' | 'length' | 'text';
}

const headings: Readonly<Record<keyof Lengths, string>> = {
  break: 'Break',
  unbooked_time: 'Unbooked',
  working_time: 'Worked',
  paid_nonworking_time: 'Paid',
  total_working_time: 'Counted',
  target_working_hours: 'Target',
  working_time_daily_balance: 'Difference',
  additions: 'Added',
  overtime_paid: 'Paid out',
  overtime_reduction: 'Time off',
  overtime_settled: 'Settled',
};

/** All of them, from left to right. */
export const columns: readonly Column[] = [
  { key: 'date', heading: 'Date', kind: 'date' },
  { key: 'begin', heading: 'Begin', kind: 'time' },
  { key: 'end', heading: 'End', kind: 'time' },
  ...lengths.map((key): Column => ({ key, heading: headings[key], kind: 'length' })),
  { key: 'balance', heading: 'Balance', kind: 'length' },
  { key: 'absences', heading: 'Absences', kind: 'text' },
  { key: 'remarks', heading: 'Remarks', kind: 'text' },
];

/**
 * What stands in a line under a column: seconds for a length, or hundredths of hours in a line that says so, text for the
 * rest; `null` is nothing.
 */
export type Value = string | number | null;

/** A line: a day, or one of the lines before and after the days. */
export interface Line {
  readonly kind: 'carried over' | 'day' | 'rounding' | 'total' | 'total in hours' | 'all' | 'all in hours';
  /** Whether lengths stand in the line in hundredths of hours. */
  readonly inHours: boolean;
  readonly valueOf: (key: Column['key']) => Value;
}

/** The lines of a person, to the second: what was carried over, the days, the total, exact and in hours. */
export function linesOf(timesheet: Timesheet): readonly Line[] {
  const { opening, days, totals, closing, absences, countedTo } = timesheet;
  return [
    onlyBalance(opening, { inHours: false }),
    ...days.map((day) => dayLine(day, { inHours: false })),
    sums('total', { ...totals, balance: closing }, { inHours: false, absences, countedTo }),
    totalInHours(timesheet, ''),
  ];
}

/**
 * The lines of a person in hours alone, each rounded as it is shown everywhere. What that takes from the days or adds to
 * them stands under them, so that all lines add up to the total, which is exact seconds, rounded once.
 */
export function hourLinesOf(timesheet: Timesheet): readonly Line[] {
  const { opening, days, totals, absences } = timesheet;
  const inHours = true;
  const rounded = addLengths(days.map((day) => hundredths(day.lengths)));
  const total = hundredths(totals);
  const rounding: Line = {
    kind: 'rounding',
    inHours,
    valueOf: (key) => (isLength(key) ? total[key] - rounded[key] : null),
  };
  return [
    onlyBalance(hundredthsOf(opening), { inHours }),
    ...days.map((day) =>
      dayLine({ ...day, lengths: hundredths(day.lengths), balance: hundredthsOf(day.balance) }, { inHours }),
    ),
    rounding,
    totalInHours(timesheet, absences),
  ];
}

/** The lines under all people. */
export function linesOfAll(total: GrandTotal): readonly Line[] {
  const { totals, closing } = total;
  return [sums('all', { ...totals, balance: closing }, { inHours: false }), allInHours(total)];
}

/** The totals of all people in hours: exact seconds, rounded once. */
export function allInHours({ totals, closing }: GrandTotal): Line {
  return sums('all in hours', { ...hundredths(totals), balance: hundredthsOf(closing) }, { inHours: true });
}

/** What rounding takes from the totals of people in hours, or adds to them: with it they add up to those of all. */
export function roundingOfAll(people: readonly Timesheet[], { totals, closing }: GrandTotal): Line {
  const rounded = addLengths(people.map((one) => hundredths(one.totals)));
  const balances = people.reduce((sum, one) => sum + hundredthsOf(one.closing), 0);
  const total = hundredths(totals);
  return {
    kind: 'rounding',
    inHours: true,
    valueOf: (key) => {
      if (key === 'balance') return hundredthsOf(closing) - balances;
      return isLength(key) ? total[key] - rounded[key] : null;
    },
  };
}

/** The totals of a person in hours. */
export function totalInHours({ totals, closing, countedTo }: Timesheet, absences: string): Line {
  const of = { ...hundredths(totals), balance: hundredthsOf(closing) };
  return sums('total in hours', of, { inHours: true, absences, countedTo });
}

type Unit = Pick<Line, 'inHours'>;

function onlyBalance(opening: number, { inHours }: Unit): Line {
  return { kind: 'carried over', inHours, valueOf: (key) => (key === 'balance' ? opening : null) };
}

function sums(
  kind: Line['kind'],
  of: Lengths & { readonly balance: number },
  {
    inHours,
    absences = '',
    countedTo = null,
  }: Unit & { readonly absences?: string; readonly countedTo?: string | null },
): Line {
  return {
    kind,
    inHours,
    valueOf: (key) => {
      if (key === 'absences') return absences;
      if (key === 'remarks' && countedTo !== null) return `Counted to ${countedTo}`;
      return key === 'balance' || isLength(key) ? of[key] : null;
    },
  };
}

function dayLine(day: TimesheetDay, { inHours }: Unit): Line {
  return { kind: 'day', inHours, valueOf: (key) => (isLength(key) ? day.lengths[key] : day[key]) };
}

function isLength(key: Column['key']): key is keyof Lengths {
  return (lengths as readonly string[]).includes(key);
}
