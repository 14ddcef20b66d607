// What overtime of a person is settled by, from when on: the allowance that the salary pays, the rule and its cycle.
import type { ReadView, Row } from '#resource/rule.ts';
import { valueOn, type Entry } from '../schedules/history.ts';
import { entryOf, type DatedColumn } from '../schedules/keep-history.ts';

/** Columns of users whose values decide what is settled. */
export const settlingColumns = [
  'overtime_allowance_is_all_in',
  'overtime_allowance_included_overtime_hours_per_cycle',
  'working_time_balance_rule',
  'working_time_balance_rule_cycle_id',
] as const satisfies readonly DatedColumn[];

/** The column of users that says from when on overtime of the salary leaves the balance; empty: since it was agreed. */
export const clearingColumn = 'overtime_allowance_clear_working_time_saldo_valid_starting_from';

type SettlingColumn = (typeof settlingColumns)[number];

/** A row of workingTimeBalanceRules; amounts are in seconds, `null`: no limit. */
export interface BalanceRule {
  readonly id: number;
  readonly name: string;
  readonly payoutAbove: number | null;
  readonly expires: boolean;
  readonly maximum: number | null;
}

/** Months that a cycle lasts, by its `length`. Cycles begin in January. */
export const cycleMonths: Readonly<Record<string, number>> = { month: 1, quarter: 3, half_year: 6, year: 12 };

/** What holds on one date. */
export interface TermsOfDay {
  /** Seconds of overtime in a month that the salary pays; `null`: none, `Infinity`: all. */
  readonly allowance: number | null;
  readonly rule: BalanceRule | null;
  /** Months of its cycle; `null`: it is never settled. */
  readonly cycle: number | null;
}

/** The terms of a person by date. */
export type SettlementTerms = (date: string) => TermsOfDay;

/** `null`: the person (a row of `users`) never had any. */
export function loadTerms(
  view: ReadView,
  user: Pick<Row<'users'>, 'id' | typeof clearingColumn>,
): SettlementTerms | null {
  const rows = view.find(
    'personHistory',
    [
      { column: 'user_id', is: '=', value: user.id },
      { column: 'kind', is: 'in', value: settlingColumns },
    ],
    { orderBy: ['kind', 'valid_from'] },
  );
  if (rows.length === 0) return null;
  const entries = (kind: SettlingColumn): readonly Entry[] =>
    rows.filter((row) => row.kind === kind).map(entryOf);
  const allIn = entries('overtime_allowance_is_all_in');
  const allowance = entries('overtime_allowance_included_overtime_hours_per_cycle');
  const rule = entries('working_time_balance_rule');
  const cycle = entries('working_time_balance_rule_cycle_id');
  const rules = rulesOf(view, rule);
  const cycles = cyclesOf(view, cycle);
  const clears = user[clearingColumn];
  return (date) => ({
    allowance:
      valueOn(allIn, date) === 1 && (clears === null || clears <= date)
        ? secondsOfAllowance(valueOn(allowance, date))
        : null,
    rule: rules.get(valueOn(rule, date) ?? 0) ?? null,
    cycle: cycles.get(valueOn(cycle, date) ?? 0) ?? null,
  });
}

/** Of a salary without a number of hours all overtime is part. */
function secondsOfAllowance(hundredths: number | null): number {
  return hundredths === null || hundredths === 0 ? Infinity : hundredths * 36;
}

function rulesOf(view: ReadView, entries: readonly Entry[]): ReadonlyMap<number, BalanceRule> {
  const rows = namedBy(view, 'workingTimeBalanceRules', entries);
  return new Map(
    rows.map((row): [number, BalanceRule] => [
      row.id,
      {
        id: row.id,
        name: row.name,
        payoutAbove: row.payout_above,
        expires: row.expires_at_cycle_end === 1,
        maximum: row.maximum_balance,
      },
    ]),
  );
}

function cyclesOf(view: ReadView, entries: readonly Entry[]): ReadonlyMap<number, number> {
  const rows = namedBy(view, 'workingTimeCycles', entries);
  return new Map(
    rows.flatMap((row): [number, number][] => {
      const months = cycleMonths[row.length ?? ''];
      return months === undefined ? [] : [[row.id, months]];
    }),
  );
}

function namedBy<Name extends 'workingTimeBalanceRules' | 'workingTimeCycles'>(
  view: ReadView,
  resource: Name,
  entries: readonly Entry[],
): readonly Row<Name>[] {
  const ids = [...new Set(entries.map(({ value }) => value).filter((id) => id !== 0))];
  return ids.length === 0 ? [] : view.find(resource, [{ column: 'id', is: 'in', value: ids }]);
}
