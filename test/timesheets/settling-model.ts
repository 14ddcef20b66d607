// A slow model of settlements: what leaves a balance at the end of a day. It knows neither HTTP nor the server's rules.

/** By what a day settles; amounts are in hours. */
export interface Settling {
  /** Hours of overtime of the month that the salary pays; `Infinity`: all; `null`: none. */
  readonly allowance: number | null;
  readonly rule: SettlingRule | null;
  /** Months of the cycle of the rule; `null`: it never ends. */
  readonly cycle: number | null;
  /** First and last day of employment; `null`: open. */
  readonly entry: string | null;
  readonly exit: string | null;
  /** Whether the day is over. */
  readonly over: boolean;
  /** Seconds that an approved day has settled; `null`: it is not approved, or was not over. */
  readonly kept: number | null;
}

/** A rule of balances. */
export interface SettlingRule {
  readonly payout: number | null;
  readonly expires: boolean;
  readonly maximum: number | null;
}

/** Seconds that leave the balance of a date; `gain`: what the month has added to it. */
export function settledOn(
  date: string,
  { allowance, rule, cycle, entry, exit, over, kept }: Settling,
  { balance, gain }: { readonly balance: number; readonly gain: number },
): number {
  if (kept !== null) return kept;
  const day = Temporal.PlainDate.from(date);
  const isMonthsEnd = day.day === day.daysInMonth;
  if (!over || !(isMonthsEnd || date === exit)) return 0;
  let left = balance;
  if (allowance !== null) {
    const isEmployed = (number: number): boolean => {
      const other = day.with({ day: number }).toString();
      return (entry === null || entry <= other) && (exit === null || other <= exit);
    };
    const employed = Array.from({ length: day.daysInMonth }, (_, index) => index + 1).filter(isEmployed);
    const most =
      allowance === Infinity ? Infinity : Math.round((allowance * 3600 * employed.length) / day.daysInMonth);
    left -= Math.max(0, Math.min(most, gain, balance));
  }
  if (rule !== null && cycle !== null && isMonthsEnd && day.month % cycle === 0) {
    if (rule.payout !== null) left = Math.min(left, rule.payout * 3600);
    if (rule.expires) left = Math.min(left, 0);
    if (rule.maximum !== null) left = Math.min(left, rule.maximum * 3600);
  }
  return balance - left;
}
