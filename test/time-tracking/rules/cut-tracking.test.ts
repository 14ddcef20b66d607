// The rule that cuts a tracking around a hole, without a database.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Row } from '#resource/rule.ts';
import { cutTracking } from '#domain/time-tracking/cut-tracking.ts';
import { cutOut, lengthOf } from '#domain/interval.ts';
import { intervalOf } from '#domain/resolve-times.ts';
import { secondsByDate } from '#values/local-days.ts';
import { localText, offsetAt, resolveLocal } from '#values/time-zone.ts';
import { seed } from '../../support/property.ts';

/** Some hours before the clocks of Vienna go back, so that cuts fall into the repeated hour too. */
const evening = 1_792_872_000;

function tracking(start: number, end: number | null): Row {
  const zone = 'Europe/Vienna';
  return {
    id: 5,
    user_id: 7,
    client_unique_id: 'phone-1',
    updated: 1,
    start_instant: start,
    start_time: localText(start, zone),
    start_time_timezone: zone,
    start_time_offset: offsetAt(zone, start),
    start_date: localText(start, zone).slice(0, 10),
    end_instant: end,
    end_time: end === null ? null : localText(end, zone),
    end_time_timezone: end === null ? null : zone,
    end_time_offset: end === null ? null : offsetAt(zone, end),
    duration: end === null ? null : end - start,
    status: end === null ? 1 : 2,
    is_start_live: 1,
    is_end_live: end === null ? 0 : 1,
  };
}

const second = fc.integer({ min: 0, max: 40_000 }).map((offset) => evening + offset);
const span = fc.tuple(second, fc.option(fc.integer({ min: 1, max: 40_000 })));

test('keeps the parts outside the hole with matching local times and instants', () => {
  fc.assert(
    fc.property(span, span, ([start, length], [from, holeLength]) => {
      const row = tracking(start, length === null ? null : start + length);
      const hole = { start: from, end: holeLength === null ? null : from + holeLength };
      const cut = cutTracking(row, hole);
      const parts = [cut.kept, cut.added].filter((part) => part !== null);
      assert.deepEqual(parts.map(intervalOf), cutOut(intervalOf(row), hole));
      for (const part of parts) {
        assert.equal(part['duration'], lengthOf(intervalOf(part)));
        assert.equal(instantOf(part, 'start'), part['start_instant']);
        assert.equal(instantOf(part, 'end'), part['end_instant']);
        assert.equal(part['status'], part['end_instant'] === null ? 1 : 2);
        assert.equal(part['start_date'], (part['start_time'] as string).slice(0, 10));
      }
    }),
    { seed },
  );
});

test('keeps every remaining second on its day for any zone of the end', () => {
  fc.assert(
    fc.property(
      span,
      span,
      fc.constantFrom('Asia/Tokyo', 'America/New_York'),
      ([start, length], hole, zone) => {
        const [from, holeLength] = hole;
        const row: Row = { ...tracking(start, start + (length ?? 90_000)), end_time_timezone: zone };
        const { kept, added } = cutTracking(row, { start: from, end: from + (holeLength ?? 90_000) });
        const days = daysOf(row);
        for (const part of [kept, added])
          for (const [day, seconds] of part === null ? [] : daysOf(part))
            assert.ok(seconds <= (days.get(day) ?? 0), `${seconds} s on ${day}`);
      },
    ),
    { seed, numRuns: 1000 },
  );
});

function daysOf(row: Row): ReadonlyMap<string, number> {
  const { start, end } = intervalOf(row);
  return new Map(secondsByDate({ start, end: end ?? start }, row['start_time_timezone'] as string));
}

function instantOf(row: Row, side: 'start' | 'end'): number | null {
  const local = row[`${side}_time`] as string | null;
  if (local === null) return null;
  return resolveLocal(local, row[`${side}_time_timezone`] as string, row[`${side}_time_offset`] as number)
    .instant;
}

test('keeps id and client_unique_id on the first part only', () => {
  const { kept, added } = cutTracking(tracking(evening, evening + 7200), {
    start: evening + 60,
    end: evening + 120,
  });
  assert.deepEqual([kept?.['id'], kept?.['client_unique_id']], [5, 'phone-1']);
  assert.deepEqual([added?.['id'], added?.['client_unique_id']], [undefined, null]);
});

test('clears the live mark of the cut side only', () => {
  const { kept, added } = cutTracking(tracking(evening, evening + 7200), {
    start: evening + 60,
    end: evening + 120,
  });
  assert.deepEqual([kept?.['is_start_live'], kept?.['is_end_live']], [1, 0]);
  assert.deepEqual([added?.['is_start_live'], added?.['is_end_live']], [0, 1]);
});

test('leaves no part of a tracking inside the hole', () => {
  const hole = { start: evening, end: evening + 7200 };
  assert.deepEqual(cutTracking(tracking(evening, evening + 7200), hole), { kept: null, added: null });
});
