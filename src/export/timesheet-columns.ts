// The columns of a timesheet, the same in every format, and the lines of a person under them.
import {
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
  working_time: 'Worked',
  paid_nonworking_time: 'Paid',
  total_working_time: 'Counted',
  target_working_hours: 'Target',
  working_time_daily_balance: 'Difference',
  additions: 'Added',
  overtime_paid: 'Paid out',
  overtime_reduction: 'Time off',
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
  readonly kind: 'carried over' | 'day' | 'total' | 'total in hours' | 'all' | 'all in hours';
  readonly valueOf: (key: Column['key']) => Value;
}

/** The lines of a person: what was carried over, the days, the total, exact and in hours. */
export function linesOf({ opening, days, totals, closing, absences }: Timesheet): readonly Line[] {
  const carried: Line = { kind: 'carried over', valueOf: (key) => (key === 'balance' ? opening : null) };
  return [
    carried,
    ...days.map(dayLine),
    sums('total', { ...totals, balance: closing }, absences),
    sums('total in hours', { ...hundredths(totals), balance: hundredthsOf(closing) }),
  ];
}

/** The lines under all people. */
export function linesOfAll({ totals, closing, hours }: GrandTotal): readonly Line[] {
  return [
    sums('all', { ...totals, balance: closing }),
    sums('all in hours', { ...hours, balance: hours.closing }),
  ];
}

/** Whether lengths stand in the line in hundredths of hours. */
export function isInHours({ kind }: Line): boolean {
  return kind === 'total in hours' || kind === 'all in hours';
}

function sums(kind: Line['kind'], of: Lengths & { readonly balance: number }, absences = ''): Line {
  return {
    kind,
    valueOf: (key) => {
      if (key === 'absences') return absences;
      return key === 'balance' || isLength(key) ? of[key] : null;
    },
  };
}

function dayLine(day: TimesheetDay): Line {
  return { kind: 'day', valueOf: (key) => (isLength(key) ? day.lengths[key] : day[key]) };
}

function isLength(key: Column['key']): key is keyof Lengths {
  return (lengths as readonly string[]).includes(key);
}
