// The rule that refuses requests for more holiday than is available.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { HolidayAccount } from '#domain/holidays/holiday-account.ts';
import { findLack } from '#domain/holidays/refuse-overdrawn.ts';
import { dateAfter } from '#values/date-range.ts';
import { seed } from '../../support/property.ts';
import { accountOf, balanceOn, daysFrom } from './holiday-account.ts';
import { anyAccount, lastDate, walk } from './holiday-model.ts';

const inMarch = [{ from: '2025-01-01', expires: '03-31', most: 36_600 }];

/** The refusal of consecutive days from a date on: available days, wanted days and year; `null`: none. */
function lackOf(
  account: HolidayAccount,
  first: string,
  count: number,
): readonly [number, number, string] | null {
  const lack = findLack(account, daysFrom(first, count, 99), '2027-12-31');
  return lack === null ? null : [lack.available / 100, lack.wanted / 100, lack.year.from];
}

test('allows all available days and no more', () => {
  assert.equal(lackOf(accountOf(), '2025-03-03', 20), null);
  assert.deepEqual(lackOf(accountOf(), '2025-03-03', 21), [20, 21, '2025-01-01']);
  assert.equal(lackOf(accountOf({ initial: 50 }), '2025-03-03', 20), null);
  assert.deepEqual(lackOf(accountOf({ initial: 50 }), '2025-03-03', 21), [20.5, 21, '2025-01-01']);
});

test('counts open requests and later approved days as taken', () => {
  const account = accountOf({
    granted: daysFrom('2025-10-01', 6),
    requested: [...daysFrom('2025-05-01', 4, 2), ...daysFrom('2025-12-01', 3, 3)],
  });
  assert.equal(lackOf(account, '2025-03-03', 7), null);
  assert.deepEqual(lackOf(account, '2025-03-03', 8), [7, 8, '2025-01-01']);
});

test('counts a request under decision once', () => {
  const account = accountOf({ requested: daysFrom('2025-05-01', 20, 99) });
  assert.equal(lackOf(account, '2025-05-01', 20), null);
});

test('allows carried days before they expire, not after', () => {
  // 20 of 2025 are carried, 20 are new.
  const account = accountOf({ rules: inMarch });
  assert.equal(lackOf(account, '2026-02-01', 40), null);
  assert.deepEqual(lackOf(account, '2026-04-01', 21), [20, 21, '2026-01-01']);
  // 10 of 21 days lie before the end of March.
  assert.equal(lackOf(account, '2026-03-22', 30), null);
  assert.deepEqual(lackOf(account, '2026-03-22', 31), [30, 31, '2026-01-01']);
});

test('refuses days that a later year already uses', () => {
  const account = accountOf({ granted: daysFrom('2026-06-01', 30) });
  assert.equal(lackOf(account, '2025-11-03', 10), null);
  assert.deepEqual(lackOf(account, '2025-11-03', 11), [10, 11, '2026-01-01']);
});

test('names the first year that lacks days, with available and wanted days', () => {
  const account = accountOf({ granted: daysFrom('2025-02-03', 18) });
  assert.equal(lackOf(account, '2025-12-30', 22), null);
  assert.deepEqual(lackOf(account, '2025-12-28', 9), [2, 4, '2025-01-01']);
  assert.deepEqual(lackOf(account, '2025-12-30', 23), [22, 23, '2026-01-01']);
});

test('leaves nothing of an overdrawn year', () => {
  const account = accountOf({ granted: daysFrom('2025-06-01', 25) });
  assert.deepEqual(lackOf(account, '2025-03-03', 1), [0, 1, '2025-01-01']);
  assert.equal(lackOf(account, '2026-06-01', 15), null);
  assert.deepEqual(lackOf(account, '2026-06-01', 16), [15, 16, '2026-01-01']);
});

test('sets no limit on days that no holiday year charges', () => {
  assert.equal(lackOf(accountOf({ start: '2025-07-01' }), '2025-03-03', 30), null);
  assert.equal(lackOf(accountOf({ exit: '2025-06-30' }), '2025-07-01', 30), null);
  const none = { from: '2025-01-01', amount: null, week: 5, mode: 'calendar_year' } as const;
  const terms = [none, { ...none, from: '2026-01-01', amount: 100 }];
  assert.equal(lackOf(accountOf({ terms }), '2025-07-01', 30), null);
  assert.deepEqual(lackOf(accountOf({ terms }), '2026-07-01', 2), [1, 2, '2026-01-01']);
});

test('looks ten years ahead at most', () => {
  const account = accountOf({ terms: [{ from: '2025-01-01', amount: 100, week: 5, mode: 'calendar_year' }] });
  assert.deepEqual(lackOf(account, '2037-12-01', 14), [13, 14, '2037-01-01']);
  assert.equal(lackOf(account, '9990-12-01', 30), null);
});

test('refuses exactly the requests that would end a day below zero', () => {
  const request = fc.record({
    start: fc.integer({ min: 0, max: 1_200 }).map((days) => dateAfter('2023-01-01', days)),
    length: fc.integer({ min: 1, max: 30 }),
    requested: fc.integer({ min: 0, max: 10 }),
  });
  let refused = 0;
  fc.assert(
    fc.property(anyAccount, request, (any, { start, length, requested }) => {
      // Then every day of the account is in a year that counts.
      const terms = any.terms.map((term) => ({ ...term, amount: term.amount ?? 2000 }));
      const open = daysFrom(dateAfter(start, 100), requested, 98);
      const account = { ...any, terms, requested: open };
      const wanted = daysFrom(start, length, 99);
      const taken = [...account.granted, ...open, ...wanted].sort((a, b) => (a.date < b.date ? -1 : 1));
      const walked = walk({ ...account, granted: taken }, lastDate);
      const first = wanted.find(({ date }) => walked.has(date))?.date;
      const below = [...walked].some(
        ([date, balance]) => first !== undefined && date >= first && balance < 0,
      );
      assert.equal(findLack(account, wanted, lastDate) !== null, below);
      if (below) refused += 1;
    }),
    { seed, numRuns: 1_000 },
  );
  assert.ok(refused > 100 && refused < 900, `${refused} of 1000 were refused`);
});

test('allows as many days as it reports available', () => {
  for (const taken of [0, 5, 19]) {
    const account = accountOf({ granted: daysFrom('2025-02-03', taken) });
    const lack = lackOf(account, '2025-03-03', 30);
    assert.equal(lack?.[0], balanceOn(account, '2025-03-02'));
    assert.equal(lackOf(account, '2025-03-03', lack?.[0] as number), null);
  }
});
