// Core time of one day: its hours, absences that shorten it, and the moment of a violation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  coreTimeOf,
  coreTimeTurns,
  missesCoreTime,
  type AbsenceHours,
  type CoreTime,
} from '#domain/schedules/core-time.ts';
import { someRow } from '../../support/some-row.ts';
import type { PersonDay } from '#domain/schedules/person-days.ts';
import type { Interval } from '#domain/interval.ts';
import { seed } from '../../support/property.ts';

const zone = 'Europe/Vienna';
const date = '2026-06-02';
/** Epoch seconds of a time of the day in Vienna in summer. */
const at = (time: string, day = date): number => Date.parse(`${day}T${time}+02:00`) / 1000;

/** 09:00 to 15:00; 10 minutes late and 15 minutes early are excused. */
const weekday = someRow('workScheduleDays', {
  core_time_start: '09:00:00',
  core_time_end: '15:00:00',
  core_time_start_tolerance: 10,
  core_time_end_tolerance: 15,
});

const day: PersonDay = {
  date,
  employed: true,
  departmentId: 1,
  scheduleId: 1,
  limits: null,
  breakTemplateId: null,
  holidayTemplateId: 1,
  workday: true,
  hours: 800,
  halfHoliday: false,
  weekday,
  holiday: null,
};

const coreOf = (more: Partial<PersonDay> = {}, absences: readonly AbsenceHours[] = []): CoreTime | null =>
  coreTimeOf({ ...day, ...more }, { absences, zone });
const core = coreOf() as CoreTime;
const hours = (begin: string, duration: number): AbsenceHours => ({
  from_date: date,
  duration_unit: 'hs',
  begin,
  duration,
});
const there = (...times: readonly (readonly [string, string | null])[]): readonly Interval[] =>
  times.map(([start, end]) => ({ start: at(start), end: end === null ? null : at(end) }));

test('places core time on the clocks of the person with tolerances in minutes', () => {
  assert.deepEqual(core, {
    begin: '09:00:00',
    start: at('09:00:00'),
    end: at('15:00:00'),
    latestStart: at('09:10:00'),
    earliestEnd: at('14:45:00'),
  });
  const winter = coreOf({ date: '2026-12-01' });
  assert.equal(winter?.start, at('09:00:00', '2026-12-01') + 3600);
});

test('limits tolerances to the core time', () => {
  const wide = { ...weekday, core_time_start_tolerance: 1440, core_time_end_tolerance: 1440 };
  const { latestStart, earliestEnd } = coreOf({ weekday: wide }) as CoreTime;
  assert.deepEqual([latestStart, earliestEnd], [core.end, core.start]);
});

test('has no core time without times, on days off and on public holidays', () => {
  const none: readonly Partial<PersonDay>[] = [
    { weekday: null },
    { weekday: { ...weekday, core_time_start: null, core_time_end: null } },
    { workday: false },
    { holiday: someRow('publicHolidays', { value: 100 }) },
    { holiday: someRow('publicHolidays', { value: 50 }) },
  ];
  for (const more of none) assert.equal(coreOf(more), null, JSON.stringify(more));
});

test('keeps core time on a day that costs half a day of holiday', () => {
  assert.deepEqual(coreOf({ halfHoliday: true }), core);
});

test('drops core time for any absence without known hours', () => {
  const absences: readonly AbsenceHours[] = [
    { from_date: date, duration_unit: 'd', duration: 100, begin: null },
    { from_date: date, duration_unit: 'd', duration: 50, begin: null },
    { from_date: date, duration_unit: 'hs', duration: 200, begin: null },
  ];
  for (const absence of absences) assert.equal(coreOf({}, [absence]), null, JSON.stringify(absence));
  assert.equal(coreOf({}, [hours('10:00:00', 100), absences[0] as AbsenceHours]), null);
});

test('shortens core time by hours of absence at its beginning or end', () => {
  const cases: readonly (readonly [absences: readonly AbsenceHours[], begin: string, end: string])[] = [
    [[hours('08:00:00', 250)], '10:30:00', '15:00:00'],
    [[hours('13:00:00', 200)], '09:00:00', '13:00:00'],
    [[hours('13:30:00', 300)], '09:00:00', '13:30:00'],
    [[hours('11:00:00', 100)], '09:00:00', '15:00:00'],
    [[hours('10:00:00', 100), hours('09:00:00', 100)], '11:00:00', '15:00:00'],
    [[hours('07:00:00', 200)], '09:00:00', '15:00:00'],
  ];
  for (const [absences, begin, end] of cases) {
    const found = coreOf({}, absences);
    assert.deepEqual([found?.begin, found?.end], [begin, at(end)], JSON.stringify(absences));
  }
  assert.equal(coreOf({}, [hours('08:00:00', 800)]), null);
  assert.equal(coreOf({}, [hours('09:00:00', 300), hours('12:00:00', 300)]), null);
});

/** Title, presence of a person, a moment, and whether the core time is violated at that moment. */
const stories: readonly (readonly [string, readonly Interval[], string, boolean])[] = [
  ['reports no violation at the beginning of core time', [], '09:00:00', false],
  ['reports no violation in the last second of the tolerance', [], '09:10:00', false],
  ['reports a violation one second after the tolerance', [], '09:10:01', true],
  [
    'reports no violation after arrival in the last second of the tolerance',
    there(['09:10:00', null]),
    '09:10:01',
    false,
  ],
  ['reports a late arrival for the rest of the day', there(['09:10:01', null]), '20:00:00', true],
  [
    'reports a violation after work that ended before its beginning',
    there(['06:00:00', '08:59:59']),
    '09:10:01',
    true,
  ],
  [
    'reports a violation after work that ended at its beginning',
    there(['08:00:00', '09:00:00']),
    '10:00:00',
    true,
  ],
  ['reports a violation as soon as work ends within it', there(['08:00:00', '12:00:00']), '12:00:00', true],
  [
    'reports no violation after a break within it',
    there(['08:00:00', '12:00:00'], ['12:30:00', null]),
    '12:30:00',
    false,
  ],
  [
    'reports no violation after leaving within the tolerance at its end',
    there(['08:00:00', '14:45:00']),
    '14:50:00',
    false,
  ],
  [
    'reports a violation after leaving one second too early',
    there(['08:00:00', '14:44:59']),
    '14:50:00',
    true,
  ],
  ['reports an early departure in the evening, too', there(['08:00:00', '14:44:59']), '23:00:00', true],
  [
    'reports no violation after a return one second before its end',
    there(['08:00:00', '12:00:00'], ['14:59:59', '15:30:00']),
    '18:00:00',
    false,
  ],
  [
    'reports a violation after a return at its end',
    there(['08:00:00', '12:00:00'], ['15:00:00', '15:30:00']),
    '15:10:00',
    true,
  ],
  [
    'reports no violation during a later booking',
    there(['08:00:00', '10:00:00'], ['11:00:00', '12:00:00']),
    '11:30:00',
    false,
  ],
  [
    'reports a violation as soon as the later booking ends',
    there(['08:00:00', '10:00:00'], ['11:00:00', '12:00:00']),
    '12:00:00',
    true,
  ],
];

for (const [title, presence, moment, violated] of stories) {
  test(title, () => assert.equal(missesCoreTime(core, presence, at(moment)), violated));
}

const second = fc.integer({ min: 0, max: 60 });

/** A small core time: every second of a minute can be looked at. */
const smallCore: fc.Arbitrary<CoreTime> = fc
  .tuple(fc.integer({ min: 5, max: 30 }), fc.integer({ min: 1, max: 25 }), second, second)
  .map(([start, length, late, early]) => ({
    begin: '',
    start,
    end: start + length,
    latestStart: Math.min(start + length, start + late),
    earliestEnd: Math.max(start, start + length - early),
  }));

const presences: fc.Arbitrary<readonly Interval[]> = fc
  .tuple(fc.uniqueArray(second, { maxLength: 7 }), fc.boolean())
  .map(([edges, runs]) => {
    const sorted = edges.toSorted((a, b) => a - b);
    return sorted.flatMap((start, index): Interval[] => {
      if (index % 2 === 1) return [];
      const end = sorted[index + 1];
      if (end !== undefined) return [{ start, end }];
      return runs ? [{ start, end: null }] : [];
    });
  });

test('matches a model that checks every second', () => {
  fc.assert(
    fc.property(smallCore, presences, second, (small, presence, moment) => {
      const isThere = (one: number): boolean =>
        presence.some(({ start, end }) => start <= one && one < (end ?? Infinity));
      const anySecond = (from: number, to: number): boolean => {
        for (let one = from; one <= to; one += 1) if (isThere(one)) return true;
        return false;
      };
      const came = anySecond(small.start, small.latestStart);
      const stayed = anySecond(small.earliestEnd - 1, small.end - 1);
      const expected =
        moment > small.latestStart && (!came || !(stayed || (moment < small.end && isThere(moment))));
      assert.equal(missesCoreTime(small, presence, moment), expected);
    }),
    { seed, numRuns: 5000 },
  );
});

test('changes at no moment except the listed ones', () => {
  fc.assert(
    fc.property(smallCore, presences, (small, presence) => {
      const turns = new Set(coreTimeTurns(small, presence));
      for (let moment = 1; moment <= 70; moment += 1) {
        const changes =
          missesCoreTime(small, presence, moment) !== missesCoreTime(small, presence, moment - 1);
        assert.ok(!changes || turns.has(moment), `changes at ${moment}`);
      }
    }),
    { seed, numRuns: 2000 },
  );
});
