// Planned seconds by date of shifts with breaks, overlaps and time zones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { secondsByDate, type Shift } from '#domain/timesheets/planned-time.ts';
import { seed } from '../../support/property.ts';
import { instantOf, shownBy } from '../../values/zones.ts';

const vienna = 'Europe/Vienna';
const shift = (start: string, end: string, more: Partial<Shift> = {}): Shift => ({
  start: instantOf(`2026-06-${start}+02:00`),
  end: instantOf(`2026-06-${end}+02:00`),
  zone: vienna,
  works: true,
  ...more,
});
const planned = (...shifts: readonly Shift[]): object => Object.fromEntries(secondsByDate(shifts));

test('splits a night shift over two dates', () => {
  const night = shift('01T22:00:00', '02T06:00:00');
  assert.deepEqual(planned(night), { '2026-06-01': 7_200, '2026-06-02': 21_600 });
  assert.deepEqual(planned(), {});
});

test('deducts a break inside a shift and ignores one beside it', () => {
  const work = shift('01T08:00:00', '01T16:30:00');
  const lunch = { works: false };
  const inside = shift('01T12:00:00', '01T12:30:00', lunch);
  const beside = shift('01T16:30:00', '01T17:00:00', lunch);
  assert.deepEqual(planned(inside, work, beside), { '2026-06-01': 28_800 });
  assert.deepEqual(planned(beside), {});
  assert.deepEqual(planned(work, shift('01T00:00:00', '02T00:00:00', lunch)), {});
});

test('counts overlapping shifts once, on the date of the earlier one', () => {
  const early = shift('01T20:00:00', '01T23:00:00');
  const late = shift('01T22:00:00', '02T00:00:00', { zone: 'Asia/Tokyo' });
  assert.deepEqual(planned(early, late), { '2026-06-01': 10_800, '2026-06-02': 3_600 });
  const together = { ...early, zone: 'Asia/Tokyo' };
  assert.deepEqual(planned(early, together), { '2026-06-01': 10_800 });
  assert.deepEqual(planned(together, early), { '2026-06-02': 10_800 });
});

const quarter = 900;
const base = instantOf('2026-10-24T00:00:00Z');
const quarters = 3 * 96;
const anyShift: fc.Arbitrary<Shift> = fc
  .record({
    from: fc.nat({ max: quarters - 2 }),
    length: fc.integer({ min: 1, max: 60 }),
    zone: fc.constantFrom(vienna, 'Asia/Kathmandu', 'America/Los_Angeles', 'Pacific/Kiritimati'),
    works: fc.boolean(),
  })
  .map(({ from, length, ...rest }) => ({
    start: base + from * quarter,
    end: base + Math.min(quarters, from + length) * quarter,
    ...rest,
  }));

/** Looks at each quarter of an hour by itself. */
function model(shifts: readonly Shift[]): Map<string, number> {
  const seconds = new Map<string, number>();
  for (let instant = base; instant < base + quarters * quarter; instant += quarter) {
    const here = shifts.filter(({ start, end }) => start <= instant && instant < end);
    if (here.some(({ works }) => !works)) continue;
    const [first] = here.toSorted((one, other) => one.start - other.start);
    if (first === undefined) continue;
    const date = shownBy(first.zone, instant).slice(0, 10);
    seconds.set(date, (seconds.get(date) ?? 0) + quarter);
  }
  return seconds;
}

test('matches a model of quarter hours across a clock change', () => {
  fc.assert(
    fc.property(fc.array(anyShift, { maxLength: 12 }), (shifts) => {
      const inOrder = (seconds: ReadonlyMap<string, number>): unknown[] =>
        [...seconds].sort(([one], [other]) => (one < other ? -1 : 1));
      assert.deepEqual(inOrder(secondsByDate(shifts)), inOrder(model(shifts)));
    }),
    { seed, numRuns: 1500 },
  );
});
