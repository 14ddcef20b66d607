// The parts of a tracking by date: cut at midnight in the time zone in which the tracking began.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { partsOf } from '#domain/timesheets/booked-parts.ts';
import { localText } from '#values/time-zone.ts';
import { someRow } from '../../support/some-row.ts';
import { seed } from '../../support/property.ts';
import { instantOf, shownBy, zones } from '../../values/zones.ts';

const tracking = (start: number, end: number | null, zone: string) => ({
  start_instant: start,
  end_instant: end,
  start_time_timezone: zone,
  is_nonworking: 0,
  is_paid_non_working: 1,
});
const shares = (start: string, end: string, zone: string): readonly string[] =>
  partsOf(tracking(instantOf(start), instantOf(end), zone)).map((part) => {
    const seconds = (part.end as number) - part.start;
    return `${part.date} ${part.begins}–${part.ends} ${seconds}`;
  });

test('cuts a tracking at midnight in its start time zone', () => {
  // Vienna 2026-06-01 21:00 to 06-02 03:00 is 3 h and 3 h.
  assert.deepEqual(shares('2026-06-01T19:00:00Z', '2026-06-02T01:00:00Z', 'Europe/Vienna'), [
    '2026-06-01 21:00:00–00:00:00 10800',
    '2026-06-02 00:00:00–03:00:00 10800',
  ]);
  assert.deepEqual(shares('2026-06-01T19:00:00Z', '2026-06-02T01:00:00Z', 'America/New_York'), [
    '2026-06-01 15:00:00–21:00:00 21600',
  ]);
  assert.deepEqual(shares('2026-06-01T19:00:00Z', '2026-06-01T22:00:00Z', 'Europe/Vienna'), [
    '2026-06-01 21:00:00–00:00:00 10800',
  ]);
});

test('counts 23, 24 or 25 hours a day', () => {
  const whole = (date: string): string | undefined =>
    shares(
      `${date}T12:00:00Z`,
      Temporal.PlainDate.from(date).add({ days: 2 }).toString() + 'T12:00:00Z',
      'Europe/Vienna',
    )[1];
  assert.equal(whole('2026-03-28'), '2026-03-29 00:00:00–00:00:00 82800');
  assert.equal(whole('2026-06-01'), '2026-06-02 00:00:00–00:00:00 86400');
  assert.equal(whole('2026-10-24'), '2026-10-25 00:00:00–00:00:00 90000');
});

test('ends a part at midnight where clocks skip midnight', () => {
  // Cairo 2026-04-24: at 00:00 the clocks went to 01:00.
  assert.deepEqual(shares('2026-04-23T17:00:00Z', '2026-04-24T00:00:00Z', 'Africa/Cairo'), [
    '2026-04-23 19:00:00–00:00:00 18000',
    '2026-04-24 01:00:00–03:00:00 7200',
  ]);
  assert.deepEqual(shares('2026-04-23T17:00:00Z', '2026-04-23T22:00:00Z', 'Africa/Cairo'), [
    '2026-04-23 19:00:00–00:00:00 18000',
  ]);
});

test('dates a part by the clocks where they go back over midnight', () => {
  // St John's 2010-11-07: at 00:01 the clocks went back to 23:01 of the 6th.
  const zone = 'America/St_Johns';
  assert.deepEqual(shares('2010-11-07T02:00:00Z', '2010-11-07T05:30:00Z', zone), [
    '2010-11-06 23:30:00–00:00:00 1800',
    '2010-11-07 00:00:00–23:01:00 60',
    '2010-11-06 23:01:00–00:00:00 3540',
    '2010-11-07 00:00:00–02:00:00 7200',
  ]);
  assert.deepEqual(shares('2010-11-07T03:00:00Z', '2010-11-07T05:30:00Z', zone), [
    '2010-11-06 23:30:00–00:00:00 1800',
    '2010-11-07 00:00:00–02:00:00 7200',
  ]);
});

test('makes no part on a skipped date', () => {
  // Samoa went from the 29th to the 31st of December 2011.
  assert.deepEqual(shares('2011-12-30T08:00:00Z', '2011-12-30T12:00:00Z', 'Pacific/Apia'), [
    '2011-12-29 22:00:00–00:00:00 7200',
    '2011-12-31 00:00:00–02:00:00 7200',
  ]);
});

test('keeps break and pay flags of a night shift in both parts', () => {
  const [start, end] = [instantOf('2026-06-01T21:00:00+02:00'), instantOf('2026-06-02T03:00:00+02:00')];
  const parts = partsOf(tracking(start, end, 'Europe/Vienna'));
  assert.deepEqual(
    parts.map(({ date, begins, ends, isBreak, isPaid }) => [date, begins, ends, isBreak, isPaid]),
    [
      ['2026-06-01', '21:00:00', '00:00:00', false, true],
      ['2026-06-02', '00:00:00', '03:00:00', false, true],
    ],
  );
});

test('makes one part without an end of a running tracking', () => {
  const [part, ...others] = partsOf(tracking(instantOf('2026-06-01T22:00:00Z'), null, 'Europe/Vienna'));
  assert.deepEqual(others, []);
  assert.deepEqual([part?.date, part?.begins, part?.end, part?.ends], ['2026-06-02', '00:00:00', null, null]);
});

const allZones = Intl.supportedValuesOf('timeZone');
/** Moments of all years, many of them close to a change of the clocks. */
const moment = (zone: string): fc.Arbitrary<number> =>
  fc
    .tuple(
      fc.integer({ min: 0, max: 4_000_000_000 }),
      fc.integer({ min: -90_000, max: 90_000 }),
      fc.boolean(),
    )
    .map(([instant, off, close]) => {
      if (!close) return instant;
      const change = Temporal.Instant.fromEpochMilliseconds(instant * 1000)
        .toZonedDateTimeISO(zone)
        .getTimeZoneTransition('next');
      return (change?.epochMilliseconds ?? instant * 1000) / 1000 + off;
    });

test('sums parts to the whole tracking without gaps in every time zone', () => {
  const any = fc
    .constantFrom(...allZones)
    .chain((zone) => fc.tuple(fc.constant(zone), moment(zone), fc.nat(400_000)));
  fc.assert(
    fc.property(any, ([zone, start, length]) => {
      const end = start + length + 1;
      const parts = partsOf(
        someRow('timeTrackings', { start_instant: start, end_instant: end, start_time_timezone: zone }),
      );
      assert.deepEqual(
        [parts[0]?.start, ...parts.map((part) => part.end)],
        [...parts.map((part) => part.start), end],
      );
      const dates = parts.map(({ date }) => date);
      assert.ok(dates.every((date, index) => date !== dates[index - 1]));
      assert.equal(dates[0], localText(start, zone).slice(0, 10));
      for (const part of parts) assert.ok((part.end as number) > part.start);
    }),
    { seed, numRuns: 5_000 },
  );
});

test('shows the clock time at the start of each part around clock changes', () => {
  // The clocks of St. John's went back over midnight until 2011.
  const zone = fc.oneof(fc.constant('America/St_Johns'), fc.constantFrom(...zones));
  const start = fc.integer({
    min: instantOf('1980-01-01T00:00:00Z'),
    max: instantOf('2040-01-01T00:00:00Z'),
  });
  const autumn = fc
    .integer({ min: 1988, max: 2010 })
    .chain((year) =>
      fc.integer({ min: instantOf(`${year}-10-24T00:00:00Z`), max: instantOf(`${year}-11-08T00:00:00Z`) }),
    );
  const length = fc.integer({ min: 1, max: 60 * 3600 });
  fc.assert(
    fc.property(zone, fc.oneof(start, autumn), length, (name, from, seconds) => {
      const parts = partsOf(tracking(from, from + seconds, name));
      assert.equal(parts[0]?.start, from);
      assert.equal(parts.at(-1)?.end, from + seconds);
      assert.equal(
        parts.reduce((sum, { start: begin, end }) => sum + (end as number) - begin, 0),
        seconds,
      );
      for (const part of parts) assert.equal(`${part.date} ${part.begins}`, shownBy(name, part.start));
    }),
    { seed, numRuns: 3000 },
  );
});
