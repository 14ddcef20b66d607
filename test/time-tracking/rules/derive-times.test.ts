// The rule that derives instants, offsets, duration and status of a tracking, without a database.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Row } from '#resource/rule.ts';
import { deriveTimes } from '#domain/time-tracking/derive-times.ts';
import { localText, offsetAt } from '#values/time-zone.ts';
import { changeOf, noon, refusal } from '../../support/change-of.ts';
import { seed } from '../../support/property.ts';

const vienna = { start_time_timezone: 'Europe/Vienna', end_time_timezone: 'Europe/Vienna' };

function derive(parts: Parameters<typeof changeOf>[0]): Record<string, unknown> {
  const change = changeOf(parts);
  deriveTimes(change, null as never);
  return change.after;
}

function booked(start: string, end: string, more: Row = {}): Record<string, unknown> {
  return derive({ sent: { ...vienna, start_time: start, end_time: end, ...more } });
}

test('a night has 7 hours when clocks go forward', () => {
  assert.equal(booked('2026-03-28 22:00:00', '2026-03-29 06:00:00')['duration'], 25_200);
});

test('a night has 9 hours when clocks go back', () => {
  assert.equal(booked('2026-10-24 22:00:00', '2026-10-25 06:00:00')['duration'], 32_400);
});

test('accepts two zones, also with an end earlier in local time', () => {
  const row = booked('2026-06-01 23:00:00', '2026-06-02 01:00:00', {
    start_time_timezone: 'America/New_York',
    end_time_timezone: 'America/Los_Angeles',
  });
  assert.equal(row['duration'], 18_000);
  const earlier = booked('2026-06-01 21:00:00', '2026-06-01 20:00:00', {
    start_time_timezone: 'America/New_York',
    end_time_timezone: 'America/Los_Angeles',
  });
  assert.equal(earlier['duration'], 7_200);
});

test('the duration is the seconds between both instants in any two zones', () => {
  const zones = fc.constantFrom(
    'Europe/Vienna',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'UTC',
  );
  const instant = fc.integer({ min: 1_704_067_200, max: 1_900_000_000 });
  fc.assert(
    fc.property(zones, zones, instant, fc.integer({ min: 1, max: 200_000 }), (from, to, start, length) => {
      const row = booked(localText(start, from), localText(start + length, to), {
        start_time_timezone: from,
        end_time_timezone: to,
        start_time_offset: offsetAt(from, start),
        end_time_offset: offsetAt(to, start + length),
      });
      assert.equal(row['start_instant'], start);
      assert.equal(row['duration'], length);
    }),
    { seed },
  );
});

test('refuses a nonexistent local time and names the next valid one', () => {
  assert.throws(() => booked('2026-03-29 02:30:00', '2026-03-29 06:00:00'), {
    ...refusal('invalid_value', 'start_time'),
    message: /2026-03-29 03:00:00/,
    data: { next_valid_time: '2026-03-29 03:00:00' },
  });
});

test('takes the first of two equal local times unless the offset says otherwise', () => {
  const first = booked('2026-10-25 02:30:00', '2026-10-25 04:00:00');
  assert.deepEqual([first['start_time_offset'], first['duration']], [7_200, 9_000]);
  const second = booked('2026-10-25 02:30:00', '2026-10-25 04:00:00', { start_time_offset: 3_600 });
  assert.deepEqual([second['start_time_offset'], second['duration']], [3_600, 5_400]);
});

test('refuses an offset that the zone does not have at that time', () => {
  assert.throws(
    () => booked('2026-06-01 08:00:00', '2026-06-01 09:00:00', { start_time_offset: 3_600 }),
    refusal('invalid_value', 'start_time_offset'),
  );
});

test('ignores an unchanged offset that the zone does not have at the new time', () => {
  const winter = booked('2026-01-05 08:00:00', '2026-01-05 09:00:00') as Row;
  const moved = derive({
    before: winter,
    sent: { start_time: '2026-06-01 08:00:00', end_time: '2026-06-01 09:00:00', start_time_offset: 3_600 },
  });
  assert.equal(moved['start_time_offset'], 7_200);
  assert.equal(moved['duration'], 3_600);
});

test('a change of notes keeps the second of two equal local times', () => {
  const second = booked('2026-10-25 02:30:00', '2026-10-25 04:00:00', { start_time_offset: 3_600 }) as Row;
  const noted = derive({ before: second, sent: { notes: 'x' } });
  assert.equal(noted['start_instant'], second['start_instant']);
  assert.equal(noted['duration'], 5_400);
});

test('refuses zero length and an end before the start', () => {
  for (const end of ['2026-06-01 08:00:00', '2026-06-01 07:59:59']) {
    assert.throws(() => booked('2026-06-01 08:00:00', end), refusal('invalid_value', 'end_time'));
  }
});

test('refuses an end without a zone on create, takes the zone of the start on update', () => {
  const open = { start_time: '2026-06-01 08:00:00', start_time_timezone: 'Europe/Vienna' };
  assert.throws(
    () => derive({ sent: { ...open, end_time: '2026-06-01 09:00:00' } }),
    refusal('missing_parameter', 'end_time_timezone'),
  );
  const running = derive({ sent: open }) as Row;
  const stopped = derive({ before: running, sent: { end_time: '2026-06-01 09:00:00' } });
  assert.deepEqual(
    [stopped['end_time_timezone'], stopped['duration'], stopped['status']],
    ['Europe/Vienna', 3_600, 2],
  );
});

test('a tracking without an end has no end instant, no duration and status 1', () => {
  const row = derive({ sent: { start_time: '2026-06-01 08:00:00', start_time_timezone: 'Europe/Vienna' } });
  assert.deepEqual([row['end_instant'], row['duration'], row['status']], [null, null, 1]);
});

test('a tracking runs again after its end is emptied', () => {
  const stopped = booked('2026-06-01 08:00:00', '2026-06-01 09:00:00') as Row;
  const row = derive({ before: stopped, sent: { end_time: null } });
  assert.deepEqual([row['end_instant'], row['end_time_offset'], row['status']], [null, null, 1]);
});

test('refuses a running tracking that starts one second in the future', () => {
  const at = (instant: number) =>
    derive({ sent: { start_time: localText(instant, 'UTC'), start_time_timezone: 'UTC' } });
  assert.equal(at(noon)['status'], 1);
  assert.throws(() => at(noon + 1), refusal('rule_broken', 'start_time'));
});

test('start_date is the local date of the start', () => {
  const row = booked('2026-06-01 00:30:00', '2026-06-01 01:00:00', {
    start_time_timezone: 'Asia/Tokyo',
    end_time_timezone: 'Asia/Tokyo',
  });
  assert.equal(row['start_date'], '2026-06-01');
});

test('writes zone names in their usual letter case, refuses offsets as zones', () => {
  const row = booked('2026-06-01 08:00:00', '2026-06-01 09:00:00', {
    start_time_timezone: 'asia/kolkata',
    end_time_timezone: 'ASIA/KOLKATA',
  });
  assert.deepEqual([row['start_time_timezone'], row['end_time_timezone']], ['Asia/Kolkata', 'Asia/Kolkata']);
  assert.throws(
    () => booked('2026-06-01 08:00:00', '2026-06-01 09:00:00', { start_time_timezone: '+02:00' }),
    refusal('invalid_value', 'start_time_timezone'),
  );
});
