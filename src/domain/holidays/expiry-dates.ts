// On which days carried holiday expires: the rule that holds on a day says whether it is one. Pure.
import { dateAfter, earlierDate, laterDate } from '#values/date-range.ts';
import type { CarryRule } from './holiday-account.ts';
import type { Days } from './holiday-year.ts';

/** The days of the range at whose end carried days expire, ascending. Another rule never changes days before it. */
export function expiryDates(rules: readonly CarryRule[], { from, to }: Days): readonly string[] {
  return rules.flatMap((rule, index) => {
    const next = rules[index + 1];
    const last = next === undefined ? to : earlierDate(to, dateAfter(next.from, -1));
    return rule.expires === null
      ? []
      : occurrences(rule.expires, { from: laterDate(from, rule.from), to: last });
  });
}

function occurrences(monthDay: string, { from, to }: Days): readonly string[] {
  const years: string[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
    years.push(dayOfYear(monthDay, year));
  }
  return years.filter((date) => from <= date && date <= to);
}

/** The day `MM-DD` of a year; 29 February is the 28th where there is none. */
function dayOfYear(monthDay: string, year: number): string {
  const [month, day] = monthDay.split('-').map(Number) as [number, number];
  return Temporal.PlainDate.from({ year, month, day }).toString();
}
