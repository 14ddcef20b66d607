import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { partsOf } from '#rules/accounts/booked-parts.ts';
import { instantOf, shownBy, zones } from '../values/zones.ts';

const tracking = (start: number, end: number | null, zone: string) => ({
  start_instant: start,
  end_instant: end,
  start_time_timezone: zone,
  is_nonworking: 0,
  is_paid_non_working: 1,
});

test('a night is two parts, with the times that the clocks show', () => {
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

test('what runs is one part without an end', () => {
  const [part, ...others] = partsOf(tracking(instantOf('2026-06-01T22:00:00Z'), null, 'Europe/Vienna'));
  assert.deepEqual(others, []);
  assert.deepEqual([part?.date, part?.begins, part?.end, part?.ends], ['2026-06-02', '00:00:00', null, null]);
});

test('parts add up to the tracking and begin with it, in every zone and around every change of the clocks', () => {
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
    { numRuns: 3000 },
  );
});
