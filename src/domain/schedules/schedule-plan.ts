// What a work schedule says: its seven days and its limits, as one text that can be kept. Equal plans have equal texts.
import type { Row } from '#resource/rule.ts';

/** The columns of `workScheduleDays` that a plan keeps. */
export const dayColumns = [
  'workday',
  'half_holiday',
  'hours',
  'core_time_start',
  'core_time_end',
  'core_time_start_tolerance',
  'core_time_end_tolerance',
] as const;

/** The columns of `workSchedules` that a plan keeps. */
export const limitColumns = [
  'law_limit_daily_hours',
  'law_limit_weekly_hours',
  'law_rest_period_minimum_hours',
  'law_rest_period_minimum_weekly_hours',
  'automatic_break_template_id',
  'gaps_are_breaks',
  'gap_break_maximum',
] as const;

/** What plans say that were kept before schedules had the limit, in hundredths of hours. */
const usualWeeklyRest = 3500;

/** What holds on every day of a schedule. Hours are in hundredths; `null`: no limit. */
export interface ScheduleLimits {
  readonly dailyHours: number | null;
  readonly weeklyHours: number | null;
  readonly restHours: number | null;
  readonly weeklyRestHours: number | null;
  /** The model of breaks; `null`: as the account says. */
  readonly breakTemplateId: number | null;
  /** 1: gaps between bookings are breaks; 0: none is; `null`: as the account says. */
  readonly gapsAreBreaks: number | null;
  /** `null`: as the account says. */
  readonly longestGapHours: number | null;
}

type WeekDay = Row<'workScheduleDays'>;
type KeptDay = Pick<WeekDay, (typeof dayColumns)[number]>;
type KeptLimits = Pick<Row<'workSchedules'>, (typeof limitColumns)[number]>;

/** What a plan says of a day of the week. */
export type PlannedDay = KeptDay & Pick<WeekDay, 'timesheet_template_id' | 'weekday_id'>;

/** What the text of a plan holds; of limits that came later it has none. */
interface KeptPlan {
  readonly days: readonly KeptDay[];
  readonly limits: Partial<KeptLimits>;
}

/** A plan that was read again. */
export interface SchedulePlan {
  /** Monday to Sunday: those of `workScheduleDays`. */
  readonly days: readonly PlannedDay[];
  readonly limits: ScheduleLimits;
}

/** The text of what a schedule says; its days stand in the order of the week. */
export function planText(schedule: KeptLimits, days: readonly KeptDay[]): string {
  return JSON.stringify({
    days: days.map((day) => picked(day, dayColumns)),
    limits: picked(schedule, limitColumns),
  });
}

/** The plan of a row of `scheduleVersions`. */
export function planOf({
  timesheet_template_id,
  plan,
}: Pick<Row<'scheduleVersions'>, 'timesheet_template_id' | 'plan'>): SchedulePlan {
  const { days, limits }: KeptPlan = JSON.parse(plan);
  const known: KeptPlan['limits'] = { law_rest_period_minimum_weekly_hours: usualWeeklyRest, ...limits };
  const limit = (column: (typeof limitColumns)[number]): number | null => known[column] ?? null;
  return {
    days: days.map((day, index) => ({ timesheet_template_id, weekday_id: index + 1, ...day })),
    limits: {
      dailyHours: limit('law_limit_daily_hours'),
      weeklyHours: limit('law_limit_weekly_hours'),
      restHours: limit('law_rest_period_minimum_hours'),
      weeklyRestHours: limit('law_rest_period_minimum_weekly_hours'),
      breakTemplateId: limit('automatic_break_template_id'),
      gapsAreBreaks: limit('gaps_are_breaks'),
      longestGapHours: limit('gap_break_maximum'),
    },
  };
}

/** These columns of the row alone. */
export function picked<Of extends Row>(row: Of, columns: readonly (keyof Of & string)[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}
