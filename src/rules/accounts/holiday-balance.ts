// The holiday account of a person: what they are entitled to, what they took, what they asked for. Days are hundredths.
import type { ReadView, Row } from '#resource/rule.ts';
import { countedFrom, entitlement, periodAfter, periodAt, type HolidayPeriod } from './holiday-period.ts';

/** One day of holiday or one adjustment. */
interface Entry {
  readonly date: string;
  readonly days: number;
}

/** All entries of a person. */
export interface HolidayEntries {
  readonly adjusted: readonly Entry[];
  readonly granted: readonly Entry[];
  readonly requested: readonly Entry[];
}

/** A holiday year of a person. */
export interface HolidayBalance {
  readonly period: HolidayPeriod;
  /** Left over from the years before; carried days do not expire. */
  readonly carried: number;
  /** Entitled to in this year, adjustments included. */
  readonly entitled: number;
  /** Granted up to today. */
  readonly taken: number;
  /** Carried and entitled, less taken. */
  readonly left: number;
  /** Granted and still to come. */
  readonly granted: number;
  readonly requested: number;
  /** Left, less granted and requested. */
  readonly available: number;
}

/** Reads a person's entries. */
export async function holidayEntries(view: ReadView, userId: number): Promise<HolidayEntries> {
  const ofUser = [
    { column: 'user_id', is: '=', value: userId },
    { column: 'type', is: '=', value: 'holiday' },
  ] as const;
  const logs = await view.find('timesheetActionLogs', [...ofUser, { column: 'request_id', is: 'null' }]);
  const days = await view.find('absenceDays', ofUser);
  return {
    adjusted: logs.map(entryOf),
    granted: days.filter(({ status }) => status === 1).map(entryOf),
    requested: days.filter(({ status }) => status === 0 || status === 5).map(entryOf),
  };
}

/** The holiday year that holds the date, as it stands `today`. */
export function holidayBalance(
  user: Row,
  entries: HolidayEntries,
  { date, today }: { date: string; today: string },
): HolidayBalance {
  const period = periodAt(user, date);
  const entitled = entitlement(user, period) + sum(entries.adjusted, period);
  const carried = carriedInto(user, entries, period);
  const { granted: all } = entries;
  const taken = sum(
    all.filter((entry) => entry.date <= today),
    period,
  );
  const granted = sum(all, period) - taken;
  const requested = sum(entries.requested, period);
  const left = carried + entitled - taken;
  return {
    period,
    carried,
    entitled,
    taken,
    left,
    granted,
    requested,
    available: left - granted - requested,
  };
}

/** What the years before left over, beginning with what the account began with. */
function carriedInto(user: Row, entries: HolidayEntries, { from }: HolidayPeriod): number {
  const initial = (user['payroll_accounting_initial_value_holiday'] ?? 0) as number;
  const start = countedFrom(user);
  if (start === null) return initial;
  let period = periodAt(user, start);
  if (period.from > from) return 0;
  let carried = initial;
  for (; period.from < from; period = periodAfter(user, period)) {
    carried += entitlement(user, period) + sum(entries.adjusted, period) - sum(entries.granted, period);
  }
  return carried;
}

function sum(entries: readonly Entry[], { from, to }: HolidayPeriod): number {
  return entries.reduce((total, { date, days }) => (from <= date && date <= to ? total + days : total), 0);
}

function entryOf(row: Row): Entry {
  return { date: row['date'] as string, days: row['value'] as number };
}
