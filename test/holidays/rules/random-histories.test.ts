// Random holiday ledgers and their changes match a model that walks from day to day.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { HolidayAccount } from '#domain/holidays/holiday-account.ts';
import { holidayLedger, sumOf, type LedgerEntry } from '#domain/holidays/holiday-ledger.ts';
import { ledgerDifferences } from '#domain/holidays/ledger-differences.ts';
import { seed } from '../../support/property.ts';
import { anyAccount, lastDate, walk } from './holiday-model.ts';

function assertAgree(ledger: readonly LedgerEntry[], account: HolidayAccount): void {
  const byDate = Map.groupBy(ledger, ({ date }) => date);
  let balance = 0;
  const walked = walk(account, lastDate);
  for (const [date, expected] of walked) {
    balance += sumOf(byDate.get(date) ?? []);
    byDate.delete(date);
    assert.equal(balance, expected, `at the end of ${date}`);
  }
  for (const [date, entries] of byDate) assert.equal(sumOf(entries), 0, `an entry lies outside, on ${date}`);
}

test('sums entries to the balance at the end of each day', () => {
  let moved = 0;
  fc.assert(
    fc.property(anyAccount, (account) => {
      const ledger = holidayLedger(account, lastDate);
      assertAgree(ledger, account);
      if (ledger.some(({ kind }) => kind === 'expiry')) moved += 1;
    }),
    { seed, numRuns: 1_000 },
  );
  assert.ok(moved > 50, `days expired in ${moved} accounts only`);
});

test('sums every closed year to zero and the last year to the balance', () => {
  fc.assert(
    fc.property(anyAccount, (account) => {
      const ledger = holidayLedger(account, lastDate);
      const years = [...Map.groupBy(ledger, ({ year }) => year).values()].map(sumOf);
      assert.deepEqual(
        years.slice(0, -1).filter((sum) => sum !== 0),
        [],
      );
      assert.equal(years.at(-1) ?? 0, sumOf(ledger));
    }),
    { seed, numRuns: 1_000 },
  );
});

test('appends changes that equal a ledger written at once', () => {
  let returned = 0;
  fc.assert(
    fc.property(fc.array(anyAccount, { minLength: 2, maxLength: 5 }), (states) => {
      const ledger: LedgerEntry[] = [];
      for (const account of states) {
        const wanted = holidayLedger(account, lastDate);
        const more = ledgerDifferences(ledger, wanted);
        for (const { kind, days } of more) {
          assert.notEqual(days, 0);
          if (kind === 'taken') assert.ok(days < 0);
          if (kind === 'returned') assert.ok(days > 0);
        }
        returned += more.filter(({ kind }) => kind === 'returned').length;
        ledger.push(...more);
        assert.deepEqual(ledgerDifferences(ledger, wanted), []);
      }
      assertAgree(ledger, states.at(-1) as HolidayAccount);
    }),
    { seed, numRuns: 1_000 },
  );
  assert.ok(returned > 500, `${returned} days were given back only`);
});

test('appends one entry for each kind and source that changes', () => {
  const entry = { date: '2026-03-02', year: '2026-01-01', source: 7, why: 'Holiday granted' } as const;
  const taken = { ...entry, kind: 'taken', days: -100 } as const;
  const of = (stored: readonly LedgerEntry[], wanted: readonly LedgerEntry[]): readonly unknown[] =>
    ledgerDifferences(stored, wanted).map(({ kind, days, why }) => [kind, days, why]);
  assert.deepEqual(of([], [taken]), [['taken', -100, 'Holiday granted']]);
  assert.deepEqual(of([taken], []), [['returned', 100, 'Holiday given back']]);
  assert.deepEqual(of([taken], [{ ...taken, days: -50 }]), [['returned', 50, 'Holiday given back']]);
  const back = { ...taken, kind: 'returned', days: 100 } as const;
  assert.deepEqual(of([taken, back], [taken]), [['taken', -100, 'Holiday granted']]);
  assert.deepEqual(of([taken], [{ ...taken, source: 8 }]).length, 2);
  const given = { ...entry, kind: 'entitlement', source: null, days: 2500, why: '25 days a year' } as const;
  assert.deepEqual(of([given], [{ ...given, days: 2000, why: '20 days a year' }]), [
    ['entitlement', -500, '20 days a year'],
  ]);
  assert.deepEqual(of([given], []), [['entitlement', -2500, 'No longer due']]);
});
