// What a person's schedule, calendar and employment say of each day. Hours and parts of days are in hundredths.
import type { ReadView, Row } from '#resource/rule.ts';
import { datesBetween } from '#values/date-range.ts';
import { formerEmployments } from '#values/employment.ts';
import { weekdayOf } from '#values/week.ts';
import { valueOn, type Entry } from './history.ts';
import { entryOf, type DatedColumn } from './keep-history.ts';
import { planOf, type PlannedDay, type ScheduleLimits, type SchedulePlan } from './schedule-plan.ts';

/** One day of a person. */
export interface PersonDay {
  readonly date: string;
  /** From `entry_date` to `exit_date`; where they are empty, always. */
  readonly employed: boolean;
  /** It may have been deleted since. */
  readonly departmentId: number | null;
  readonly scheduleId: number | null;
  readonly holidayTemplateId: number | null;
  /** Employed, and the schedule has work on this weekday; public holidays are workdays too. */
  readonly workday: boolean;
  /** Hours that the schedule wants, before holidays and absences. */
  readonly hours: number;
  /** A day of holiday costs half a day here. */
  readonly halfHoliday: boolean;
  /** What the schedule said of the weekday then, core times too; `null` without one. */
  readonly weekday: PlannedDay | null;
  /** The model of breaks of the person, else of the schedule; `null`: as the account says. */
  readonly breakTemplateId: number | null;
  /** The limits that the schedule had then; `null` without a schedule. */
  readonly limits: ScheduleLimits | null;
  /** The public holiday, employed or not. */
  readonly holiday: Row<'publicHolidays'> | null;
}

/** The first and the last date of a range. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** The days of a person from a date to another, each exactly once; empty if there is no such person. */
export function personDays(view: ReadView, userId: number, range: DateRange): readonly PersonDay[] {
  const dayOf = loadPersonDays(view, userId, range);
  return dayOf === null ? [] : datesBetween(range.from, range.to).map(dayOf);
}

/** What any date of a range is to a person, worked out when it is asked for; `null` if there is no such person. */
export function loadPersonDays(
  view: ReadView,
  userId: number,
  range: DateRange,
): ((date: string) => PersonDay) | null {
  const user = view.get('users', userId);
  if (user === undefined) return null;
  const history = historyOf(view, userId);
  const plans = plansOf(view, history.timesheet_template_id);
  const holidays = holidaysOf(view, history.public_holiday_template_id, range);
  const isEmployedOn = employedOn(user);
  return (date) => {
    const employed = isEmployedOn(date);
    const scheduleId = valueOn(history.timesheet_template_id, date);
    const holidayTemplateId = valueOn(history.public_holiday_template_id, date);
    const plan = valueOn(plans.get(scheduleId) ?? [], date);
    const weekday = plan?.days[weekdayOf(date) - 1] ?? null;
    const workday = employed && weekday?.workday === 1;
    return {
      date,
      employed,
      departmentId: valueOn(history.department_id, date),
      scheduleId,
      holidayTemplateId,
      workday,
      hours: workday ? weekday.hours : 0,
      halfHoliday: weekday?.half_holiday === 1,
      weekday,
      breakTemplateId:
        valueOn(history.automatic_break_template_id, date) || (plan?.limits.breakTemplateId ?? null),
      limits: plan?.limits ?? null,
      holiday: holidays.get(`${holidayTemplateId} ${date}`) ?? null,
    };
  };
}

/** What a person's schedule says of a date. */
export function scheduleOn(view: ReadView, userId: number, date: string): PersonDay | undefined {
  return personDays(view, userId, { from: date, to: date })[0];
}

/** What of a day says whether it is a public holiday. */
interface HolidayPart {
  readonly holiday: Pick<Row<'publicHolidays'>, 'value'> | null;
}

/** How much of the day a public holiday takes: 0 to 100. */
export function holidayValue({ holiday }: HolidayPart): number {
  return holiday?.value ?? 0;
}

/** What a whole day of absence costs, in hundredths of a day: nothing on days off and public holidays. */
export function dayCost(day: Pick<PersonDay, 'workday' | 'halfHoliday'> & HolidayPart): number {
  if (!day.workday) return 0;
  return Math.round(((day.halfHoliday ? 50 : 100) * (100 - holidayValue(day))) / 100);
}

/** Target time in whole seconds: the schedule's hours, less the public holiday. */
export function targetSeconds(day: Pick<PersonDay, 'hours'> & HolidayPart): number {
  return Math.round((day.hours * 36 * (100 - holidayValue(day))) / 100);
}

/** What a person's days follow from. */
const historyColumns = [
  'department_id',
  'timesheet_template_id',
  'public_holiday_template_id',
  'automatic_break_template_id',
] as const satisfies readonly DatedColumn[];

type History = Readonly<Record<(typeof historyColumns)[number], readonly Entry[]>>;

/** The schedules, calendars, departments and models of breaks of a person, each with the date from which it holds, in order. */
export function historyOf(view: ReadView, userId: number): History {
  const ofUser = { column: 'user_id', is: '=', value: userId } as const;
  const rows = view.find('personHistory', [ofUser, { column: 'kind', is: 'in', value: historyColumns }], {
    orderBy: ['kind', 'valid_from'],
  });
  const of = (kind: DatedColumn): readonly Entry[] => rows.filter((row) => row.kind === kind).map(entryOf);
  return {
    department_id: of('department_id'),
    timesheet_template_id: of('timesheet_template_id'),
    public_holiday_template_id: of('public_holiday_template_id'),
    automatic_break_template_id: of('automatic_break_template_id'),
  };
}

/** What each schedule said from when on. */
function plansOf(
  view: ReadView,
  schedules: readonly Entry[],
): ReadonlyMap<number | null, readonly Entry<SchedulePlan>[]> {
  const rows = view.find('scheduleVersions', [isOne('timesheet_template_id', schedules)], {
    orderBy: ['valid_from'],
  });
  const bySchedule = Map.groupBy(rows, (row) => row.timesheet_template_id);
  return new Map([...bySchedule].map(([schedule, versions]) => [schedule, versions.map(versionOf)]));
}

function versionOf(row: Row<'scheduleVersions'>): Entry<SchedulePlan> {
  return { from: row.valid_from, value: planOf(row) };
}

function holidaysOf(
  view: ReadView,
  templates: readonly Entry[],
  { from, to }: DateRange,
): ReadonlyMap<string, Row<'publicHolidays'>> {
  const rows = view.find('publicHolidays', [
    isOne('template_id', templates),
    { column: 'active', is: '=', value: 1 },
    { column: 'date', is: '>=', value: from },
    { column: 'date', is: '<=', value: to },
  ]);
  return new Map(rows.map((row) => [`${row.template_id} ${row.date}`, row]));
}

function isOne<Column extends string>(column: Column, entries: readonly Entry[]) {
  return { column, is: 'in', value: [...new Set(entries.map(({ value }) => value))] } as const;
}

type Employed = Pick<Row<'users'>, 'entry_date' | 'exit_date' | 'former_employments'>;

/** Whether a person (a row of users) works for the account on a date. */
export function isEmployed(user: Employed, date: string): boolean {
  return employedOn(user)(date);
}

/** The same for many dates. */
function employedOn(user: Employed): (date: string) => boolean {
  const { entry_date: entry, exit_date: exit } = user;
  const former = formerEmployments(user);
  return (date) =>
    ((entry === null || entry <= date) && (exit === null || date <= exit)) ||
    former.some((one) => (one.entry ?? date) <= date && date <= one.exit);
}
