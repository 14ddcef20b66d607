// All that a person's holiday follows from, as plain data. Days are hundredths; lists ascend by date.
import type { Entry } from '../schedules/history.ts';
import type { YearMode } from './holiday-year.ts';

/** What a person is entitled to, from a day on. */
export interface HolidayTerm {
  readonly from: string;
  /** Hundredths of days a year; `null`: no holiday account. */
  readonly amount: number | null;
  /** Working days of the week for which the amount is meant; `null`: for any week. */
  readonly week: number | null;
  readonly mode: YearMode;
}

/** What becomes of days that are left over, from a day on. */
export interface CarryRule {
  readonly from: string;
  /** Last day on which carried days can be taken, as `MM-DD`; `null`: they do not expire. */
  readonly expires: string | null;
  /** Most days that are carried over, in hundredths. */
  readonly most: number;
}

/** Days that come or go on a date. */
export interface Movement {
  readonly date: string;
  readonly days: number;
  /** Id of the row that says so. */
  readonly source: number | null;
}

/** A person's holiday account. */
export interface HolidayAccount {
  /** First day that counts: what lies before it is in `initial`. */
  readonly start: string;
  readonly entry: string | null;
  /** Last day of employment. */
  readonly exit: string | null;
  /** What the account begins with. */
  readonly initial: number;
  /** What lies before the first one follows the first one. */
  readonly terms: readonly HolidayTerm[];
  /** How many days a week the person's schedule has work on. */
  readonly weeks: readonly Entry[];
  readonly rules: readonly CarryRule[];
  readonly adjusted: readonly Movement[];
  /** Days granted, as positive amounts. */
  readonly granted: readonly Movement[];
  /** Days asked for and not decided. */
  readonly requested: readonly Movement[];
}

/** The term that holds on a date. */
export function termOn(terms: readonly HolidayTerm[], date: string): HolidayTerm {
  const term = terms.findLast(({ from }) => from <= date) ?? terms[0];
  if (term === undefined) throw new Error('A holiday account has no terms.');
  return term;
}

/** Until somebody sets something else, everything is carried over and nothing expires. */
const carryAll: CarryRule = { from: '', expires: null, most: Number.MAX_SAFE_INTEGER };

/** The rule about carried days that holds on a date. */
export function carryRuleOn(rules: readonly CarryRule[], date: string): CarryRule {
  return rules.findLast(({ from }) => from <= date) ?? carryAll;
}
