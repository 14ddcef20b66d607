// The month of one person as payroll reads it, from rows as they are stored. Pure; lengths of time are whole seconds.
import { shownHours } from '#resource/field-types/hours.ts';
import type { Row } from '#resource/rule.ts';
import { decimalToNumber } from '#values/decimal.ts';
import { remarksOf } from './remarks.ts';
import { sheetWords, type SheetLanguage, type SheetWords } from './sheet-words.ts';

/** What is added up, in the order of the columns: columns of timesheetAccountings. */
export const lengths = [
  'break',
  'unbooked_time',
  'working_time',
  'paid_nonworking_time',
  'total_working_time',
  'target_working_hours',
  'working_time_daily_balance',
  'additions',
  'overtime_paid',
  'overtime_reduction',
  'overtime_settled',
] as const;

/** Seconds by column. */
export type Lengths = Readonly<Record<(typeof lengths)[number], number>>;

/** One day. */
export interface TimesheetDay {
  readonly date: string;
  /** `HH:MM:SS`; `null`: the person did not work. */
  readonly begin: string | null;
  readonly end: string | null;
  readonly lengths: Lengths;
  /** What the account holds at the end of the day. */
  readonly balance: number;
  readonly absences: string;
  /** The violations, then the comments of users. */
  readonly remarks: string;
  /** Absences and remarks in the person's language. */
  readonly spoken: { readonly absences: string; readonly remarks: string };
  readonly isPublicHoliday: boolean;
}

/** Whose month it is. */
export interface TimesheetPerson {
  readonly name: string;
  readonly personnelNumber: string;
  readonly department: string;
  /** What the account's own fields of people hold, as text, in the order of the titles over the whole. */
  readonly own?: readonly string[];
  /** Left out: English. */
  readonly language?: SheetLanguage;
}

/** Who has approved how many days of a month, at which level. */
export interface Approval {
  readonly level: 'person' | 'first' | 'company';
  readonly name: string;
  /** The date of the last approval; `null`: not known. */
  readonly date: string | null;
  readonly days: number;
}

/** A whole month. */
export interface Timesheet {
  readonly person: TimesheetPerson;
  /** What the account held before the first day. */
  readonly opening: number;
  /** By how much the account of a second employment that begins in the month sets the balance anew. */
  readonly anew: number;
  readonly days: readonly TimesheetDay[];
  /** What the days add up to. */
  readonly totals: Lengths;
  readonly closing: number;
  /** The absences of all days added up. */
  readonly absences: string;
  /** The same in the person's language. */
  readonly spokenAbsences: string;
  /** Hundredths of days of holiday that are left at the end of the last day; `null`: not counted. */
  readonly holidayLeft: number | null;
  readonly approvals: readonly Approval[];
  /** The last day that is counted, where days of the month are still to come. */
  readonly countedTo: string | null;
}

/** Puts a month together; `days` are rows of timesheetAccountings by date, at least one, `absences` of absenceDays. */
export function timesheetOf(
  person: TimesheetPerson,
  {
    days,
    absences,
    countedTo = null,
    approvals = [],
    holidays = new Map(),
  }: {
    readonly days: readonly Row[];
    readonly absences: readonly Row[];
    readonly countedTo?: string | null;
    readonly approvals?: readonly Approval[];
    /** Names of public holidays in the person's language, by `<date> <name as it is stored>`. */
    readonly holidays?: ReadonlyMap<string, string>;
  },
): Timesheet {
  const granted = absences.filter(({ status }) => status === 1);
  const words = sheetWords[person.language ?? 'en'];
  const byDate = Map.groupBy(granted, ({ date }) => date);
  const inLanguage = granted.map((row): Row => ({
    ...row,
    comment: holidays.get(`${row['date']} ${row['comment']}`) ?? row['comment'] ?? null,
  }));
  const spokenByDate = Map.groupBy(inLanguage, ({ date }) => date);
  const shown = days.map((row, index): TimesheetDay => ({
    date: row['date'] as string,
    begin: row['begin_time'] as string | null,
    end: row['end_time'] as string | null,
    lengths: lengthsOf(row),
    balance: secondsOf(row, 'working_time_total_balance'),
    absences: absenceText(byDate.get(row['date'] as string) ?? []),
    remarks: joined(index > 0 && setAnew(row) ? sheetWords.en.anew : '', remarksOf(row)),
    spoken: {
      absences: absenceText(spokenByDate.get(row['date'] as string) ?? [], words),
      remarks: joined(index > 0 && setAnew(row) ? words.anew : '', remarksOf(row, words.violations)),
    },
    isPublicHoliday: Number(row['public_holiday'] ?? 0) > 0,
  }));
  const totals = addLengths(shown.map((day) => day.lengths));
  const closing = shown.at(-1)?.balance ?? 0;
  const anew = days.slice(1).reduce((sum, row) => sum + secondsOf(row, 'opens_with'), 0);
  const opening = closing - stepOf(totals) - anew;
  return {
    person,
    opening,
    anew,
    days: shown,
    totals,
    closing,
    absences: absenceText(granted),
    spokenAbsences: absenceText(inLanguage, words),
    holidayLeft: (days.at(-1)?.['holiday_balance'] ?? null) as number | null,
    approvals,
    countedTo,
  };
}

/** The sum of lengths, column by column. */
export function addLengths(all: readonly Lengths[]): Lengths {
  const sum = (name: keyof Lengths): number => all.reduce((total, one) => total + one[name], 0);
  return Object.fromEntries(lengths.map((name) => [name, sum(name)])) as Lengths;
}

/** What lengths move the balance by. */
function stepOf(of: Lengths): number {
  const left = of.overtime_paid + of.overtime_reduction + of.overtime_settled;
  return of.working_time_daily_balance + of.additions - left;
}

function lengthsOf(row: Row): Lengths {
  return Object.fromEntries(lengths.map((name) => [name, secondsOf(row, name)])) as Lengths;
}

/** Whether the account of a second employment sets the balance anew on the day. */
function setAnew(row: Row): boolean {
  return secondsOf(row, 'opens_with') !== 0;
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('; ');
}

function secondsOf(row: Row, name: string): number {
  return (row[name] ?? 0) as number;
}

/** `Holiday 1, Doctor 1.5 h`: by name, in the order in which the names come. */
function absenceText(
  rows: readonly Row[],
  { absenceNames, decimal }: Pick<SheetWords, 'absenceNames' | 'decimal'> = sheetWords.en,
): string {
  const names = Map.groupBy(rows, (row) => `${nameOf(row)}|${row['value_unit']}`);
  const parts = [...names].map(([key, same]) => {
    const [name, unit] = key.split('|');
    const sum = same.reduce((total, row) => total + (row['value'] as number), 0);
    return `${absenceNames[name ?? ''] ?? name} ${decimal(decimalToNumber(sum, 2))}${unit === 'hs' ? ' h' : ''}`;
  });
  return parts.join(', ');
}

function nameOf({ type, subtype, comment }: Row): string {
  const name = type === 'public_holiday' ? (comment ?? 'Public holiday') : (subtype ?? type ?? 'Away');
  return String(name).replaceAll('|', '/');
}

/** Totals of all, exact: as in the interface, hours are rounded once, after seconds have been added up. */
export interface GrandTotal {
  readonly people: number;
  readonly totals: Lengths;
  readonly closing: number;
}

/** The total of no person. */
export const nothing: GrandTotal = { people: 0, closing: 0, totals: addLengths([]) };

/** The total with one person more. */
export function addTimesheet(total: GrandTotal, { closing, totals }: Timesheet): GrandTotal {
  return {
    people: total.people + 1,
    closing: total.closing + closing,
    totals: addLengths([total.totals, totals]),
  };
}

/** Lengths as hundredths of hours, each rounded by itself. */
export function hundredths(of: Lengths): Lengths {
  return Object.fromEntries(lengths.map((name) => [name, hundredthsOf(of[name])])) as Lengths;
}

/** Seconds as hundredths of hours, rounded half up. */
export function hundredthsOf(seconds: number): number {
  const rounded = Math.round(shownHours(seconds) * 100);
  return rounded === 0 ? 0 : rounded;
}
