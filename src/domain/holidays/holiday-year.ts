// Holiday years: from when to when one goes. Pure; dates are `YYYY-MM-DD`.
import { dateAfter } from '#values/date-range.ts';

/** Whether holiday years begin in January, or on the day of entry and its anniversaries. */
export type YearMode = 'calendar_year' | 'entry_date';

/** Some days, both ends included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The holiday year that holds the date; without a day of entry it is the calendar year. */
export function holidayYearAt(
  { mode, entry }: { readonly mode: YearMode; readonly entry: string | null },
  date: string,
): Days {
  const year = Number(date.slice(0, 4));
  if (mode !== 'entry_date' || entry === null) {
    return { from: `${date.slice(0, 4)}-01-01`, to: `${date.slice(0, 4)}-12-31` };
  }
  const first = anniversary(entry, year) > date ? year - 1 : year;
  return { from: anniversary(entry, first), to: dateAfter(anniversary(entry, first + 1), -1) };
}

/** Who entered on 29 February begins on the 28th in other years. */
function anniversary(entry: string, year: number): string {
  return Temporal.PlainDate.from(entry)
    .add({ years: year - Number(entry.slice(0, 4)) })
    .toString();
}
