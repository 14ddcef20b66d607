// Dates on which a colleague may have a public holiday: by the calendars, which everyone may read. Whose calendar holds on a
// day, and who was employed then, is known only of people whose days of absence the reader sees.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { CivilDate } from '../domain/civil.ts';
import { reading } from '../store/readings.ts';
import { useReading } from './use-reading.ts';

const holidays = reading<{ readonly date: CivilDate }>('calendar.holidays');

/** Reads the holidays, unless `isNeeded` says that there is nothing to read them for. */
export function useHolidayDates(isNeeded: () => boolean): void {
  useReading(holidays, 'publicHolidays', () => (isNeeded() ? { active: 1, _fields: 'id,date' } : null));
}

/** The dates of the holidays of all calendars; `null` until they are read. */
export const holidayDates: ReadonlySignal<ReadonlySet<CivilDate> | null> = computed(
  () => holidays.rows.value && new Set(holidays.rows.value.map(({ date }) => date)),
);
