// Compares local times of all zones, most of them near a clock change, with a second implementation on Intl.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleTimes } from '#domain/time-tracking/derive-times.ts';
import { localText, offsetAt, resolveLocal } from '#values/time-zone.ts';
import { ValueError } from '#values/value-error.ts';
import { changeOf } from '../support/change-of.ts';
import { countOf, seed } from '../support/property.ts';
import { instantsShowing, nextShown, shownOffset } from './zone-oracle.ts';
import { instantOf, naive, shownBy, zones } from './zones.ts';

const pairs = countOf({ test: 40_000, long: 400_000, soak: 10_000_000 });
const [from, until] = [instantOf('1970-01-01T00:00:00Z'), instantOf('2101-01-01T00:00:00Z')];

/** A zone, an instant, and what clocks there could show about then. */
interface Moment {
  readonly zone: string;
  readonly instant: number;
  readonly shown: string;
  /** It may be skipped, or shown twice. */
  readonly local: string;
}

test('agrees with an implementation on Intl at random instants in all zones', (t) => {
  const random = randomFrom(seed);
  const counts = { skipped: 0, twice: 0 };
  let earlier = momentFrom(random);
  for (let count = 0; count < pairs; count += 1) {
    const moment = momentFrom(random);
    const { zone, instant, shown, local } = moment;
    assert.equal(offsetAt(zone, instant), naive(shown) - instant, `${zone} at ${instant}`);
    assert.equal(localText(instant, zone), shown, `${zone} at ${instant}`);
    const meanings = instantsShowing(zone, local);
    if (meanings.length === 0) counts.skipped += 1;
    if (meanings.length === 2) counts.twice += 1;
    assertResolved(moment, meanings);
    assertDuration(earlier, moment);
    earlier = moment;
  }
  t.diagnostic(`${counts.skipped} local times are skipped, ${counts.twice} are shown twice`);
  assert.ok(counts.skipped > pairs / 100 && counts.twice > pairs / 100, JSON.stringify(counts));
});

const renamed = [
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['America/Godthab', 'America/Nuuk'],
  ['US/Eastern', 'America/New_York'],
] as const;

for (const [old, name] of renamed) {
  test(`${old} has the clocks of its new name ${name}`, () => {
    const changes = changesOf(old);
    assert.deepEqual(changes, changesOf(name));
    assert.ok(changes.length > 0);
    for (const change of changes)
      for (const instant of [change - 1, change]) {
        assert.equal(localText(instant, old), shownBy(name, instant));
        const offset = shownOffset(name, instant);
        assert.deepEqual(resolveLocal(shownBy(old, instant), name, offset), { instant, offset });
      }
  });
}

function changesOf(zone: string): readonly number[] {
  const changes: number[] = [];
  for (let next = nextChange(zone, from); next !== null && next < until; next = nextChange(zone, next))
    changes.push(next);
  return changes;
}

/** A skipped time is refused with the next valid one; one that is shown twice is the first unless its offset is said. */
function assertResolved({ zone, local }: Moment, meanings: readonly number[]): void {
  const where = `${local} in ${zone}`;
  const [first] = meanings;
  if (first === undefined) {
    const next_valid_time = nextShown(zone, local);
    const text = `a time that exists in ${zone}, where ${local} is skipped (the next valid time is ${next_valid_time})`;
    assert.throws(() => resolveLocal(local, zone), new ValueError(text, { next_valid_time }), where);
    return;
  }
  assert.equal(resolveLocal(local, zone).instant, first, where);
  for (const instant of meanings)
    assert.deepEqual(
      resolveLocal(local, zone, naive(local) - instant),
      { instant, offset: naive(local) - instant },
      where,
    );
  const unknown = naive(local) - first + 1;
  assert.throws(() => resolveLocal(local, zone, unknown), ValueError, where);
}

/** A tracking from one moment to another, each on its own clocks, lasts as long as has passed between them. */
function assertDuration(one: Moment, other: Moment): void {
  if (one.instant === other.instant) return;
  const [start, end] = one.instant < other.instant ? [one, other] : [other, one];
  const sent = {
    start_time: start.shown,
    start_time_timezone: start.zone,
    start_time_offset: naive(start.shown) - start.instant,
    end_time: end.shown,
    end_time_timezone: end.zone,
    end_time_offset: naive(end.shown) - end.instant,
  };
  const change = changeOf({ sent });
  const interval = settleTimes(change);
  assert.deepEqual(interval, { start: start.instant, end: end.instant }, JSON.stringify(sent));
  assert.equal(change.after['start_date'], sent.start_time.slice(0, 10));
}

/** Three of four lie within hours of a change of the clocks, where there is one. */
function momentFrom(random: () => number): Moment {
  const zone = zones[Math.floor(random() * zones.length)] as string;
  const anywhere = Math.floor(from + random() * (until - from));
  const change = random() < 0.75 ? nextChange(zone, anywhere) : null;
  if (change === null) {
    const shown = shownBy(zone, anywhere);
    return { zone, instant: anywhere, shown, local: shown };
  }
  const reach = [2, 1800, 4 * 3600, 30 * 3600][Math.floor(random() * 4)] as number;
  const step = (): number => Math.round((random() * 2 - 1) * reach);
  const instant = change + step();
  // As the clocks would go on without the change.
  const local = change + step() + shownOffset(zone, random() < 0.5 ? change - 1 : change);
  return { zone, instant, shown: shownBy(zone, instant), local: textOf(local) };
}

/** Where to look is Temporal's advice, or rather that of its list of changes; what is there, Intl says. */
function nextChange(zone: string, instant: number): number | null {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant * 1000).toZonedDateTimeISO(zone);
  const next = zoned.getTimeZoneTransition('next');
  return next === null ? null : next.epochMilliseconds / 1000;
}

function textOf(local: number): string {
  return new Date(local * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
