// A week as the screen shows it: days with their bookings, sums, targets and what is wrong. Adds up; decides nothing.
import { datesFrom, weekday, type CivilDate } from './civil.ts';
import { secondsOfHours } from './duration.ts';
import type { AbsenceDay, AccountDay, Id } from './rows.ts';
import { segmentsOf, workedOn, type Segment, type Span } from './spans.ts';
import { dateAt, dayMinutes } from './zones.ts';

/** Something that the server marked on a day. */
export type Violation = 'break' | 'daily' | 'weekly' | 'core' | 'rest' | 'weeklyRest' | 'contradiction';

/** A day of absence or a public holiday, as the calendar draws it. */
export interface DayOff {
  readonly kind: 'absence' | 'holiday';
  readonly typeId: number | null;
  readonly subtypeId: number | null;
  readonly requestId: Id | null;
  readonly name: string | null;
  readonly value: number;
  readonly unit: 'd' | 'hs';
  readonly isOpen: boolean;
}

/** A column of the week. */
export interface WeekDay {
  readonly date: CivilDate;
  readonly minutes: number;
  readonly isToday: boolean;
  readonly isFree: boolean;
  readonly isApproved: boolean;
  readonly segments: readonly Segment[];
  readonly daysOff: readonly DayOff[];
  readonly worked: number;
  readonly target: number | null;
  readonly violations: readonly Violation[];
}

/** What the server says of a day on which a timer runs, while the timer goes on. Moments and amounts are in seconds. */
export interface ToldDay {
  readonly date: CivilDate;
  /** Work that counts if the timer stops at a moment. */
  readonly workedBy: (moment: number) => number;
  readonly homeAt: number | null;
  /** Break that is deducted by then without being booked. */
  readonly deducted: number;
}

/** What {@link layOutWeek} is made from. `stored` is what the server has, `spans` that and what waits to be sent. */
export interface WeekSource {
  readonly spans: readonly Span[];
  readonly stored: readonly Span[];
  readonly account: ReadonlyMap<CivilDate, AccountDay>;
  readonly absenceDays: readonly AbsenceDay[];
  readonly first: CivilDate;
  readonly zone: string;
  readonly now: number;
  /** What the server says of the running day: it counts in place of what the bookings add up to. */
  readonly told: ToldDay | null;
}

/** A laid out week; the balance counts the days up to today. */
export interface Week {
  readonly days: readonly WeekDay[];
  readonly worked: number;
  readonly target: number;
  readonly balance: number;
  readonly violations: number;
}

/** Lays out the seven days from the first one on. */
export function layOutWeek(source: WeekSource): Week {
  const days = layOutDays(source, datesFrom(source.first, 7));
  const today = dateAt(source.now, source.zone);
  const sum = (of: (day: WeekDay) => number): number => days.reduce((total, day) => total + of(day), 0);
  return {
    days,
    worked: sum((day) => day.worked),
    target: sum((day) => day.target ?? 0),
    balance: sum((day) => (day.date <= today ? day.worked - (day.target ?? 0) : 0)),
    violations: sum((day) => day.violations.length),
  };
}

/** Whether a day is approved, or confirmed by the person: its bookings are frozen. */
export function isClosed(day: AccountDay): boolean {
  return day.approved_by_admin === 1 || day.approved_by_user === 1;
}

/** Lays out any dates. */
export function layOutDays(
  source: Omit<WeekSource, 'first'>,
  dates: readonly CivilDate[],
): readonly WeekDay[] {
  const { spans, stored, account, absenceDays, zone, now, told } = source;
  const segments = segmentsOf(spans, dates, zone, now);
  const booked = workedOn(spans, dates, zone, now);
  const counted = workedOn(
    stored.filter((span) => span.end !== null),
    dates,
    zone,
    now,
  );
  const today = dateAt(now, zone);
  return dates.map((date, index) => {
    const row = account.get(date);
    // The server's sum, moved by what it has not counted yet: the running timer and what waits to be sent.
    const ahead = (booked[index] ?? 0) - (counted[index] ?? 0);
    const worked =
      told?.date === date
        ? told.workedBy(now)
        : row?.total_working_time == null
          ? (booked[index] ?? 0)
          : Math.max(0, secondsOfHours(row.total_working_time) + ahead);
    return {
      date,
      minutes: dayMinutes(date, zone),
      isToday: date === today,
      isFree: row?.workday == null ? weekday(date) > 5 && dates.length === 7 : row.workday === 0,
      isApproved: row !== undefined && isClosed(row),
      segments: segments[index] ?? [],
      daysOff: absenceDays.filter((day) => day.date === date).map(dayOffOf),
      worked,
      target: row?.target_working_hours == null ? null : secondsOfHours(row.target_working_hours),
      violations: row === undefined ? [] : violationsOf(row),
    };
  });
}

function dayOffOf(day: AbsenceDay): DayOff {
  return {
    kind: day.type === 'public_holiday' ? 'holiday' : 'absence',
    typeId: day.type_id,
    subtypeId: day.subtype_id,
    requestId: day.request_id,
    name: day.comment,
    value: day.value ?? 0,
    unit: day.value_unit,
    isOpen: day.status === 0 || day.status === 5,
  };
}

const marks = [
  ['break_law_violation', 'break'],
  ['law_limit_daily_hours_violation', 'daily'],
  ['law_limit_weekly_hours_violation', 'weekly'],
  ['core_time_violation', 'core'],
  ['rest_period_violation', 'rest'],
  ['rest_period_weekly_violation', 'weeklyRest'],
  ['plausibility_conflict_violation', 'contradiction'],
] as const satisfies readonly (readonly [keyof AccountDay, Violation])[];

/** A field that says whether a rule was broken on the day. */
export type ViolationField = (typeof marks)[number][0];

/** All of these. */
export const violationFields: readonly ViolationField[] = marks.map(([field]) => field);

/** What the server marked on a day. */
export function violationsOf(row: Pick<AccountDay, ViolationField>): readonly Violation[] {
  return marks.filter(([field]) => row[field] === 1).map(([, violation]) => violation);
}
