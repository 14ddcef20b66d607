// Days in order, each counted with what the week holds before it. Pure.
import { dateAfter, datesBetween } from '#values/date-range.ts';
import { weekdayOf } from '#values/week.ts';
import type { BookedPart } from './booked-parts.ts';
import type { BreakRule } from './break-rule.ts';
import { countDay } from './count-day.ts';
import { datesAfterWeek, weekLacksRest } from './count-week.ts';
import type { AccountDay } from '../days/day-account.ts';
import { isFrozen } from '../days/day-columns.ts';
import type { DayFrame } from './day-frame.ts';
import type { Frames } from './load-days.ts';
import { restsBefore } from './rest.ts';

/** What days are counted from. */
export interface DaysToCount {
  /** Rows in the order of their dates, with those before them in their week as far as there are any. */
  readonly rows: readonly AccountDay[];
  /** The first date to be counted; rows before it stand for themselves. */
  readonly from: string;
  /** Columns that follow from schedule and absences; the row's own where a date has none here. */
  readonly frames: Frames;
  readonly booked: ReadonlyMap<string, readonly BookedPart[]>;
  readonly breakRule: BreakRule;
}

/** Every row from the first date on, with the columns that follow. Frozen ones stay as they are. */
export function countDays({ rows, from, frames, booked, breakRule }: DaysToCount): readonly AccountDay[] {
  const counted: AccountDay[] = [];
  const rests = restsBefore(booked);
  const parsed = new Map<string, DayFrame>();
  let [week, worked] = ['', 0];
  for (const row of rows) {
    const { date } = row;
    const monday = mondayOf(date);
    if (monday !== week) [week, worked] = [monday, 0];
    const fixed = date < from || isFrozen(row);
    const done = fixed
      ? row
      : countRow({ ...row, ...frames(date) }, { booked, rests, worked, breakRule, parsed });
    worked += done.working_time ?? 0;
    if (date >= from) counted.push(done);
  }
  return counted;
}

/** Monday of the date's ISO week. */
export function mondayOf(date: string): string {
  return dateAfter(date, 1 - weekdayOf(date));
}

/** Sunday of the date's ISO week. */
export function sundayOf(date: string): string {
  return dateAfter(mondayOf(date), 6);
}

/** The Sunday of the week whose last rest work on the date may end, if it may. */
export function weekEndedBy(date: string): readonly string[] {
  const sunday = dateAfter(mondayOf(date), -1);
  return date <= dateAfter(sunday, datesAfterWeek) ? [sunday] : [];
}

interface Context {
  readonly booked: DaysToCount['booked'];
  readonly rests: ReadonlyMap<string, number>;
  readonly worked: number;
  readonly breakRule: BreakRule;
  /** Frames by their text: most days of a week have the same. */
  readonly parsed: Map<string, DayFrame>;
}

function countRow(row: AccountDay, { booked, rests, worked, breakRule, parsed }: Context): AccountDay {
  const { date, frame: text, target_working_hours: target } = row;
  if (text == null) throw new Error(`${date} is to be counted and has no frame.`);
  const parts = booked.get(date) ?? [];
  const sunday = weekdayOf(date) === 7;
  const frame = parseFrame(text, parsed);
  return {
    ...row,
    ...countDay({
      frame,
      breaks: breakRule(frame, date),
      target: target ?? 0,
      parts,
      rest: rests.get(date) ?? Infinity,
      workedBefore: worked,
    }),
    rest_period_weekly_violation:
      sunday && weekLacksRest(datesAround(date, booked), frame.weeklyRest) ? 1 : 0,
  };
}

function parseFrame(text: string, parsed: Map<string, DayFrame>): DayFrame {
  let frame = parsed.get(text);
  if (frame === undefined) parsed.set(text, (frame = JSON.parse(text) as DayFrame));
  return frame;
}

/** What was booked in the week of a Sunday and on the dates after it that matter. */
function datesAround(sunday: string, booked: DaysToCount['booked']): readonly (readonly BookedPart[])[] {
  return datesBetween(mondayOf(sunday), dateAfter(sunday, datesAfterWeek)).map(
    (date) => booked.get(date) ?? [],
  );
}
