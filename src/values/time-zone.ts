// IANA time zones: local date and time ↔ instant, by native Temporal. It knows no clock and no host zone.
import { dateText } from './date-range.ts';
import { ValueError } from './value-error.ts';
import { periodAt, type EpochSeconds, type ZonePeriod } from './zone-period.ts';

export type { EpochSeconds };

/** One local date and time in a zone, made exact. `offset` is in seconds east of UTC. */
export interface ZonedMoment {
  readonly instant: EpochSeconds;
  readonly offset: number;
}

const day = 86_400;
const knownZones = new Set<string>();
/** Far longer than any name of the tz database. */
const longestName = 100;
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Whether the runtime's tz database has this zone; `Europe/Vienna`, `UTC`, any letter case. */
export function isTimeZone(name: string): boolean {
  if (name.length > longestName || /^[+-]/.test(name)) return false;
  // Only zones that exist are kept, however they are spelt: a client could fill the memory with others.
  const key = name.toLowerCase();
  if (knownZones.has(key)) return true;
  if (!zoneExists(name)) return false;
  knownZones.add(key);
  return true;
}

/** Seconds east of UTC that the zone keeps at the instant. */
export function offsetAt(zone: string, instant: EpochSeconds): number {
  return zone === 'UTC' ? 0 : periodAt(zone, instant).offset;
}

/** The instant as `YYYY-MM-DD HH:MM:SS` on the zone's clocks. */
export function localText(instant: EpochSeconds, zone: string): string {
  const shown = instant + offsetAt(zone, instant);
  const days = Math.floor(shown / day);
  const second = shown - days * day;
  return `${dateText(days)} ${twoDigits[Math.floor(second / 3600)]}:${twoDigits[Math.floor(second / 60) % 60]}:${twoDigits[second % 60]}`;
}

/** The first instant after this one at which the zone's calendars show another date; a change of clocks may skip some. */
export function nextDateAfter(instant: EpochSeconds, zone: string): EpochSeconds {
  const dayOf = (one: EpochSeconds, offset: number): number => Math.floor((one + offset) / day);
  for (let from = instant; ;) {
    const { until, offset } = periodAt(zone, from);
    const today = dayOf(from, offset);
    const midnight = (today + 1) * day - offset;
    if (midnight < until) return midnight;
    if (dayOf(until, periodAt(zone, until).offset) !== today) return until;
    from = until;
  }
}

/**
 * The instant of a local `YYYY-MM-DD HH:MM:SS`. A time that the clocks skip throws {@link ValueError} naming the
 * next valid time; one that they show twice is the first, unless `offset` picks the other.
 */
export function resolveLocal(local: string, zone: string, offset?: number | null): ZonedMoment {
  const candidates = instantsOf(local, zone);
  const first = candidates[0];
  if (first === undefined) throw skippedTime(local, zone);
  if (offset === undefined || offset === null) return first;
  const wanted = candidates.find((candidate) => candidate.offset === offset);
  if (wanted !== undefined) return wanted;
  const possible = candidates.map((candidate) => candidate.offset).join(' or ');
  throw new ValueError(`a time with the offset ${possible}, which ${zone} keeps at ${local}`);
}

/** The earliest instant that a local time can mean; in a skipped hour the moment of the change. */
export function earliestInstant(local: string, zone: string): EpochSeconds {
  return instantsOf(local, zone)[0]?.instant ?? changeOver(local, zone);
}

/** What a local time can mean, in ascending order: nothing in a gap, two moments where the clocks go back. */
export function instantsOf(local: string, zone: string): ZonedMoment[] {
  const naive = naiveInstant(local);
  return periodsAround(naive, zone)
    .map(({ from, until, offset }) => ({ instant: naive - offset, offset, from, until }))
    .filter(({ instant, from, until }) => from <= instant && instant < until)
    .map(({ instant, offset }) => ({ instant, offset }));
}

/** The instant at which the clocks jump over this local time. */
function changeOver(local: string, zone: string): EpochSeconds {
  const naive = naiveInstant(local);
  const after = periodsAround(naive, zone).find(({ from, offset }) => naive - offset < from);
  return after?.from ?? naive;
}

function skippedTime(local: string, zone: string): ValueError {
  const valid = localText(changeOver(local, zone), zone);
  const expected = `a time that exists in ${zone}, where ${local} is skipped (the next valid time is ${valid})`;
  return new ValueError(expected, { next_valid_time: valid });
}

/** Every period in which a clock showing `naive` can lie: no zone is as much as a day away from UTC. */
function periodsAround(naive: EpochSeconds, zone: string): ZonePeriod[] {
  const around: ZonePeriod[] = [];
  for (let instant = naive - day; instant < naive + day;) {
    const period = periodAt(zone, instant);
    around.push(period);
    instant = period.until;
  }
  return around;
}

function naiveInstant(local: string): EpochSeconds {
  return Date.parse(`${local.slice(0, 10)}T${local.slice(11)}Z`) / 1000;
}

/** `Intl` also knows abbreviations of its own, such as `PST`, which are no names of the tz database. */
function zoneExists(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    new Temporal.ZonedDateTime(0n, name);
    return true;
  } catch {
    return false;
  }
}
