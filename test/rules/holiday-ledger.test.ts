import assert from 'node:assert/strict';
import test from 'node:test';
import { expiryDates } from '#rules/holidays/expiry-dates.ts';
import type { CarryRule, HolidayAccount } from '#rules/holidays/holiday-account.ts';
import { holidayLedger } from '#rules/holidays/holiday-ledger.ts';
import { accountOf, balanceOn, daysFrom, daysOfKind } from './holiday-account.ts';

const inMarch: CarryRule = { from: '2025-01-01', expires: '03-31', most: 36_600 };

/** 20 days in 2025 of which 10 are taken, and 20 in 2026. */
function carryingTen(more: Partial<HolidayAccount> = {}): HolidayAccount {
  const { granted = [] } = more;
  return accountOf({ rules: [inMarch], ...more, granted: [...daysFrom('2025-08-01', 10), ...granted] });
}

test('carried 10 expiring on 31 March, new 20, taken 0, 8, 10, 12: expired 10, 2, 0, 0 and left 20, 20, 20, 18', () => {
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

test('what an account begins with is carried too, and expires like it', () => {
  const account = accountOf({ initial: 1000, rules: [inMarch], granted: daysFrom('2025-02-03', 8) });
  assert.equal(daysOfKind(holidayLedger(account, '2025-12-31'), 'expiry'), -2);
  assert.equal(balanceOn(account, '2025-12-31'), 20);
});

test('a day taken on the day of expiry is taken in time, the day after not', () => {
  for (const [date, left] of [
    ['2026-03-31', 20],
    ['2026-04-01', 19],
  ] as const) {
    assert.equal(balanceOn(carryingTen({ granted: daysFrom(date, 1, 2) }), '2026-04-01'), left);
  }
});

test('days taken off by hand use up carried days; what adjustments add does not expire', () => {
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

test('what is carried too much expires when the year begins', () => {
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

test('a rule holds from its day on: what has expired stays so, what has not stays too', () => {
  const rule = (from: string, expires: string | null): CarryRule => ({ from, expires, most: 36_600 });
  const left = (...rules: readonly CarryRule[]): number => balanceOn(carryingTen({ rules }), '2026-12-31');
  assert.equal(left(rule('2026-03-31', '03-31')), 20);
  assert.equal(left(rule('2026-04-01', '03-31')), 30);
  assert.equal(left(inMarch, rule('2026-04-01', null)), 20);
  assert.equal(left(inMarch, rule('2026-03-31', null)), 30);
  assert.equal(left(inMarch, rule('2026-03-01', '06-30')), 20);
  assert.equal(balanceOn(carryingTen({ rules: [inMarch, rule('2026-03-01', '06-30')] }), '2026-06-29'), 30);
});

test('29 February is the 28th in other years', () => {
  const rules = [{ from: '2023-01-01', expires: '02-29', most: 36_600 }];
  assert.deepEqual(expiryDates(rules, { from: '2023-01-01', to: '2024-12-31' }), [
    '2023-02-28',
    '2024-02-29',
  ]);
});

test('holiday years by entry expire on the first such day in them', () => {
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

test('days count to the year in which they lie', () => {
  const account = accountOf({ granted: daysFrom('2025-12-30', 4) });
  const years = holidayLedger(account, '2026-12-31').filter(({ kind }) => kind === 'taken');
  assert.deepEqual(
    years.map(({ date, year }) => `${date} ${year}`),
    ['2025-12-30 2025-01-01', '2025-12-31 2025-01-01', '2026-01-01 2026-01-01', '2026-01-02 2026-01-01'],
  );
});

test('what is carried leaves one year and enters the next; a debt too', () => {
  const moves = (taken: number): readonly string[] =>
    holidayLedger(accountOf({ granted: daysFrom('2025-03-01', taken) }), '2026-12-31')
      .filter(({ kind }) => kind === 'carry_over')
      .map(({ date, year, days }) => `${date} ${year} ${days}`);
  assert.deepEqual(moves(15), ['2026-01-01 2025-01-01 -500', '2026-01-01 2026-01-01 500']);
  assert.deepEqual(moves(22), ['2026-01-01 2025-01-01 200', '2026-01-01 2026-01-01 -200']);
  assert.deepEqual(moves(20), []);
});

test('a debt does not expire', () => {
  const account = accountOf({ rules: [inMarch], granted: daysFrom('2025-03-01', 22) });
  assert.equal(daysOfKind(holidayLedger(account, '2026-12-31'), 'expiry'), 0);
  assert.equal(balanceOn(account, '2026-12-31'), 18);
});

test('who comes or leaves within a year gets a part of it, and the entries say so', () => {
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

test('a year without an amount has no entries, and what was left stands still', () => {
  const term = { from: '2025-01-01', amount: 2000, week: 5, mode: 'calendar_year' } as const;
  const terms = [term, { ...term, from: '2026-01-01', amount: null }, { ...term, from: '2027-01-01' }];
  const account = accountOf({ terms, granted: [...daysFrom('2026-05-01', 3), ...daysFrom('2027-05-01', 3)] });
  assert.deepEqual(
    ['2025-12-31', '2026-12-31', '2027-01-01', '2027-12-31'].map((date) => balanceOn(account, date)),
    [20, 20, 40, 37],
  );
});

test('what lies before the start or after the end of an account does not count', () => {
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
