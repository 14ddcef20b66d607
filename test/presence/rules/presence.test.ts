// The status of a person at a moment, and the next moment at which it changes without a request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Row } from '#resource/rule.ts';
import type { CoreTime } from '#domain/schedules/core-time.ts';
import { presenceAt, type PresenceFacts } from '#domain/status/presence.ts';
import type { Interval } from '#domain/interval.ts';
import { dateAfter } from '#values/date-range.ts';
import { earliestInstant, localText } from '#values/time-zone.ts';
import { someRow } from '../../support/some-row.ts';
import { seed } from '../../support/property.ts';

const day = 86_400;
const noon = Date.parse('2026-10-24T12:00:00Z') / 1000;
const zones = ['UTC', 'Europe/Vienna', 'America/New_York', 'Pacific/Auckland', 'Africa/Cairo', 'Asia/Gaza'];
const dateIn = (zone: string, instant: number): string => localText(instant, zone).slice(0, 10);

interface Part {
  readonly offset: number;
  readonly length: number;
  readonly hours: readonly [begin: number, duration: number] | null;
  readonly work: boolean;
}

const part: fc.Arbitrary<Part> = fc.record({
  offset: fc.integer({ min: -3, max: 5 }),
  length: fc.nat({ max: 3 }),
  hours: fc.option(fc.tuple(fc.nat({ max: 23 }), fc.integer({ min: 1, max: 800 }))),
  work: fc.boolean(),
});

const situation = fc.record({
  zone: fc.constantFrom(...zones),
  now: fc.integer({ min: noon - 2 * day, max: noon + 2 * day }),
  parts: fc.array(part, { maxLength: 3 }),
  runsFor: fc.option(fc.nat({ max: 2 * day })),
  pauses: fc.boolean(),
  longAfter: fc.constantFrom(Infinity, 3600, 36_000, 2 * day),
  core: fc.option(fc.tuple(fc.nat({ max: 20 }), fc.integer({ min: 1, max: 3 }), fc.nat({ max: 3600 }))),
  knowsCoreTime: fc.boolean(),
  worked: fc.option(fc.tuple(fc.nat({ max: 22 }), fc.integer({ min: 1, max: 7200 }))),
});

type Situation = typeof situation extends fc.Arbitrary<infer One> ? One : never;

function factsOf(given: Situation): PresenceFacts {
  const { zone, now, parts, runsFor, longAfter } = given;
  const date = dateIn(zone, now);
  const absences = parts.map((one, index) => absenceRow(one, { id: index + 1, date }));
  const core = given.core === null || !given.knowsCoreTime ? null : coreOn(date, zone, given.core);
  const start = now - (runsFor ?? 0);
  const running =
    runsFor === null
      ? null
      : someRow('timeTrackings', { id: 7, start_instant: start, is_nonworking: given.pauses ? 1 : 0 });
  const there: Interval[] = running === null ? [] : [{ start, end: null }];
  if (given.worked !== null && running === null) {
    const from = earliestInstant(`${date} 00:00:00`, zone) + given.worked[0] * 3600;
    there.push({ start: from, end: from + given.worked[1] });
  }
  return {
    running,
    longAfter,
    leavesAt: Infinity,
    zone,
    date,
    absences: absences.filter(({ to_date }) => (to_date as string) >= date),
    isWork: (absence) => parts[(absence['id'] as number) - 1]?.work === true,
    core,
    knowsCoreTime: given.knowsCoreTime,
    there,
  };
}

function absenceRow(
  { offset, length, hours }: Part,
  { id, date }: { id: number; date: string },
): Row<'absences'> {
  const from = dateAfter(date, offset);
  if (hours === null) {
    return someRow('absences', {
      id,
      from_date: from,
      to_date: dateAfter(from, length),
      duration_unit: 'd',
      duration: 100,
      begin: null,
    });
  }
  const begin = `${String(hours[0]).padStart(2, '0')}:15:00`;
  return someRow('absences', {
    id,
    from_date: from,
    to_date: from,
    duration_unit: 'hs',
    duration: hours[1],
    begin,
  });
}

function coreOn(
  date: string,
  zone: string,
  [from, length, late]: readonly [number, number, number],
): CoreTime {
  const start = earliestInstant(`${date} ${String(from).padStart(2, '0')}:00:00`, zone);
  const end = start + length * 3600;
  return { begin: '', start, end, latestStart: Math.min(end, start + late), earliestEnd: end };
}

/** Moments from one to another, both included, at which something might happen, and some others. */
function moments(
  { absences, core, there, zone }: PresenceFacts,
  from: number,
  to: number,
): readonly number[] {
  const days = absences.flatMap(({ from_date, to_date }) => [
    from_date as string,
    dateAfter(to_date as string, 1),
  ]);
  const edges = [
    from,
    to,
    ...days.map((date) => earliestInstant(`${date} 00:00:00`, zone)),
    ...absences.flatMap(({ from_date, begin, duration }) => {
      const start = earliestInstant(`${from_date} ${begin ?? '00:00:00'}`, zone);
      return [start, start + Number(duration) * 36];
    }),
    ...(core === null ? [] : [core.start, core.latestStart, core.earliestEnd, core.end]),
    ...there.flatMap(({ start, end }) => [start, end ?? start]),
    ...Array.from({ length: 60 }, (_, number) => from + Math.round(((to - from) * number) / 60)),
  ];
  const around = edges.flatMap((edge) => [edge - 1, edge, edge + 1]);
  return [...new Set(around)].filter((moment) => from <= moment && moment <= to);
}

test('changes nothing before the computed refresh time', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const facts = factsOf(given);
      const { shown, turnsAt } = presenceAt(facts, given.now);
      assert.ok(turnsAt === null || turnsAt > given.now);
      const until = Math.min(turnsAt ?? Infinity, given.now + 12 * day) - 1;
      for (const moment of moments(facts, given.now, until)) {
        const date = dateIn(facts.zone, moment);
        assert.ok(date === facts.date || !facts.knowsCoreTime, 'with core times every day is looked at');
        assert.deepEqual(presenceAt({ ...facts, date }, moment).shown, shown, String(moment));
      }
    }),
    { seed, numRuns: 3000 },
  );
});

test('has a next refresh time while anything is to come', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const facts = factsOf(given);
      const { turnsAt } = presenceAt(facts, given.now);
      const isLong =
        facts.running !== null && given.now - (facts.running['start_instant'] as number) > facts.longAfter;
      const waits = facts.running !== null && facts.longAfter < Infinity && !isLong;
      assert.equal(turnsAt !== null, facts.absences.length > 0 || facts.knowsCoreTime || waits);
    }),
    { seed, numRuns: 3000 },
  );
});
