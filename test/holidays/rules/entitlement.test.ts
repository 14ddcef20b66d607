// The entitlement of one holiday year: prorated by employment, working days a week and changes of the amount.
import assert from 'node:assert/strict';
import test from 'node:test';
import { entitlementOf } from '#domain/holidays/entitlement.ts';
import type { HolidayAccount } from '#domain/holidays/holiday-account.ts';
import { holidayYears } from '#domain/holidays/holiday-years.ts';
import { accountOf } from './holiday-account.ts';

const term = { from: '2025-01-01', amount: 2500, week: 5, mode: 'calendar_year' } as const;

/** Days that the holiday year gives which holds the date. */
function given(more: Partial<HolidayAccount>, date = '2026-12-31'): number | null | undefined {
  const account = accountOf({ terms: [term], ...more });
  const year = holidayYears(account, date).findLast(({ from, to }) => from <= date && date <= to);
  return year === undefined ? undefined : (entitlementOf(account, year)?.days ?? null);
}

test('prorates the yearly amount by days, rounded to hundredths', () => {
  for (const [more, days] of [
    [{}, 2500],
    [{ start: '2026-07-01' }, 1260], // 184 of 365 days
    [{ exit: '2026-12-30' }, 2493], // 364 of 365 days: 24.9315
    [{ start: '2026-12-31' }, 7], // 1 of 365 days: 0.0685
    [{ start: '2027-01-01' }, undefined],
    [{ terms: [{ ...term, amount: 0 }] }, 0],
    [{ terms: [{ ...term, amount: null }] }, null],
  ] as const) {
    assert.equal(given(more), days, JSON.stringify(more));
  }
  assert.equal(given({ exit: '2026-06-30' }, '2026-06-30'), 1240); // 181 of 365 days
  assert.equal(given({ start: '2026-04-01', exit: '2026-04-30' }, '2026-04-01'), 205); // 30 of 365 days
});

test('divides by 366 days in a leap year and rounds half a hundredth up', () => {
  assert.equal(given({ start: '2028-07-01' }, '2028-12-31'), 1257); // 184 of 366 days
  assert.equal(given({ start: '2028-07-02', terms: [{ ...term, amount: 1 }] }, '2028-12-31'), 1); // 183 of 366
  assert.equal(given({ start: '2028-07-03', terms: [{ ...term, amount: 1 }] }, '2028-12-31'), 0);
});

test('prorates by a new number of working days from its date on', () => {
  const weeks = [
    { from: '0001-01-01', value: 5 },
    { from: '2026-07-01', value: 3 },
  ];
  // 25 days for 181 of 365 days, 15 for the other 184
  assert.equal(given({ weeks }), 1996);
  assert.equal(given({ weeks }, '2027-06-30'), 1500);
  assert.equal(given({ weeks: [{ from: '0001-01-01', value: 6 }] }), 3000);
  assert.equal(given({ weeks: [{ from: '0001-01-01', value: 0 }] }), 0);
});

test('applies the full amount where a number of working days is unknown', () => {
  for (const week of [null, 0]) {
    assert.equal(given({ terms: [{ ...term, week }], weeks: [{ from: '0001-01-01', value: 3 }] }), 2500);
  }
  assert.equal(given({ weeks: [] }), 2500);
  // Unknown up to the middle of the year, then 3 of 5 days a week.
  assert.equal(given({ weeks: [{ from: '2026-07-01', value: 3 }] }), 1996);
});

test('applies an amount from its date on and grants nothing without one', () => {
  const later = (from: string, amount: number | null) => ({ terms: [term, { ...term, from, amount }] });
  assert.equal(given(later('2026-01-01', 3000)), 3000);
  assert.equal(given(later('2026-01-01', 3000), '2025-12-31'), 2500);
  assert.equal(given(later('2026-07-01', 3000)), 2752); // 181 days of 25, 184 of 30
  assert.equal(given(later('2026-07-01', null)), 1240);
  assert.equal(given(later('2026-01-01', null)), null);
  assert.equal(given(later('2026-01-01', null), '2025-05-05'), 2500);
});

test('counts the largest amounts exactly', () => {
  const amount = 999_999_999_999;
  assert.equal(given({ terms: [{ ...term, amount }] }), amount);
  assert.equal(
    given({ terms: [{ ...term, amount, week: 7 }], weeks: [{ from: '0001-01-01', value: 7 }] }),
    amount,
  );
});

test('explains how the entitlement comes about', () => {
  const account = accountOf({
    start: '2026-03-01',
    terms: [term],
    weeks: [
      { from: '0001-01-01', value: 5 },
      { from: '2026-07-01', value: 3 },
    ],
  });
  const year = holidayYears(account, '2026-12-31')[0];
  assert.ok(year);
  assert.equal(
    entitlementOf(account, year)?.why,
    '122 of 365 days at 25 a year; 184 of 365 days at 25 a year, 3 of 5 working days a week',
  );
});
