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

/** A plan that was read again. */
export interface SchedulePlan {
  /** Monday to Sunday: rows of `workScheduleDays` with the schedule, the weekday and {@link dayColumns}. */
  readonly days: readonly Row[];
  readonly limits: ScheduleLimits;
}

/** The text of what a schedule says; its days stand in the order of the week. */
export function planText(schedule: Row, days: readonly Row[]): string {
  return JSON.stringify({
    days: days.map((day) => picked(day, dayColumns)),
    limits: picked(schedule, limitColumns),
  });
}

/** The plan of a row of `scheduleVersions`. */
export function planOf({ timesheet_template_id, plan }: Row): SchedulePlan {
  const { days, limits } = JSON.parse(plan as string) as { days: readonly Row[]; limits: Row };
  const known: Row = { law_rest_period_minimum_weekly_hours: usualWeeklyRest, ...limits };
  const limit = (column: (typeof limitColumns)[number]): number | null =>
    (known[column] ?? null) as number | null;
  return {
    days: days.map((day, index) => ({ timesheet_template_id, weekday_id: index + 1, ...day }) as Row),
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
export function picked(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}
