// What leaves the balance at the end of months and cycles: overtime that the salary includes, payout, expiry and cap.
import type { BalanceRule, Employment, Person } from '../facts.ts';
import { datesFrom, daysAfter, startOf } from './terms.ts';

/** What moves the balance on a date, in seconds, before anything is settled. */
export type Movement = (date: string) => number;

/** A row of the ledger; seconds. */
export interface Settlement {
  readonly date: string;
  readonly kind: 'all_in' | 'payout' | 'expiry' | 'cap';
  readonly seconds: number;
}

const cycleMonths = { month: 1, quarter: 3, 'half-year': 6, year: 12 } as const;

interface Settled {
  readonly person: Person;
  readonly employment: Employment;
  /** The last day that is over. */
  readonly yesterday: string;
  readonly movement: Movement;
}

/** All settlements of an employment in order. */
export function settlementsOf({ person, employment, yesterday, movement }: Settled): readonly Settlement[] {
  const { allIn, balanceRule } = person;
  const settled: Settlement[] = [];
  const first = startOf(employment);
  const last = employment.exit !== null && employment.exit < yesterday ? employment.exit : yesterday;
  for (const date of datesFrom(first, last)) {
    if (!isLastOfMonth(date) && date !== employment.exit) continue;
    const dates = datesFrom(first, date);
    const balance = (): number => {
      let sum = employment.initialBalance * 3600;
      for (const one of dates) sum += movement(one);
      for (const one of settled) sum -= one.seconds;
      return sum;
    };
    const settle = (kind: Settlement['kind'], seconds: number): void => {
      if (seconds > 0) settled.push({ date, kind, seconds });
    };
    if (allIn !== undefined && allIn.from <= date) {
      let overtime = 0;
      const month = dates.filter((one) => one.slice(0, 7) === date.slice(0, 7));
      for (const one of month) overtime += movement(one);
      // A debt of before is made up for first.
      settle('all_in', Math.min(overtime, balance(), allowance(allIn.hours, employment, date)));
    }
    if (balanceRule === undefined || balanceRule.from > date || !endsCycle(balanceRule, date)) continue;
    const { payoutAbove, expires, cap } = balanceRule;
    if (payoutAbove !== null) settle('payout', balance() - payoutAbove * 3600);
    if (expires) settle('expiry', balance());
    if (cap !== null) settle('cap', balance() - cap * 3600);
  }
  return settled;
}

/** Seconds of overtime that the salary of a month includes, by employed days. */
function allowance(hours: number, { entry, exit }: Employment, date: string): number {
  const first = Temporal.PlainDate.from(date).with({ day: 1 });
  const dates = datesFrom(first.toString(), first.with({ day: first.daysInMonth }).toString());
  const employed = dates.filter((one) => entry <= one && one <= (exit ?? one));
  return Math.floor((hours * 3600 * employed.length) / dates.length + 0.5);
}

function endsCycle({ cycle }: BalanceRule, date: string): boolean {
  return isLastOfMonth(date) && Number(date.slice(5, 7)) % cycleMonths[cycle] === 0;
}

function isLastOfMonth(date: string): boolean {
  return daysAfter(date, 1).endsWith('-01');
}
