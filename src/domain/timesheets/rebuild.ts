// Bringing a person's account to what it should be, or saying where it is not.
import type { Columns, ReadView, Row, RowChange, View } from '#resource/rule.ts';
import type { Stored } from '#resource/field-type.ts';
import { differences, monthOf } from '../days/day-columns.ts';
import { expectedAccount, type ExpectedAccount, type ExpectedDay } from './expected.ts';
import {
  frozenOtherwise,
  ledgerChange,
  storeLedger,
  type FrozenDay,
  type LedgerChange,
} from '../settlements/overtime-ledger.ts';
import { allDates } from '#values/date-range.ts';

/** One value that is not what it should be. */
export interface Difference {
  readonly resource: string;
  /** What the row is about: a date or month; the id of one that is about neither. */
  readonly key: string;
  /** `null`: the whole row is missing or needless. */
  readonly field: string | null;
  readonly stored: Stored;
  readonly expected: Stored;
  /** An approved day: it is not set right before its approval is taken back. */
  readonly frozen?: true;
}

/** Says what of a person's account is not what it should be; changes nothing. */
export function verifyPerson(view: ReadView, userId: number): readonly Difference[] {
  const user = view.get('users', userId);
  if (user === undefined) return [];
  const expected = expectedAccount(view, user);
  const months = monthsOf(view, userId);
  return [
    ...expected.months.flatMap((wanted) =>
      rowDifferences('accountMonths', {
        key: wanted.month,
        stored: months.get(wanted.month) ?? null,
        wanted,
      }),
    ),
    ...expected.days.flatMap(({ stored, wanted }) =>
      rowDifferences('timesheetAccountings', { key: wanted.date, stored, wanted }),
    ),
    ...expected.needless.map((row) => needless('timesheetAccountings', row, row.date)),
    ...monthsWithout(expected, months).map((row) => needless('accountMonths', row, row.month)),
    ...ledgerDifferences(ledgerOf(view, userId, expected)),
    ...frozenOtherwise(view, userId, expected.settled).map(frozenDifference),
  ];
}

function ledgerOf(view: ReadView, userId: number, { settled }: ExpectedAccount): LedgerChange {
  return ledgerChange(view, userId, { from: allDates.from, days: settled });
}

function ledgerDifferences({ needless: rows, missing }: LedgerChange): readonly Difference[] {
  const lacking = missing.map((row): Difference => ({
    resource: 'overtimeLedger',
    key: row.date,
    field: row.kind,
    stored: null,
    expected: row.hours,
  }));
  return [...rows.map((row) => needless('overtimeLedger', row, row.date)), ...lacking];
}

function frozenDifference({ date, settled, entries }: FrozenDay): Difference {
  const resource = 'timesheetAccountings';
  return { resource, key: date, field: 'overtime_settled', stored: settled, expected: entries, frozen: true };
}

/** A row that should not be. */
export function needless(resource: string, { id = null }: { readonly id?: Stored }, key: string): Difference {
  return { resource, key, field: null, stored: id, expected: null };
}

/** Brings a person's account to what it should be; answers how many rows that took. */
export function rebuildPerson(view: View, userId: number): number {
  const user = view.get('users', userId);
  if (user === undefined) return 0;
  const expected = expectedAccount(view, user);
  const known = monthsOf(view, userId);
  let written = storeMonths(view, expected.months, known);
  const months = monthsOf(view, userId);
  written += storeDays(view, expected.days, months);
  const [days, without] = [expected.needless, monthsWithout(expected, months)];
  view.removeAll('timesheetAccountings', days);
  view.removeAll('accountMonths', without);
  const ledger = storeLedger(view, ledgerOf(view, userId, expected));
  return written + days.length + without.length + ledger;
}

type Months = ReadonlyMap<string, Row<'accountMonths'>>;

function monthsOf(view: ReadView, userId: number): Months {
  const rows = view.find('accountMonths', [{ column: 'user_id', is: '=', value: userId }]);
  return new Map(rows.map((row) => [row.month, row]));
}

function monthsWithout({ months }: ExpectedAccount, known: Months): readonly Row<'accountMonths'>[] {
  const wanted = new Set(months.map(({ month }) => month));
  return [...known.values()].filter(({ month }) => !wanted.has(month));
}

function storeMonths(view: View, wanted: ExpectedAccount['months'], known: Months): number {
  const changed = wanted.flatMap((month) => {
    const row = known.get(month.month);
    return row === undefined ? [] : changesOf(row, month);
  });
  view.updateAll('accountMonths', changed);
  const missing = wanted.filter((month) => !known.has(month.month));
  view.insertAll('accountMonths', missing);
  return changed.length + missing.length;
}

function storeDays(view: View, days: readonly ExpectedDay[], months: Months): number {
  const changed: RowChange[] = [];
  const added: Columns<'timesheetAccountings'>[] = [];
  for (const { stored, wanted } of days) {
    const row = { ...wanted, month_id: months.get(monthOf(wanted.date))?.id ?? null };
    if (stored === null) added.push(row);
    else changed.push(...changesOf(stored, row));
  }
  view.updateAll('timesheetAccountings', changed);
  view.insertAll('timesheetAccountings', added);
  return changed.length + added.length;
}

/** What is to be written so that a row is as wanted: nothing or one change. */
export function changesOf(row: Row, wanted: Row): readonly RowChange[] {
  const values = differences(row, wanted);
  return Object.keys(values).length === 0 ? [] : [{ row, values }];
}

/** Where a row is not as wanted; `stored`: `null` when it is missing. */
export function rowDifferences(
  resource: string,
  { key, stored, wanted }: { readonly key: string; readonly stored: Row | null; readonly wanted: Row },
): readonly Difference[] {
  if (stored === null) return [{ resource, key, field: null, stored: null, expected: key }];
  return Object.entries(differences(stored, wanted)).map(([field, expected]) => ({
    resource,
    key,
    field,
    stored: stored[field] ?? null,
    expected: expected ?? null,
  }));
}
