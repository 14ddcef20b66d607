// Every column of every day of a person, calculated from the plain data by the rules for payroll alone. Nothing here is
// shared with the server, and no total is carried from day to day: each one is added up anew.
import type { Company, Employment, Person } from '../facts.ts';
import { costOn } from './absent-parts.ts';
import { countDay, type CountedDay } from './counted-day.ts';
import { adjustedOn, holidayBalances } from './holiday-account.ts';
import { piecesByDate } from './painted-day.ts';
import { plannedByDate } from './planned-seconds.ts';
import { stretchesOf } from './rest-between-work.ts';
import { settlementsOf, type Settlement } from './settlements.ts';
import { datesFrom, daysAfter, holidayOn, scheduleDayOn, startOf, valueOn } from './terms.ts';
import { violationsOn, type Watched } from './violations.ts';

/** A row of `timesheetAccountings` without its ids; `department` is a name. */
export type ExpectedDay = Readonly<Record<string, unknown>>;

/** The days of all accounts of a person up to the last date. */
export function expectedDays(company: Company, person: Person, last: string): readonly ExpectedDay[] {
  const pieces = piecesByDate(person.bookings);
  const counted = new Map<string, CountedDay>();
  const counting = datesFrom(daysAfter(startOf(person.employments[0] as Employment), -7), last);
  for (const date of counting)
    counted.set(date, countDay(company, person, { date, pieces: pieces.get(date) ?? [] }));
  const dayOn = (date: string): CountedDay => counted.get(date) as CountedDay;
  const watched: Watched = {
    company,
    person,
    stretches: stretchesOf(person.bookings),
    workOn: (date) => dayOn(date).work,
    paintedOn: (date) => dayOn(date).painted,
  };
  const planned = plannedByDate(person.plans);
  const amounts = (date: string): ExpectedDay => ({
    date,
    department: valueOn(person.departments, date),
    ...calendarOf(company, person, date),
    ...worked(dayOn(date)),
    working_time_planned: shown(planned.get(date) ?? 0),
    ...absences(company, person, date),
    ...violationsOn(watched, date),
    ...approval(person, date),
  });
  return person.employments.flatMap((employment) =>
    balancedDays({ company, person, employment, last }, dayOn).map(({ date, ...balances }) => ({
      ...amounts(date as string),
      ...balances,
    })),
  );
}

/** Hours rounded half up to hundredths. */
export function shown(seconds: number): number {
  return Math.floor((seconds + 18) / 36) / 100;
}

function calendarOf(company: Company, person: Person, date: string): ExpectedDay {
  const day = Temporal.PlainDate.from(date);
  const isWorkday = scheduleDayOn(company, person, date).hours > 0;
  return {
    weekday: day.dayOfWeek,
    week: day.weekOfYear,
    year: day.yearOfWeek,
    month: day.month,
    workday: isWorkday ? 1 : 0,
    public_holiday: isWorkday ? holidayOn(person, date) : 0,
  };
}

function worked({
  painted,
  work,
  breaks,
  paidBreak,
  paid,
  missing,
  target,
  reduction,
}: CountedDay): ExpectedDay {
  return {
    begin_time: painted.begin,
    end_time: painted.end,
    target_working_hours: shown(target),
    working_time: shown(work),
    break: shown(breaks),
    unbooked_time: shown(painted.unbooked),
    paid_break: shown(paidBreak),
    unpaid_break: shown(breaks - paidBreak),
    paid_nonworking_time: shown(paid),
    total_working_time: shown(work + paid),
    total_working_time_incl_paid_non_working_time: shown(work + paid),
    overtime_reduction: shown(reduction),
    break_law_check: Math.ceil(missing / 60),
    break_law_violation: missing > 0 ? 1 : 0,
  };
}

function absences(company: Company, person: Person, date: string): ExpectedDay {
  const cost = costOn(company, person, date);
  return {
    holiday: cost.holiday,
    sick_leave: cost['sick leave'] + cost['sick leave with certificate'],
    other_paid_leave: cost['special leave'],
    // Home office counts as working time and is no leave; the number names it all the same.
    other_paid_leave_id: cost['special leave'] > 0 ? 13 : cost['home office'] > 0 ? 12 : null,
    holiday_adjustments: adjustedOn(person, date),
  };
}

function approval(person: Person, date: string): ExpectedDay {
  const isApproved = person.approved.includes(date) ? 1 : 0;
  return { approved_by_admin: isApproved, approved_by_user: 0, approved_by_user_1: 0 };
}

/** The rows of the ledger of overtime, as `2026-01-31 cap 4.5`. */
export function expectedLedger(company: Company, person: Person): readonly string[] {
  const last = company.today;
  const pieces = piecesByDate(person.bookings);
  return person.employments
    .flatMap((employment) =>
      settledOf({ company, person, employment, last }, (date) =>
        countDay(company, person, { date, pieces: pieces.get(date) ?? [] }),
      ),
    )
    .map(({ date, kind, seconds }) => `${date} ${kind} ${shown(seconds)}`)
    .toSorted();
}

interface Account {
  readonly company: Company;
  readonly person: Person;
  readonly employment: Employment;
  readonly last: string;
}

/** The columns that depend on the days before. */
function balancedDays(
  { company, person, employment, last }: Account,
  dayOn: (date: string) => CountedDay,
): readonly ExpectedDay[] {
  const until = employment.exit !== null && employment.exit < last ? employment.exit : last;
  const dates = datesFrom(startOf(employment), until);
  const holidays = holidayBalances(company, person, { employment, last: until });
  const moved = new Map(
    dates.map((date) => [date, movementOf({ company, person, employment, last }, dayOn)(date)]),
  );
  const settled = settledOf({ company, person, employment, last }, dayOn);
  return dates.map((date) => {
    const hasBegun = date <= company.today;
    let total = employment.initialBalance * 3600;
    for (const one of dates) if (one <= date) total += moved.get(one) as number;
    for (const one of settled) if (one.date <= date) total -= one.seconds;
    return {
      date,
      holiday_balance: holidays.get(date),
      additions: shown(hoursOn(person.additions, date)),
      overtime_paid: shown(hoursOn(person.payouts, date)),
      overtime_settled: shown(settledOn(settled, date)),
      working_time_daily_balance: hasBegun ? shown(balanceOf(dayOn(date))) : null,
      working_time_total_balance: hasBegun ? shown(total) : null,
    };
  });
}

function balanceOf({ work, paid, target }: CountedDay): number {
  return work + paid - target;
}

/** What a date adds to the balance before anything is settled. */
function movementOf({ person }: Account, dayOn: (date: string) => CountedDay): (date: string) => number {
  return (date) =>
    balanceOf(dayOn(date)) -
    dayOn(date).reduction +
    hoursOn(person.additions, date) -
    hoursOn(person.payouts, date);
}

function settledOf(account: Account, dayOn: (date: string) => CountedDay): readonly Settlement[] {
  const { company, person, employment } = account;
  const days = datesFrom(startOf(employment), company.today);
  const moved = new Map(days.map((date) => [date, movementOf(account, dayOn)(date)]));
  const yesterday = daysAfter(company.today, -1);
  return settlementsOf({ person, employment, yesterday, movement: (date) => moved.get(date) ?? 0 });
}

function settledOn(settled: readonly Settlement[], date: string): number {
  let sum = 0;
  for (const one of settled) if (one.date === date) sum += one.seconds;
  return sum;
}

function hoursOn(hours: readonly { readonly date: string; readonly hours: number }[], date: string): number {
  let sum = 0;
  for (const one of hours) if (one.date === date) sum += one.hours * 3600;
  return sum;
}
