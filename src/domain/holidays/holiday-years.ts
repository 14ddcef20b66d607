// The holiday years of an account, one after the other. Pure.
import { dateAfter, earlierDate, laterDate } from '#values/date-range.ts';
import { termOn, type HolidayAccount } from './holiday-account.ts';
import { holidayYearAt, type Days } from './holiday-year.ts';

/** One of them. The last year before another way of counting years may be a short one, and so may the first after. */
export interface HolidayYear extends Days {
  /** The holiday year of which this is all or a part. */
  readonly whole: Days;
  /** The days of it from the start of the account to the end of the employment. */
  readonly counted: Days;
}

/** The holiday years from the start of the account to the one that holds the date, or the end of the employment. */
export function holidayYears(account: HolidayAccount, until: string): readonly HolidayYear[] {
  const { start, exit } = account;
  const last = exit === null ? until : earlierDate(exit, until);
  const years: HolidayYear[] = [];
  if (start > last) return years;
  let from = firstDay(account);
  while (from <= last) {
    const year = yearFrom(account, from);
    years.push(year);
    const next = dateAfter(year.to, 1);
    // After the last date that can be written there is none.
    if (next === year.to) break;
    from = next;
  }
  return years;
}

/** The first day of the year that holds the start; of a part of it when years began to be counted otherwise before. */
function firstDay({ start, entry, terms }: HolidayAccount): string {
  const { mode } = termOn(terms, start);
  const { from } = holidayYearAt({ mode, entry }, start);
  const others = terms.findLastIndex((term) => term.from <= start && term.mode !== mode);
  const next = terms[others + 1];
  return others === -1 || next === undefined ? from : laterDate(from, next.from);
}

function yearFrom({ start, exit, entry, terms }: HolidayAccount, from: string): HolidayYear {
  const { mode } = termOn(terms, from);
  const whole = holidayYearAt({ mode, entry }, from);
  const change = terms.find((term) => term.from > from && term.mode !== mode);
  const to = change === undefined ? whole.to : earlierDate(whole.to, dateAfter(change.from, -1));
  const counted = { from: laterDate(from, start), to: exit === null ? to : earlierDate(to, exit) };
  return { from, to, whole, counted };
}
