// A model of hours: it splits trackings at the midnights of Temporal and sums the parts.
import type { Envelope } from '../support/client.ts';

/** What of a tracking lies on one day. */
export interface CountedPart {
  readonly tracking: Envelope;
  readonly date: string;
  readonly seconds: number;
}

/** The days of trackings that have ended, as read. */
export function countedParts(trackings: readonly Envelope[]): readonly CountedPart[] {
  return trackings.filter(({ end_time }) => end_time !== null).flatMap(partsOf);
}

function partsOf(tracking: Envelope): readonly CountedPart[] {
  const at = (side: 'start' | 'end'): Temporal.ZonedDateTime => {
    const local = Temporal.PlainDateTime.from(tracking[`${side}_time`].replace(' ', 'T'));
    const instant = local.toZonedDateTime('UTC').subtract({ seconds: tracking[`${side}_time_offset`] });
    return instant.withTimeZone(tracking['start_time_timezone']);
  };
  const [start, end] = [at('start'), at('end')];
  const parts: CountedPart[] = [];
  for (let from = start; Temporal.ZonedDateTime.compare(from, end) < 0;) {
    const next = from.startOfDay().add({ days: 1 }).startOfDay();
    const to = Temporal.ZonedDateTime.compare(next, end) < 0 ? next : end;
    const seconds = to.since(from, { largestUnit: 'second' }).seconds;
    parts.push({ tracking, date: from.toPlainDate().toString(), seconds });
    from = to;
  }
  return parts;
}

/** Seconds by the key that a part has. */
export function secondsBy(
  parts: readonly CountedPart[],
  keyOf: (part: CountedPart) => readonly unknown[],
): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const part of parts) {
    const key = keyOf(part).join();
    sums[key] = (sums[key] ?? 0) + part.seconds;
  }
  return sums;
}

/** Seconds as hours with two digits, half up. */
export function hoursOf(seconds: number): number {
  return Math.floor((seconds * 100) / 3600 + 0.5) / 100;
}
