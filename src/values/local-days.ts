// A stretch of time as the local dates of a zone cut it: at each midnight on the zone's clocks. It knows no clock.
import { localText } from './time-zone.ts';
import { periodAt, type EpochSeconds } from './zone-period.ts';

const day = 86_400;

/** What lies on one date, half-open. */
export interface DatedPart {
  /** As `YYYY-MM-DD`. */
  readonly date: string;
  readonly start: EpochSeconds;
  readonly end: EpochSeconds;
}

/**
 * The parts of [start, end), in order and without a gap. Each has the date that the zone's clocks show in it; where they
 * go back over midnight, a date comes twice.
 */
export function partsByDate(
  { start, end }: { readonly start: EpochSeconds; readonly end: EpochSeconds },
  zone: string,
): readonly DatedPart[] {
  const parts: DatedPart[] = [];
  for (let at = start; at < end;) {
    const { date, until } = dateAt(at, zone);
    const last = parts.at(-1);
    const part = { date, start: at, end: Math.min(end, until) };
    if (last?.date === date) parts[parts.length - 1] = { ...part, start: last.start };
    else parts.push(part);
    at = part.end;
  }
  return parts;
}

/** How many seconds of [start, end) lie on each date, in the order in which the clocks first show them. */
export function secondsByDate(
  span: { readonly start: EpochSeconds; readonly end: EpochSeconds },
  zone: string,
): ReadonlyMap<string, number> {
  const seconds = new Map<string, number>();
  for (const { date, start, end } of partsByDate(span, zone))
    seconds.set(date, (seconds.get(date) ?? 0) + end - start);
  return seconds;
}

/** The date shown at an instant, and until when it is shown, unless the clocks are changed to another one before. */
function dateAt(
  instant: EpochSeconds,
  zone: string,
): { readonly date: string; readonly until: EpochSeconds } {
  const { offset, until } = periodAt(zone, instant);
  const midnight = (Math.floor((instant + offset) / day) + 1) * day - offset;
  return { date: localText(instant, zone).slice(0, 10), until: Math.min(until, midnight) };
}
