// The cost of an absence by date, for random absences and calendars.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  costOfDates,
  durationOf,
  partOf,
  takenOf,
  wholeOf,
  type Calendar,
  type Span,
} from '#domain/absence-days/count-days.ts';
import { datesBetween } from '#values/date-range.ts';
import { seed } from '../../support/property.ts';

const first = '2027-01-01';
const last = '2027-01-31';
const dates = datesBetween(first, last);

const span: fc.Arbitrary<Span> = fc
  .record({
    ends: fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 })),
    beginPart: fc.constantFrom(50, 100),
    endPart: fc.constantFrom(50, 100),
    inHours: fc.boolean(),
    hours: fc.option(fc.integer({ min: 1, max: 2400 })),
    anyDay: fc.boolean(),
  })
  .map(({ ends, inHours, hours, ...rest }) => {
    const [from, to] = ends.toSorted((a, b) => a - b).map((index) => dates[index] as string) as [
      string,
      string,
    ];
    const parts = inHours ? { beginPart: 100, endPart: 100 } : {};
    return { from, to, inHours, hours: inHours && from === to ? hours : null, ...rest, ...parts };
  });

const calendar: fc.Arbitrary<Calendar> = fc
  .array(
    fc.record({
      share: fc.constantFrom(0, 25, 33, 50, 100),
      seconds: fc.constantFrom(0, 6525, 7200, 9612, 13_860, 14_400, 27_720, 28_800),
    }),
    { minLength: 31, maxLength: 31 },
  )
  .map((days) => {
    const byDate = new Map(
      days.map((day, index) => [dates[index] as string, { ...day, hours: Math.round(day.seconds / 36) }]),
    );
    return (date) => byDate.get(date) ?? { share: 0, seconds: 0, hours: 0 };
  });

test('sums day values to the duration, and none exceeds the worth of its day', () => {
  fc.assert(
    fc.property(span, calendar, (absence, days) => {
      const costs = costOfDates(absence, days);
      assert.deepEqual(
        costs.map(({ date }) => date),
        datesBetween(absence.from, absence.to),
      );
      assert.equal(
        durationOf(costs),
        costs.reduce((sum, { value }) => sum + value, 0),
      );
      for (const { date, value } of costs) {
        assert.ok(Number.isInteger(value) && value >= 0);
        const worth = absence.inHours ? days(date).hours : days(date).share;
        if (worth > 0 || !absence.anyDay || !absence.inHours)
          assert.ok(value <= worth, `${date} costs ${value}`);
      }
    }),
    { seed },
  );
});

test('counts an absence split in two the same as the whole', () => {
  fc.assert(
    fc.property(span, calendar, fc.nat({ max: 30 }), (absence, days, at) => {
      const cut = dates[at] as string;
      fc.pre(absence.from <= cut && cut < absence.to);
      const before = { ...absence, to: cut, endPart: 100 };
      const after = { ...absence, from: dates[at + 1] as string, beginPart: 100 };
      const whole = durationOf(costOfDates(absence, days));
      assert.equal(durationOf(costOfDates(before, days)) + durationOf(costOfDates(after, days)), whole);
    }),
    { seed },
  );
});

test('never takes more than a shared day, and exactly all of it when it is full', () => {
  const part = fc.record({ part: fc.constantFrom(50, 100), hours: fc.constant(null) });
  const hours = fc.record({ part: fc.constant(100), hours: fc.integer({ min: 1, max: 900 }) });
  const sharing = fc.oneof(
    fc.array(part, { maxLength: 4 }),
    fc.array(fc.oneof(part, hours), { maxLength: 6 }),
  );
  fc.assert(
    fc.property(calendar, sharing, (days, absences) => {
      const day = days(first);
      let [taken, seconds, value] = [0, 0, 0];
      for (const { part: beginPart, hours: asked } of absences) {
        const inHours = asked !== null;
        const one = { from: first, to: first, beginPart, endPart: 100, inHours, hours: asked, anyDay: false };
        const [cost] = costOfDates(one, days, () => taken);
        assert.ok(cost !== undefined && cost.value >= 0 && cost.seconds >= 0);
        taken += takenOf(one, first, day);
        seconds += cost.seconds;
        value += cost.value;
      }
      assert.ok(seconds <= day.seconds);
      if (taken >= wholeOf(day)) assert.equal(seconds, day.seconds);
      if (absences.some((one) => one.hours !== null)) return;
      assert.ok(value <= day.share);
      if (taken >= wholeOf(day)) assert.equal(value, day.share);
    }),
    { seed, numRuns: 2_000 },
  );
});

test('halves a single date once when both ends are half', () => {
  const halved = {
    from: first,
    to: first,
    beginPart: 50,
    endPart: 50,
    inHours: false,
    hours: null,
    anyDay: false,
  };
  assert.equal(partOf(halved, first), 50);
  assert.equal(partOf({ ...halved, beginPart: 100 }, first), 50);
  assert.equal(partOf({ ...halved, endPart: 100 }, first), 50);
});
