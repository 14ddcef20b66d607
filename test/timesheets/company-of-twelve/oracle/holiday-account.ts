// The holiday account of a person. The balance of each date is added up anew from the first day on.
import type { Company, Employment, Person } from '../facts.ts';
import { costOn } from './absent-parts.ts';
import { datesFrom, scheduleOn, startOf } from './terms.ts';

interface HolidayDay {
  readonly date: string;
  readonly year: number;
  readonly taken: number;
  readonly adjusted: number;
}

interface HolidayAccount {
  readonly company: Company;
  readonly days: readonly HolidayDay[];
  readonly carried: number;
  /** Days that each year gives. */
  readonly grants: ReadonlyMap<number, number>;
}

/** Days that are left at the end of each date of an employment. */
export function holidayBalances(
  company: Company,
  person: Person,
  { employment, last }: { readonly employment: Employment; readonly last: string },
): ReadonlyMap<string, number> {
  const dates = datesFrom(startOf(employment), last);
  const years = new Set(dates.map(yearOf));
  const account: HolidayAccount = {
    company,
    carried: employment === person.employments[0] ? person.holiday.carried : 0,
    grants: new Map([...years].map((year) => [year, grantOf({ company, person, employment }, year)])),
    days: dates.map((date) => ({
      date,
      year: yearOf(date),
      taken: costOn(company, person, date).holiday,
      adjusted: adjustedOn(person, date),
    })),
  };
  return new Map(dates.map((date) => [date, balanceOn(account, date)]));
}

/** Days that were added and taken off by hand on a date. */
export function adjustedOn(person: Person, date: string): number {
  let sum = 0;
  for (const one of person.adjustments) if (one.date === date) sum += one.days;
  return sum;
}

function balanceOn({ company, days, carried, grants }: HolidayAccount, date: string): number {
  let balance = carried;
  let expiring = carried;
  for (const [year, grant] of grants) {
    const [newYear, lastCarried] = [`${year}-01-01`, `${year}-${company.carriedUntil}`];
    if (newYear > date) break;
    balance += grant;
    for (const day of days) {
      if (day.year !== year || day.date > date) continue;
      balance += day.adjusted - day.taken;
      // Carried days are used first, also by what is taken off by hand.
      if (day.date <= lastCarried) expiring -= day.taken - Math.min(0, day.adjusted);
    }
    if (date >= lastCarried) balance -= Math.max(0, expiring);
    if (date > `${year}-12-31`) balance = Math.min(balance, company.mostCarried);
    expiring = balance;
  }
  return Math.round(balance * 100) / 100;
}

interface Entitled {
  readonly company: Company;
  readonly person: Person;
  readonly employment: Employment;
}

/** The amount of a year by employed days and by working days a week, rounded half up to hundredths. */
function grantOf({ company, person, employment }: Entitled, year: number): number {
  const dates = datesFrom(`${year}-01-01`, `${year}-12-31`);
  const workingDays = (date: string): number =>
    scheduleOn(company, person, date).days.filter(({ hours }) => hours > 0).length;
  const meant = workingDays(person.schedules[0]?.from ?? '0001-01-01');
  let sum = 0;
  for (const date of dates)
    if (employment.entry <= date && date <= (employment.exit ?? date)) sum += workingDays(date);
  return Math.floor((person.holiday.amount * sum * 100) / (meant * dates.length) + 0.5) / 100;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}
