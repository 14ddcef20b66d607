// The holiday years of a person, by calendar year or by day of entry.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { holidayYearAt } from '#domain/holidays/holiday-year.ts';
import { holidayYears } from '#domain/holidays/holiday-years.ts';
import { dateAfter } from '#values/date-range.ts';
import { seed } from '../../support/property.ts';
import { accountOf } from './holiday-account.ts';

const calendar = { mode: 'calendar_year', entry: '2020-07-15' } as const;
const byEntry = { mode: 'entry_date', entry: '2020-07-15' } as const;

test('begins holiday years on 1 January or on the day of entry', () => {
  assert.deepEqual(holidayYearAt(calendar, '2026-12-31'), { from: '2026-01-01', to: '2026-12-31' });
  assert.deepEqual(holidayYearAt(byEntry, '2026-07-14'), { from: '2025-07-15', to: '2026-07-14' });
  assert.deepEqual(holidayYearAt(byEntry, '2026-07-15'), { from: '2026-07-15', to: '2027-07-14' });
});

test('begins on 28 February in other years after entry on a leap day', () => {
  const leap = { mode: 'entry_date', entry: '2024-02-29' } as const;
  assert.deepEqual(holidayYearAt(leap, '2025-03-01'), { from: '2025-02-28', to: '2026-02-27' });
  assert.deepEqual(holidayYearAt(leap, '2028-02-28'), { from: '2027-02-28', to: '2028-02-28' });
  assert.deepEqual(holidayYearAt(leap, '2028-02-29'), { from: '2028-02-29', to: '2029-02-27' });
});

test('uses calendar years without a day of entry', () => {
  const nobody = { mode: 'entry_date', entry: null } as const;
  assert.deepEqual(holidayYearAt(nobody, '2026-05-01'), { from: '2026-01-01', to: '2026-12-31' });
});

test('lists years from the start to the date or the exit', () => {
  const spans = (more: object, until: string): readonly string[] =>
    holidayYears(accountOf(more), until).map(({ counted }) => `${counted.from} – ${counted.to}`);
  assert.deepEqual(spans({ start: '2025-07-01' }, '2026-01-01'), [
    '2025-07-01 – 2025-12-31',
    '2026-01-01 – 2026-12-31',
  ]);
  assert.deepEqual(spans({ exit: '2025-06-30' }, '2027-12-31'), ['2025-01-01 – 2025-06-30']);
  assert.deepEqual(spans({ start: '2026-07-01' }, '2026-06-30'), []);
  assert.deepEqual(spans({ exit: '2024-12-31' }, '2027-12-31'), []);
});

test('ends the last year on 9999-12-31', () => {
  for (const mode of ['calendar_year', 'entry_date'] as const) {
    const terms = [{ from: '9997-03-01', amount: 2000, week: 5, mode }];
    const years = holidayYears(accountOf({ start: '9997-03-01', entry: '9997-03-01', terms }), '9999-12-31');
    assert.equal(years.at(-1)?.to, '9999-12-31');
  }
});

test('cuts the year in which another mode begins', () => {
  const entry = '2024-07-01';
  const terms = [
    { from: '2024-01-01', amount: 2400, week: 5, mode: 'calendar_year' },
    { from: '2026-01-01', amount: 2400, week: 5, mode: 'entry_date' },
    { from: '2027-07-01', amount: 2500, week: 5, mode: 'entry_date' },
    { from: '2028-07-01', amount: 2500, week: 5, mode: 'calendar_year' },
    { from: '2029-03-01', amount: 2500, week: 5, mode: 'entry_date' },
  ] as const;
  const years = holidayYears(accountOf({ start: entry, entry, terms }), '2029-12-31');
  assert.deepEqual(
    years.map(({ from, to, whole }) => `${from} ${to} of ${whole.from} ${whole.to}`),
    [
      '2024-01-01 2024-12-31 of 2024-01-01 2024-12-31',
      '2025-01-01 2025-12-31 of 2025-01-01 2025-12-31',
      '2026-01-01 2026-06-30 of 2025-07-01 2026-06-30',
      '2026-07-01 2027-06-30 of 2026-07-01 2027-06-30',
      '2027-07-01 2028-06-30 of 2027-07-01 2028-06-30',
      '2028-07-01 2028-12-31 of 2028-01-01 2028-12-31',
      '2029-01-01 2029-02-28 of 2029-01-01 2029-12-31',
      '2029-03-01 2029-06-30 of 2028-07-01 2029-06-30',
      '2029-07-01 2030-06-30 of 2029-07-01 2030-06-30',
    ],
  );
});

const date = fc.integer({ min: 0, max: 4_000 }).map((days) => dateAfter('2016-01-01', days));
const mode = fc.constantFrom('calendar_year' as const, 'entry_date' as const);

test('lists years without a gap in any order of modes', () => {
  const terms = fc
    .array(fc.record({ from: date, amount: fc.constant(2000), week: fc.constant(5), mode }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((list) => list.toSorted((a, b) => (a.from < b.from ? -1 : 1)));
  fc.assert(
    fc.property(date, terms, fc.option(date), (start, list, entry) => {
      const years = holidayYears(accountOf({ start, entry, terms: list }), dateAfter(start, 3_000));
      assert.ok(years.length > 6);
      assert.ok((years[0]?.from as string) <= start && start <= (years[0]?.to as string));
      for (const [index, year] of years.entries()) {
        assert.ok(year.from <= year.to && year.whole.from <= year.from && year.to <= year.whole.to);
        const before = years[index - 1];
        if (before !== undefined) assert.equal(dateAfter(before.to, 1), year.from);
      }
    }),
    { seed, numRuns: 1_000 },
  );
});
