import assert from 'node:assert/strict';
import test from 'node:test';
import type { Row } from '#resource/rule.ts';
import { countedFrom, entitlement, periodAfter, periodAt } from '#rules/accounts/holiday-period.ts';
import { holidayBalance, type HolidayEntries } from '#rules/accounts/holiday-balance.ts';

const calendar: Row = {
  timesheet_holiday_calc_interval_mode: 'calendar_year',
  timesheet_holiday_calc_yearly_amount: 2500,
};
const byEntry: Row = { ...calendar, timesheet_holiday_calc_interval_mode: 'entry_date' };
const none: HolidayEntries = { adjusted: [], granted: [], requested: [] };

test('a holiday year is the calendar year, or begins with the day of entry', () => {
  assert.deepEqual(periodAt(calendar, '2026-12-31'), { from: '2026-01-01', to: '2026-12-31' });
  const july = { ...byEntry, entry_date: '2020-07-15' };
  assert.deepEqual(periodAt(july, '2026-07-14'), { from: '2025-07-15', to: '2026-07-14' });
  assert.deepEqual(periodAt(july, '2026-07-15'), { from: '2026-07-15', to: '2027-07-14' });
  assert.deepEqual(periodAfter(july, { from: '2026-07-15', to: '2027-07-14' }), {
    from: '2027-07-15',
    to: '2028-07-14',
  });
});

test('who entered on a leap day begins on 28 February in other years', () => {
  const leap = { ...byEntry, entry_date: '2024-02-29' };
  assert.deepEqual(periodAt(leap, '2025-03-01'), { from: '2025-02-28', to: '2026-02-27' });
  assert.deepEqual(periodAt(leap, '2028-02-28'), { from: '2027-02-28', to: '2028-02-28' });
  assert.deepEqual(periodAt(leap, '2028-02-29'), { from: '2028-02-29', to: '2029-02-27' });
});

test('without a day of entry the holiday year is the calendar year', () => {
  assert.deepEqual(periodAt(byEntry, '2026-05-01'), { from: '2026-01-01', to: '2026-12-31' });
});

test('holiday years follow each other without a gap', () => {
  for (const user of [calendar, { ...byEntry, entry_date: '2016-02-29' }]) {
    let period = periodAt(user, '2016-03-01');
    for (let year = 0; year < 20; year += 1) {
      const next = periodAfter(user, period);
      assert.equal(Temporal.PlainDate.from(period.to).add({ days: 1 }).toString(), next.from);
      assert.deepEqual(periodAt(user, next.to), next);
      period = next;
    }
  }
});

test('days count from the date that the record names, else from the account, never before entry', () => {
  const entry_date = '2026-03-01';
  assert.equal(countedFrom(calendar), null);
  assert.equal(countedFrom({ entry_date }), '2026-03-01');
  assert.equal(countedFrom({ entry_date, payroll_accounting_starts_at: '2026-06-01' }), '2026-06-01');
  assert.equal(
    countedFrom({
      entry_date,
      payroll_accounting_starts_at: '2026-06-01',
      timesheet_holiday_calc_starting_from: '2026-01-01',
    }),
    '2026-03-01',
  );
});

test('entitlement is the share of the holiday year that counts, rounded to hundredths of a day', () => {
  const year = { from: '2026-01-01', to: '2026-12-31' };
  for (const [more, days] of [
    [{}, 2500],
    [{ entry_date: '2026-07-01' }, 1260], // 184 of 365 days
    [{ exit_date: '2026-06-30' }, 1240], // 181 of 365 days
    [{ entry_date: '2026-04-01', exit_date: '2026-04-30' }, 205], // 30 of 365 days
    [{ entry_date: '2027-01-01' }, 0],
    [{ exit_date: '2025-12-31' }, 0],
    [{ timesheet_holiday_calc_yearly_amount: null }, 0],
  ] as const) {
    assert.equal(entitlement({ ...calendar, ...more }, year), days, JSON.stringify(more));
  }
});

test('what the years before left over is carried, beginning with what the account began with', () => {
  const user = { ...calendar, entry_date: '2024-07-01', payroll_accounting_initial_value_holiday: 300 };
  const entries = {
    adjusted: [{ date: '2025-05-01', days: -50 }],
    granted: [
      { date: '2024-08-01', days: 100 },
      { date: '2025-08-01', days: 100 },
      { date: '2026-02-02', days: 100 },
      { date: '2026-08-03', days: 50 },
    ],
    requested: [
      { date: '2026-12-24', days: 100 },
      { date: '2027-01-04', days: 100 },
    ],
  };
  const { period: _period, ...now } = holidayBalance(user, entries, {
    date: '2026-06-01',
    today: '2026-06-01',
  });
  // 2024: 3 + 184/366 of 25 (12.57) - 1 = 14.57; 2025: + 25 - 0.5 - 1 = 38.07
  assert.deepEqual(now, {
    carried: 3807,
    entitled: 2500,
    taken: 100,
    left: 6207,
    granted: 50,
    requested: 100,
    available: 6057,
  });
});

test('before the account begins there is nothing; in its first year there is what it began with', () => {
  const user = { ...calendar, entry_date: '2026-07-01', payroll_accounting_initial_value_holiday: 300 };
  const of = (date: string) => holidayBalance(user, none, { date, today: '2026-08-01' });
  assert.deepEqual([of('2025-06-01').carried, of('2025-06-01').entitled], [0, 0]);
  assert.deepEqual([of('2026-01-01').carried, of('2026-01-01').entitled], [300, 1260]);
  assert.equal(of('2027-01-01').carried, 1560);
});

test('a year that was overdrawn is carried as a debt', () => {
  const user = { ...calendar, entry_date: '2025-01-01' };
  const granted = Array.from({ length: 27 }, (_, index) => ({
    date: `2025-03-${String(index + 1).padStart(2, '0')}`,
    days: 100,
  }));
  const { carried } = holidayBalance(user, { ...none, granted }, { date: '2026-01-01', today: '2026-01-01' });
  assert.equal(carried, -200);
});
