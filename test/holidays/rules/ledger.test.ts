// The entries of a holiday ledger: entitlement, carry-over, expiry and days taken.
import assert from 'node:assert/strict';
import test from 'node:test';
import { expiryDates } from '#domain/holidays/expiry-dates.ts';
import type { CarryRule, HolidayAccount } from '#domain/holidays/holiday-account.ts';
import { holidayLedger } from '#domain/holidays/holiday-ledger.ts';
import { accountOf, balanceOn, daysFrom, daysOfKind } from './holiday-account.ts';

const inMarch: CarryRule = { from: '2025-01-01', expires: '03-31', most: 36_600 };

/** 20 days in 2025 of which 10 are taken, and 20 in 2026. */
function carryingTen(more: Partial<HolidayAccount> = {}): HolidayAccount {
  const { granted = [] } = more;
  return accountOf({ rules: [inMarch], ...more, granted: [...daysFrom('2025-08-01', 10), ...granted] });
}

test('expires 10, 2, 0, 0 of 10 carried days when 0, 8, 10, 12 are taken in time', () => {
  for (const [taken, expired, left] of [
    [0, 10, 20],
    [8, 2, 20],
    [10, 0, 20],
    [12, 0, 18],
  ] as const) {
    const account = carryingTen({ granted: daysFrom('2026-02-02', taken, 2) });
    const ledger = holidayLedger(account, '2026-12-31');
    assert.equal(daysOfKind(ledger, 'expiry'), 0 - expired, `taken ${taken}`);
    assert.equal(balanceOn(account, '2026-03-31'), left);
    assert.equal(balanceOn(account, '2026-03-30'), left + expired);
    assert.equal(balanceOn(account, '2026-12-31'), left);
  }
});

test('expires the initial value like carried days', () => {
  const account = accountOf({ initial: 1000, rules: [inMarch], granted: daysFrom('2025-02-03', 8) });
  assert.equal(daysOfKind(holidayLedger(account, '2025-12-31'), 'expiry'), -2);
  assert.equal(balanceOn(account, '2025-12-31'), 20);
});

test('counts a day taken on the expiry date, not one taken the day after', () => {
  for (const [date, left] of [
    ['2026-03-31', 20],
    ['2026-04-01', 19],
  ] as const) {
    assert.equal(balanceOn(carryingTen({ granted: daysFrom(date, 1, 2) }), '2026-04-01'), left);
  }
});

test('uses carried days for negative adjustments; added days never expire', () => {
  const adjusted = (days: number, source: number) => ({ date: '2026-02-10', days, source });
  for (const [list, expired, left] of [
    [[adjusted(-300, 7)], 7, 20],
    [[adjusted(-1200, 7)], 0, 18],
    [[adjusted(300, 7)], 10, 23],
    [[adjusted(300, 7), adjusted(-300, 8)], 10, 20],
  ] as const) {
    const account = carryingTen({ adjusted: list });
    assert.equal(daysOfKind(holidayLedger(account, '2026-12-31'), 'expiry'), 0 - expired);
    assert.equal(balanceOn(account, '2026-04-01'), left);
  }
});

test('expires days above the carry-over maximum when the year begins', () => {
  const rules = [{ from: '2025-06-01', expires: null, most: 300 }];
  assert.equal(balanceOn(carryingTen({ rules }), '2025-12-31'), 10);
  assert.equal(balanceOn(carryingTen({ rules }), '2026-01-01'), 23);
  const both = [{ from: '2025-06-01', expires: '03-31', most: 300 }];
  assert.equal(balanceOn(carryingTen({ rules: both }), '2026-03-31'), 20);
  const atOnce = [{ from: '2024-01-01', expires: null, most: 300 }];
  assert.equal(
    balanceOn(accountOf({ initial: 1000, rules: atOnce }), '2025-12-31'),
    30,
    'nothing was carried',
  );
});

test('applies a rule from its date on and never changes what expired before', () => {
  const rule = (from: string, expires: string | null): CarryRule => ({ from, expires, most: 36_600 });
  const left = (...rules: readonly CarryRule[]): number => balanceOn(carryingTen({ rules }), '2026-12-31');
  assert.equal(left(rule('2026-03-31', '03-31')), 20);
  assert.equal(left(rule('2026-04-01', '03-31')), 30);
  assert.equal(left(inMarch, rule('2026-04-01', null)), 20);
  assert.equal(left(inMarch, rule('2026-03-31', null)), 30);
  assert.equal(left(inMarch, rule('2026-03-01', '06-30')), 20);
  assert.equal(balanceOn(carryingTen({ rules: [inMarch, rule('2026-03-01', '06-30')] }), '2026-06-29'), 30);
});

test('treats an expiry on 29 February as the 28th in other years', () => {
  const rules = [{ from: '2023-01-01', expires: '02-29', most: 36_600 }];
  assert.deepEqual(expiryDates(rules, { from: '2023-01-01', to: '2024-12-31' }), [
    '2023-02-28',
    '2024-02-29',
  ]);
});

test('expires on the first matching date in holiday years by entry', () => {
  const entry = '2024-07-01';
  const account = accountOf({
    start: entry,
    entry,
    terms: [{ from: entry, amount: 2000, week: 5, mode: 'entry_date' }],
    rules: [inMarch],
  });
  assert.equal(balanceOn(account, '2025-07-01'), 40);
  assert.equal(balanceOn(account, '2026-03-31'), 20);
});

test('charges days to the holiday year they lie in', () => {
  const account = accountOf({ granted: daysFrom('2025-12-30', 4) });
  const years = holidayLedger(account, '2026-12-31').filter(({ kind }) => kind === 'taken');
  assert.deepEqual(
    years.map(({ date, year }) => `${date} ${year}`),
    ['2025-12-30 2025-01-01', '2025-12-31 2025-01-01', '2026-01-01 2026-01-01', '2026-01-02 2026-01-01'],
  );
});

test('moves carried days, and a debt, from one year to the next', () => {
  const moves = (taken: number): readonly string[] =>
    holidayLedger(accountOf({ granted: daysFrom('2025-03-01', taken) }), '2026-12-31')
      .filter(({ kind }) => kind === 'carry_over')
      .map(({ date, year, days }) => `${date} ${year} ${days}`);
  assert.deepEqual(moves(15), ['2026-01-01 2025-01-01 -500', '2026-01-01 2026-01-01 500']);
  assert.deepEqual(moves(22), ['2026-01-01 2025-01-01 200', '2026-01-01 2026-01-01 -200']);
  assert.deepEqual(moves(20), []);
});

test('never expires a debt', () => {
  const account = accountOf({ rules: [inMarch], granted: daysFrom('2025-03-01', 22) });
  assert.equal(daysOfKind(holidayLedger(account, '2026-12-31'), 'expiry'), 0);
  assert.equal(balanceOn(account, '2026-12-31'), 18);
});

test('prorates the years of entry and exit and says so in the entries', () => {
  const account = accountOf({ start: '2025-07-01', entry: '2025-07-01', exit: '2026-06-30' });
  const entries = holidayLedger(account, '2027-12-31').map(
    ({ kind, date, days }) => `${kind} ${date} ${days}`,
  );
  assert.deepEqual(entries, [
    'entitlement 2025-07-01 2000',
    'pro_rata 2025-07-01 -992', // 184 of 365 days: 10.08
    'carry_over 2026-01-01 -1008',
    'carry_over 2026-01-01 1008',
    'entitlement 2026-01-01 2000',
    'pro_rata 2026-01-01 -1008', // 181 of 365 days: 9.92
  ]);
});

test('writes no entries in a year without an amount and keeps the balance', () => {
  const term = { from: '2025-01-01', amount: 2000, week: 5, mode: 'calendar_year' } as const;
  const terms = [term, { ...term, from: '2026-01-01', amount: null }, { ...term, from: '2027-01-01' }];
  const account = accountOf({ terms, granted: [...daysFrom('2026-05-01', 3), ...daysFrom('2027-05-01', 3)] });
  assert.deepEqual(
    ['2025-12-31', '2026-12-31', '2027-01-01', '2027-12-31'].map((date) => balanceOn(account, date)),
    [20, 20, 40, 37],
  );
});

test('ignores movements before the start and after the exit', () => {
  const account = accountOf({
    start: '2025-07-01',
    exit: '2025-09-30',
    initial: 500,
    granted: [...daysFrom('2025-06-30', 2), ...daysFrom('2025-09-30', 2)],
    adjusted: [
      { date: '2025-06-30', days: 100, source: 1 },
      { date: '2025-10-01', days: 100, source: 2 },
    ],
  });
  // 92 of 365 days: 5.04
  assert.equal(balanceOn(account, '2027-12-31'), 5 + 5.04 - 2);
});
