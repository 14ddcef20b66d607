// The day at a glance: what is done, what is left, when the target is reached. Sums of what the server tells.
import { secondsOfHours } from './duration.ts';
import { compare } from './match.ts';
import type { AccountDay } from './rows.ts';
import { longestStretch, type Span } from './spans.ts';
import type { ToldDay, WeekDay } from './week.ts';

/** Work that is done and left today, in seconds; `homeAt` is the moment at which the target is reached. */
export interface DayProgress {
  readonly worked: number;
  readonly target: number | null;
  readonly left: number;
  readonly homeAt: number | null;
}

/** Whether a timer runs so long that its person has most likely forgotten to stop it. */
export function isForgotten(running: Span | null, now: number): boolean {
  return running !== null && now - running.start > longestStretch;
}

/**
 * What is left of a day. With nothing running that was not forgotten, or nothing left, there is no moment to go home. What the
 * server has not told is estimated from bookings.
 */
export function progressOf(
  day: { readonly worked: number; readonly target: number | null },
  running: Span | null,
  now: number,
  told: ToldDay | null,
): DayProgress {
  const left = Math.max(0, (day.target ?? 0) - day.worked);
  const counts = running !== null && !running.isBreak && !isForgotten(running, now);
  return { ...day, left, homeAt: counts && left > 0 ? (told ?? { homeAt: now + left }).homeAt : null };
}

/** The balance of the account with what runs today, in hours of the last counted day; `null` without an account. */
export function balanceOf(rows: readonly AccountDay[], before: string): number | null {
  const last = rows
    .filter((row) => row.date <= before && row.working_time_total_balance !== null)
    .sort((a, b) => compare(a.date, b.date))
    .at(-1);
  return last?.working_time_total_balance ?? null;
}

/** Work of days of the account that the server has not counted, in seconds: a timer counts when it ends. */
export function uncountedOf(
  days: readonly Pick<WeekDay, 'date' | 'worked'>[],
  account: ReadonlyMap<string, AccountDay>,
): number {
  return days.reduce((sum, { date, worked }) => {
    const row = account.get(date);
    return row === undefined ? sum : sum + worked - secondsOfHours(row.total_working_time ?? 0);
  }, 0);
}

/** The span that runs, if any: the one that began last. */
export function runningOf(spans: readonly Span[]): Span | null {
  return spans.filter((span) => span.end === null).sort((a, b) => b.start - a.start)[0] ?? null;
}
