// What a day is before anybody works: target, credited absences, limits. Pure: it follows from the schedule, the calendar
// and the absences of the day. Times are whole seconds, shares of days hundredths.
import type { Row } from '#resource/rule.ts';
import { amountsOn, secondsTaken } from '../absence-days/amounts-in-days.ts';
import type { CalendarDay } from '../absence-days/count-days.ts';
import { calendarDay } from '../absence-days/person-calendar.ts';
import { coreTimeOf, type CoreTime } from '../schedules/core-time.ts';
import { holidayValue, type PersonDay } from '../schedules/person-days.ts';

/** Most seconds of work a day and a week, fewest of rest between days and in a week; `null`: no limit. */
export interface Limits {
  readonly daily: number | null;
  readonly weekly: number | null;
  readonly rest: number | null;
  readonly weeklyRest: number | null;
}

/** What bookings of a day are counted with; kept on its row. */
export interface DayFrame extends Limits {
  /** Seconds of absence that count as work: the most that they add to what is booked, never beyond the target. */
  readonly paid: number;
  /** In seconds since midnight, on the clocks of whoever works: at home or elsewhere. */
  readonly core: CoreTime | null;
  /** The model of breaks; `null`: as the account says, so that days outlive it. */
  readonly breaks: number | null;
  /** Whether gaps between bookings are breaks; `null`: as the account says. */
  readonly gaps: boolean | null;
  /** The longest gap that is a break; `null`: as the account says. */
  readonly longestGap: number | null;
  /** Seconds of break that are paid, as far as there is a break. */
  readonly paidBreak: number;
}

/** What a day's frame follows from. */
export interface FrameParts {
  readonly day: PersonDay;
  /** The granted rows of absenceDays of the person and date. */
  readonly absences: readonly Row<'absenceDays'>[];
  readonly limits: Limits;
  readonly breaks: Pick<DayFrame, 'breaks' | 'gaps' | 'longestGap' | 'paidBreak'>;
  /** Planned seconds. */
  readonly planned: number;
}

/** The columns of a day's row that follow from its frame. */
export type FrameColumns = Pick<
  Row<'timesheetAccountings'>,
  | 'department_id'
  | 'workday'
  | 'target_working_hours'
  | 'working_time_planned'
  | 'overtime_reduction'
  | 'public_holiday'
  | 'holiday'
  | 'sick_leave'
  | 'other_paid_leave'
  | 'other_paid_leave_id'
  | 'frame'
>;

/** Works them out. */
export function frameColumns({ day, absences, limits, breaks, planned }: FrameParts): FrameColumns {
  const worth = calendarDay(day);
  const full = worth.seconds;
  const taken = withShares(absences, worth);
  const secondsOf = (kind: Taken['kind']): number =>
    taken.reduce((sum, one) => (one.kind === kind ? sum + one.seconds : sum), 0);
  const shareOf = (test: (one: Taken) => boolean): number =>
    taken.filter(test).reduce((sum, { share }) => sum + share, 0);
  const paid = Math.min(full, secondsOf('work'));
  const credited = creditedKinds.reduce((sum, kind) => sum + secondsOf(kind), 0);
  const target = Math.max(0, full - credited);
  const other = taken.find(({ kind }) => kind === 'other_paid_leave' || kind === 'work');
  const frame: DayFrame = { paid, ...limits, core: coreOn(day, absences), ...breaks };
  return {
    department_id: day.departmentId,
    workday: day.workday ? 1 : 0,
    target_working_hours: target,
    working_time_planned: planned,
    overtime_reduction: Math.min(full, secondsOf('overtime_reduction')),
    public_holiday: day.workday ? holidayValue(day) : 0,
    // Whatever it counts as, holiday comes out of the holiday account, and the sick are sick.
    holiday: shareOf(({ type }) => type === 'holiday'),
    sick_leave: shareOf(({ type }) => type === 'sick_leave'),
    other_paid_leave: shareOf(({ kind }) => kind === 'other_paid_leave'),
    other_paid_leave_id: other?.subtype ?? null,
    frame: JSON.stringify(frame),
  };
}

function coreOn(day: PersonDay, absences: readonly Row<'absenceDays'>[]): CoreTime | null {
  const hours = absences.map(({ date, begin, value, value_unit }) => ({
    from_date: date,
    begin,
    duration: value,
    duration_unit: value_unit,
  }));
  const core = coreTimeOf(day, { absences: hours, zone: 'UTC' });
  if (core === null) return null;
  const midnight = Date.parse(day.date) / 1000;
  return {
    begin: core.begin,
    start: core.start - midnight,
    end: core.end - midnight,
    latestStart: core.latestStart - midnight,
    earliestEnd: core.earliestEnd - midnight,
  };
}

/** Kinds of absence that take the day's target away. */
const creditedKinds = ['holiday', 'sick_leave', 'other_paid_leave', 'overtime_reduction'] as const;

/** What an absence takes of a day. */
interface Taken {
  readonly type: Row<'absenceDays'>['type'];
  /** What its hours are: those of its type, or work. */
  readonly kind: Row<'absenceDays'>['type'] | 'work';
  readonly seconds: number;
  readonly share: number;
  readonly subtype: number | null;
}

/**
 * Shares are rounded together, so that they never come to more than the day: holiday as the holiday account takes it,
 * then the others up to what all before them come to.
 */
function withShares(absences: readonly Row<'absenceDays'>[], worth: CalendarDay): readonly Taken[] {
  const { seconds: full, share: cost } = worth;
  const [holidays, others] = [absences.filter(isHoliday), absences.filter((row) => !isHoliday(row))];
  const days = amountsOn(holidays, worth);
  const taken = holidays.map((row) => takenOf(row, { worth, share: days.get(row) ?? 0 }));
  const sum = (of: (one: Taken) => number): number => taken.reduce((total, one) => total + of(one), 0);
  for (const row of others) {
    const seconds = sum((one) => one.seconds) + secondsTaken(row, worth);
    const upTo = full === 0 ? 0 : Math.min(cost, Math.round((cost * seconds) / full));
    taken.push(takenOf(row, { worth, share: Math.max(0, upTo - sum(({ share }) => share)) }));
  }
  return taken;
}

function takenOf(
  absence: Row<'absenceDays'>,
  { worth, share }: { worth: CalendarDay; share: number },
): Taken {
  const { type, subtype_id: subtype } = absence;
  const kind = absence.counts_as_work === 1 ? 'work' : type;
  return { type, kind, seconds: secondsTaken(absence, worth), share, subtype };
}

function isHoliday(absence: Row<'absenceDays'>): boolean {
  return absence.type === 'holiday';
}
