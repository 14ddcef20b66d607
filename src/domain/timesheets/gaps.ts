// Time between the bookings of a day that nobody booked: a break when it is long enough and not too long. Pure.
import type { DayBreaks } from './break-rule.ts';
import { hasEnded, type BookedPart, type EndedPart } from './booked-parts.ts';

/** A day with its gaps. */
export interface FilledDay {
  /** What was booked, then the gaps that are breaks, as if they had been booked. */
  readonly parts: readonly BookedPart[];
  /** Seconds between the first start and the last end of work that are neither booked nor a break. */
  readonly unbooked: number;
}

/** Looks at the time between parts, which stand in order; before the first start and after the last end is none. */
export function withGaps(parts: readonly BookedPart[], { model, longestGap }: DayBreaks): FilledDay {
  const done = parts.filter(hasEnded);
  const [first, last] = [done.findIndex(isWork), done.findLastIndex(isWork)];
  const breaks: BookedPart[] = [];
  let unbooked = 0;
  for (const [index, next] of done.entries()) {
    const before = done[index - 1];
    if (before === undefined || index <= first || index > last) continue;
    const seconds = next.start - before.end;
    if (seconds > 0 && seconds >= model.leastPart && seconds <= longestGap)
      breaks.push(between(before, next));
    else unbooked += seconds;
  }
  return { parts: breaks.length === 0 ? parts : [...parts, ...breaks], unbooked };
}

function isWork({ isBreak }: BookedPart): boolean {
  return !isBreak;
}

function between(before: EndedPart, next: EndedPart): EndedPart {
  return {
    date: next.date,
    start: before.end,
    end: next.start,
    begins: before.ends,
    ends: next.begins,
    isBreak: true,
    isPaid: false,
  };
}
