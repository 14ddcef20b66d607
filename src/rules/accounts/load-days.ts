// What days of a person are counted from, as the account stands: frames from schedules, calendars and absences; bookings.
import type { ReadView, Row } from '#resource/rule.ts';
import { plannedSeconds } from '../plannings/planned-time.ts';
import { personDays, type DateRange, type PersonDay } from '../schedules/person-days.ts';
import { bookedColumns, partsOf, type BookedPart } from './booked-parts.ts';
import { breaksOf } from './break-rule.ts';
import { frameColumns, type Limits } from './day-frame.ts';

const hour = 3600;
/** No zone is further from UTC. */
const furthestZone = 14 * hour;
/** How far before a day the rest before it may begin. */
const longestRest = 24 * hour;

/** The columns that follow from schedule, calendar and absences, by date. */
export async function loadFrames(
  view: ReadView,
  userId: number,
  range: DateRange,
): Promise<ReadonlyMap<string, Row>> {
  const [days, absences, planned] = await Promise.all([
    personDays(view, userId, range),
    grantedDays(view, userId, range),
    plannedSeconds(view, userId, range),
  ]);
  return new Map(
    days.map((day) => {
      const { date } = day;
      const columns = frameColumns({
        day,
        absences: absences.get(date) ?? [],
        limits: limitsOf(day),
        breaks: breaksOf(day.limits?.breakTemplateId ?? null),
        planned: planned.get(date) ?? 0,
      });
      return [date, columns];
    }),
  );
}

function limitsOf({ limits }: PersonDay): Limits {
  const seconds = (hundredths: number | null | undefined): number | null =>
    hundredths == null ? null : hundredths * 36;
  return {
    daily: seconds(limits?.dailyHours),
    weekly: seconds(limits?.weeklyHours),
    rest: seconds(limits?.restHours),
  };
}

/** What was booked on the dates of the range and shortly before it, by date and in order. */
export async function loadBookings(
  view: ReadView,
  userId: number,
  { from, to }: DateRange,
): Promise<ReadonlyMap<string, readonly BookedPart[]>> {
  const ofUser = { column: 'user_id', is: '=', value: userId } as const;
  const first = Date.parse(from) / 1000 - furthestZone - longestRest;
  const last = Date.parse(to) / 1000 + 24 * hour + furthestZone;
  // Trackings do not overlap: of those that began earlier only one can reach in.
  const [earlier, within] = await Promise.all([
    view.find('timeTrackings', [ofUser, { column: 'start_instant', is: '<', value: first }], {
      columns: bookedColumns,
      orderBy: ['-start_instant'],
      limit: 1,
    }),
    view.find(
      'timeTrackings',
      [
        ofUser,
        { column: 'start_instant', is: '>=', value: first },
        { column: 'start_instant', is: '<', value: last },
      ],
      { columns: bookedColumns, orderBy: ['start_instant'] },
    ),
  ]);
  return Map.groupBy([...earlier, ...within].flatMap(partsOf), ({ date }) => date);
}

async function grantedDays(
  view: ReadView,
  userId: number,
  { from, to }: DateRange,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const rows = await view.find('absenceDays', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'date', is: '>=', value: from },
    { column: 'date', is: '<=', value: to },
    { column: 'status', is: '=', value: 1 },
    { column: 'type', is: '!=', value: 'public_holiday' },
  ]);
  return Map.groupBy(rows, (row) => row['date'] as string);
}
