// What days of a person are counted from, as the account stands: frames from schedules, calendars and absences; bookings.
import type { ReadView, Row } from '#resource/rule.ts';
import { plannedSeconds } from './planned-time.ts';
import { valueOn, type Entry } from '../schedules/history.ts';
import { loadPersonDays, type DateRange, type PersonDay } from '../schedules/person-days.ts';
import { bookedColumns, partsOf, type BookedPart, type Booking } from './booked-parts.ts';
import { frameColumns, type FrameColumns, type FrameParts, type Limits } from './day-frame.ts';
import { together } from '#resource/missing.ts';

const hour = 3600;
/** No zone is further from UTC. */
const furthestZone = 14 * hour;
/** How far before a day the rest before it may begin. */
const longestRest = 24 * hour;

/** The columns of a day that follow from schedule, calendar and absences, worked out when they are asked for. */
export type Frames = (date: string) => FrameColumns | undefined;

/** Frames of the dates of a range; other dates have none. */
export function loadFrames(view: ReadView, userId: number, range: DateRange): Frames {
  const [dayOf, absences, planned, paidBreaks] = together([
    () => loadPersonDays(view, userId, range),
    () => grantedDays(view, userId, range),
    () => plannedSeconds(view, userId, range),
    () => paidBreaksOf(view, userId),
  ]);
  return (date) => {
    if (dayOf === null || date < range.from || date > range.to) return undefined;
    const day = dayOf(date);
    return frameColumns({
      day,
      absences: absences.get(date) ?? [],
      limits: limitsOf(day),
      breaks: { ...breaksOf(day), paidBreak: valueOn(paidBreaks, date) ?? 0 },
      planned: planned.get(date) ?? 0,
    });
  };
}

/** Hundredths of hours in seconds. */
function seconds(hundredths: number | null | undefined): number | null {
  return hundredths == null ? null : hundredths * 36;
}

function breaksOf({ breakTemplateId, limits }: PersonDay): Omit<FrameParts['breaks'], 'paidBreak'> {
  const gaps = limits?.gapsAreBreaks ?? null;
  return {
    breaks: breakTemplateId,
    gaps: gaps === null ? null : gaps === 1,
    longestGap: seconds(limits?.longestGapHours),
  };
}

/** Seconds of paid break a day, from when on. */
function paidBreaksOf(view: ReadView, userId: number): readonly Entry[] {
  const rows = view.find('paidBreaksHistory', [{ column: 'user_id', is: '=', value: userId }], {
    orderBy: ['valid_from'],
  });
  // Hundredths of minutes.
  return rows.map((row) => ({
    from: row.valid_from,
    value: Math.round((row.quota_value ?? 0) * 0.6),
  }));
}

function limitsOf({ limits }: PersonDay): Limits {
  return {
    daily: seconds(limits?.dailyHours),
    weekly: seconds(limits?.weeklyHours),
    rest: seconds(limits?.restHours),
    weeklyRest: seconds(limits?.weeklyRestHours),
  };
}

/** With the id, an engine that is far away knows without asking which of them a change concerns. */
const shownColumns = ['id', ...bookedColumns] as const;

/** What was booked on the dates of the range and shortly before it, by date and in order. */
export function loadBookings(
  view: ReadView,
  userId: number,
  range: DateRange,
): ReadonlyMap<string, readonly BookedPart[]> {
  return byDate(findBookings(view, userId, range).flatMap(partsOf));
}

/** Parts by their date. */
export function byDate(parts: readonly BookedPart[]): ReadonlyMap<string, readonly BookedPart[]> {
  return Map.groupBy(parts, ({ date }) => date);
}

/** The trackings from which {@link loadBookings} makes its parts, in order. */
export function findBookings(
  view: ReadView,
  userId: number,
  { from, to }: DateRange,
): readonly (Booking & Pick<Row<'timeTrackings'>, 'id'>)[] {
  const ofUser = { column: 'user_id', is: '=', value: userId } as const;
  const first = Date.parse(from) / 1000 - furthestZone - longestRest;
  const last = Date.parse(to) / 1000 + 24 * hour + furthestZone;
  // Trackings do not overlap: of those that began earlier only one can reach in.
  const [earlier, within] = together([
    () =>
      view.find('timeTrackings', [ofUser, { column: 'start_instant', is: '<', value: first }], {
        columns: shownColumns,
        orderBy: ['-start_instant'],
        limit: 1,
      }),
    () =>
      view.find(
        'timeTrackings',
        [
          ofUser,
          { column: 'start_instant', is: '>=', value: first },
          { column: 'start_instant', is: '<', value: last },
        ],
        { columns: shownColumns, orderBy: ['start_instant'] },
      ),
  ]);
  return [...earlier, ...within];
}

function grantedDays(
  view: ReadView,
  userId: number,
  { from, to }: DateRange,
): ReadonlyMap<string, readonly Row<'absenceDays'>[]> {
  const rows = view.find('absenceDays', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'date', is: '>=', value: from },
    { column: 'date', is: '<=', value: to },
    { column: 'status', is: '=', value: 1 },
    { column: 'type', is: '!=', value: 'public_holiday' },
  ]);
  return Map.groupBy(rows, (row) => row.date);
}
