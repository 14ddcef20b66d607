// Daily rest between two shifts, across midnight, time zones and the date line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { partsOf } from '#domain/timesheets/booked-parts.ts';
import { restReach, restsBefore } from '#domain/timesheets/rest.ts';
import { localText } from '#values/time-zone.ts';
import { someRow } from '../../support/some-row.ts';
import { seed } from '../../support/property.ts';

const zones = Intl.supportedValuesOf('timeZone');
const vienna = 'Europe/Vienna';
const restOf = (...times: readonly (readonly [string, string, string?])[]): Record<string, number> => {
  const rows = times.map(([start, end, zone = vienna]) =>
    someRow('timeTrackings', {
      start_instant: Temporal.Instant.from(start).epochMilliseconds / 1000,
      end_instant: Temporal.Instant.from(end).epochMilliseconds / 1000,
      start_time_timezone: zone,
    }),
  );
  const rests = restsBefore(Map.groupBy(rows.flatMap(partsOf), ({ date }) => date));
  return Object.fromEntries([...rests].map(([date, seconds]) => [date, seconds / 3600]));
};

test('measures rest between work that began on different dates', () => {
  assert.deepEqual(
    restOf(
      ['2026-06-01T14:00:00Z', '2026-06-01T20:00:00Z'],
      ['2026-06-02T06:00:00Z', '2026-06-02T10:00:00Z'],
    ),
    {
      '2026-06-02': 10,
    },
  );
  assert.deepEqual(
    restOf(
      ['2026-06-01T06:00:00Z', '2026-06-01T10:00:00Z'],
      ['2026-06-01T14:00:00Z', '2026-06-01T18:00:00Z'],
    ),
    {},
  );
});

test('joins a night shift with a pause of up to an hour across midnight', () => {
  // 22:00–00:10 and 00:40–06:00, then from 14:00 of the day on which the second half began.
  assert.deepEqual(
    restOf(
      ['2026-06-01T20:00:00Z', '2026-06-01T22:10:00Z'],
      ['2026-06-01T22:40:00Z', '2026-06-02T04:00:00Z'],
      ['2026-06-02T12:00:00Z', '2026-06-02T16:00:00Z'],
    ),
    { '2026-06-02': 8 },
  );
});

test('counts elapsed hours of rest across the date line', () => {
  // Work in Kiritimati until 10:00 on the 3rd; at 12:00 on the 2nd in Pago Pago three hours have passed.
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  assert.deepEqual(
    restOf(
      ['2026-06-02T16:00:00Z', '2026-06-02T20:00:00Z', east],
      ['2026-06-02T23:00:00Z', '2026-06-03T02:00:00Z', west],
    ),
    { '2026-06-02': 3 },
  );
});

test('keeps every date of rest within its reach in every time zone', () => {
  const later = fc.tuple(
    fc.integer({ min: 0, max: 2_000_000_000 }),
    fc.nat(24 * 3600),
    fc.constantFrom(...zones),
  );
  fc.assert(
    fc.property(later, ([end, rest, zone]) => {
      const { from, to } = restReach(end);
      const date = localText(end + rest, zone).slice(0, 10);
      assert.ok(from <= date && date <= to, `${date} is not in ${from} to ${to}`);
    }),
    { seed, numRuns: 5_000 },
  );
});
