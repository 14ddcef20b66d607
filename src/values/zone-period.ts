// The stretches of time in which a zone keeps one offset. Found by Temporal once (2 µs), then remembered (20 ns).

/** Seconds since 1970-01-01T00:00:00Z. */
export type EpochSeconds = number;

/** Half-open: a change belongs to the period that it begins. `offset` is in seconds east of UTC. */
export interface ZonePeriod {
  readonly from: EpochSeconds;
  readonly until: EpochSeconds;
  readonly offset: number;
}

/** By zone, the most recently used first: ordinary data lie within a few years. */
const periods = new Map<string, ZonePeriod[]>();
const zonesKept = 5_000;
const periodsKept = 64;

/** The period of the zone in which the instant lies. */
export function periodAt(zone: string, instant: EpochSeconds): ZonePeriod {
  let known = periods.get(zone);
  if (known === undefined) {
    // Names in odd letter case are zones too: without a bound a client could fill the memory with them.
    if (periods.size >= zonesKept) periods.clear();
    periods.set(zone, (known = []));
  }
  const index = known.findIndex(({ from, until }) => from <= instant && instant < until);
  if (index === 0) return known[0] as ZonePeriod;
  const period = index > 0 ? (known.splice(index, 1)[0] as ZonePeriod) : findPeriod(zone, instant);
  known.unshift(period);
  if (known.length > periodsKept) known.pop();
  return period;
}

function findPeriod(zone: string, instant: EpochSeconds): ZonePeriod {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant * 1000).toZonedDateTimeISO(zone);
  const until = zoned.getTimeZoneTransition('next');
  // "Previous" excludes the moment itself, which may be the change.
  const from = zoned.add({ seconds: 1 }).getTimeZoneTransition('previous');
  return {
    from: from === null ? -Infinity : from.epochMilliseconds / 1000,
    until: until === null ? Infinity : until.epochMilliseconds / 1000,
    offset: zoned.offsetNanoseconds / 1e9,
  };
}
