// The view model of the week: which one is shown, how it is laid out, what the calendar moves over.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { addDays, shownDate, weekStart, type CivilDate } from '../domain/civil.ts';
import type { Drag, Ground, Neighbour, Slot } from '../domain/drag.ts';
import type { Id } from '../domain/rows.ts';
import type { Span } from '../domain/spans.ts';
import { layOutWeek, type Week } from '../domain/week.ts';
import { dayStart, localTime, momentOf } from '../domain/zones.ts';
import { addressOf, go, route } from '../router.ts';
import { spans, storedSpans } from '../store/bookings.ts';
import { now } from '../store/clock.ts';
import { zone } from '../store/session.ts';
import { settingOf } from '../store/tables.ts';
import { accountDays, ownAbsenceDays, today, told } from './progress.ts';

const weekdays = { monday: 1, saturday: 6, sunday: 7 } as const;

/** The first day of the week that is shown: the account's settings say with which one weeks begin. */
export const firstDay: ReadonlySignal<CivilDate> = computed(() => {
  const { detail } = route.value;
  const first = weekdays[settingOf('first_day_of_week') as keyof typeof weekdays] ?? 1;
  return weekStart(shownDate(detail, today.value), first);
});

/** Whether the sheet is shown in place of the calendar. */
export const isSheet: ReadonlySignal<boolean> = computed(() => route.value.query['view'] === 'sheet');

/** The week as it is laid out. */
export const week: ReadonlySignal<Week> = computed(() =>
  layOutWeek({
    spans: spans.value,
    stored: storedSpans.value,
    account: accountDays.value,
    absenceDays: ownAbsenceDays.value,
    first: firstDay.value,
    zone: zone.value,
    // Minutes are what the calendar shows: seconds need no new layout.
    now: Math.floor(now.value / 60) * 60,
    told: told.value,
  }),
);

/** Goes some weeks on or back, and keeps the view. */
export function turnWeek(weeks: number): void {
  const to = weeks === 0 ? '' : addDays(firstDay.value, weeks * 7);
  go(addressOf('week', to, isSheet.value ? { view: 'sheet' } : {}));
}

/** The gesture that is going on. */
export const drag = signal<Drag | null>(null);
/** The booking that has the focus, or had it last. */
export const focused = signal<Id | null>(null);
/** What a screen reader is told. */
export const spoken = signal('');

/** The room that a booking takes in the calendar, whole: in the first column it may begin before the week. */
export function slotOf(span: Span): Slot | null {
  const day = week.value.days.findIndex((one) => one.segments.some((part) => part.span.id === span.id));
  if (day < 0) return null;
  const end = span.end ?? Math.floor(now.value / 60) * 60;
  return { day, from: minuteOf(day, span.start), length: (end - span.start) / 60 };
}

/** All bookings of the week, each where it begins, or goes on in the first column. */
export const neighbours: ReadonlySignal<readonly Neighbour[]> = computed(() =>
  week.value.days.flatMap((day, index) =>
    day.segments
      .filter((part) => part.beginsHere || index === 0)
      .flatMap((part): readonly Neighbour[] => {
        const slot = slotOf(part.span);
        return slot === null ? [] : [{ ...slot, id: part.span.id, isLocked: part.span.isLocked }];
      }),
  ),
);

/** What a gesture moves over; `reach` are the minutes of 6 px. */
export function groundOf(reach: number): Ground {
  const { days } = week.value;
  const index = days.findIndex((day) => day.isToday);
  const begins = dayStart(today.value, zone.value);
  return {
    neighbours: neighbours.value,
    days: days.length,
    minutes: days.map((day) => day.minutes),
    now: index < 0 ? null : { day: index, minute: Math.round((now.value - begins) / 60) },
    step: 5,
    reach,
    sameClock(fromDay, toDay, minute) {
      if (fromDay === toDay) return minute;
      const [date = '', clock] = localTime(momentAt({ day: fromDay, minute }), zone.value).split(' ');
      return minuteOf(toDay, momentOf(`${addDays(date, toDay - fromDay)} ${clock}`, zone.value));
    },
  };
}

/** The moment of a place in the calendar; minutes of a booking with seconds are fractions. */
export function momentAt({ day, minute }: { readonly day: number; readonly minute: number }): number {
  return dayStart(addDays(firstDay.value, day), zone.value) + Math.round(minute * 60);
}

/** The minute of a moment, counted from where a column begins. */
function minuteOf(day: number, moment: number): number {
  return (moment - momentAt({ day, minute: 0 })) / 60;
}

/** Start and end of a slot. */
export function timesOfSlot(slot: Slot): { readonly start: number; readonly end: number } {
  const start = momentAt({ day: slot.day, minute: slot.from });
  return { start, end: start + Math.round(slot.length * 60) };
}
