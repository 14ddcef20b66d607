// The plain data of a company: what people agreed, booked, asked for and were paid. The test enters it into the server, and
// the independent calculation reads it. It holds no amount of any day.

/** Kinds of tasks, by what a booking on them means for a day. */
export type TaskKind = 'work' | 'pause' | 'travel' | 'paid pause';

/** A booking. Both ends are written as `2026-10-25T02:30:00+01:00[Europe/Vienna]`. */
export interface Booking {
  readonly task: TaskKind;
  readonly start: string;
  readonly end: string;
}

/** Kinds of absences, by their names in the data. */
export type AbsenceKind =
  | 'holiday'
  | 'time off for overtime'
  | 'sick leave'
  | 'sick leave with certificate'
  | 'special leave'
  | 'home office';

/** A granted absence. */
export interface Absence {
  readonly kind: AbsenceKind;
  readonly from: string;
  readonly to: string;
  /** Only half of the first day. */
  readonly beginsHalf?: true;
  /** Only half of the last day. */
  readonly endsHalf?: true;
}

/** When everyone must be there on a day of the week: times of day and minutes of tolerance. */
export interface CoreTime {
  readonly from: string;
  readonly to: string;
  readonly late: number;
  readonly early: number;
}

/** What a schedule says of one day of the week. A day of 0 hours is no working day. */
export interface ScheduleDay {
  readonly hours: number;
  /** A day of absence costs half a day. */
  readonly half?: true;
  readonly core?: CoreTime;
}

/** Models of breaks by name; `own` is one that the company defines. */
export type BreakModelName = 'german' | 'austrian' | 'swiss' | 'none' | 'off' | 'own';

/** A work schedule. */
export interface Schedule {
  readonly name: string;
  /** Monday first. */
  readonly days: readonly ScheduleDay[];
  /** Hours; `null`: no limit. */
  readonly limits: {
    readonly daily: number | null;
    readonly weekly: number | null;
    readonly rest: number | null;
    readonly weeklyRest: number | null;
  };
  /** `null`: the model of the account. */
  readonly breaks: BreakModelName | null;
  /** Whether gaps are breaks, and the most hours of a gap that is one; `null`: as the account says. */
  readonly gapsAreBreaks: boolean | null;
  readonly longestGap: number | null;
  /** Hours of a day of the week (1 is Monday) that the company changes while people have the schedule. */
  readonly edits: readonly { readonly from: string; readonly weekday: number; readonly hours: number }[];
}

/** A term that holds from a date on; `null`: since ever. */
export interface Dated<T> {
  readonly from: string | null;
  readonly value: T;
}

/** Calendars of public holidays: Austria, and North Rhine-Westphalia in Germany. */
export type CalendarName = 'AT' | 'DE-NW';

/** What happens to the balance at the end of each cycle; hours, `null`: not agreed. */
export interface BalanceRule {
  readonly cycle: 'month' | 'quarter' | 'half-year' | 'year';
  /** The company pays what is above. */
  readonly payoutAbove: number | null;
  /** What is there expires. */
  readonly expires: boolean;
  /** What is above is cut. */
  readonly cap: number | null;
}

/** A time for which a person is employed. */
export interface Employment {
  readonly entry: string;
  readonly exit: string | null;
  /** First day of the account; `null`: the entry. */
  readonly accountStart: string | null;
  /** Hours with which the account begins. */
  readonly initialBalance: number;
}

/** What the company agreed with a person. */
export interface Terms {
  readonly name: string;
  readonly zone: string;
  readonly employments: readonly Employment[];
  readonly calendars: readonly Dated<CalendarName>[];
  readonly schedules: readonly Dated<string>[];
  readonly departments: readonly Dated<string>[];
  /** The person's own model of breaks. */
  readonly breakModel?: Dated<BreakModelName>;
  /** Minutes of paid break a day. */
  readonly paidBreaks?: readonly Dated<number>[];
  /** Days a year, for the working days of the first schedule, and days that are carried into the first year. */
  readonly holiday: { readonly amount: number; readonly carried: number };
  /** Hours of overtime a month that the salary includes. */
  readonly allIn?: { readonly from: string; readonly hours: number };
  readonly balanceRule?: BalanceRule & { readonly from: string };
}

/** A person with everything that happened in the year. */
export interface Person extends Terms {
  readonly bookings: readonly Booking[];
  readonly plans: readonly Booking[];
  /** In the order in which they are entered. */
  readonly absences: readonly Absence[];
  readonly payouts: readonly { readonly date: string; readonly hours: number }[];
  readonly additions: readonly { readonly date: string; readonly hours: number }[];
  readonly adjustments: readonly { readonly date: string; readonly days: number }[];
  /** Days that the administrator approves in the end. */
  readonly approved: readonly string[];
}

/** A model of breaks: minutes of work, more of which need that many minutes of break in all. */
export interface BreakModel {
  readonly steps: readonly { readonly after: number; readonly breaks: number }[];
  /** Minutes from which a part of a break counts. */
  readonly part: number;
  /** Minutes that one part has at least; 0: none need be longer than others. */
  readonly longest: number;
  readonly deducts: boolean;
}

/** The whole company. */
export interface Company {
  /** The last day that has begun when the days are read. */
  readonly today: string;
  readonly schedules: readonly Schedule[];
  readonly ownModel: BreakModel;
  /** Model of the account, most hours of a gap that is a break, last day of carried holiday, most carried days. */
  readonly accountModel: BreakModelName;
  readonly longestGap: number;
  readonly carriedUntil: string;
  readonly mostCarried: number;
  readonly people: readonly Person[];
}
