// Public holidays of people whose days of absence the reader does not see: by their calendars, which everyone may read.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { CivilDate } from '../domain/civil.ts';
import type { AbsenceDay, Id } from '../domain/rows.ts';
import type { Query } from '../store/readings.ts';
import { reading } from '../store/readings.ts';
import { useReading } from './use-reading.ts';

interface Holiday {
  readonly template_id: Id;
  readonly date: CivilDate;
  readonly name: string;
  readonly value: number;
}

const holidays = reading<Holiday>('calendar.holidays');
const owners = reading<{ readonly id: Id; readonly public_holiday_template_id?: Id | null }>(
  'calendar.owners',
);

const byCalendar = computed(() => Map.groupBy(holidays.rows.value ?? [], (row) => row.template_id));

/** Reads the holidays of the dates that `query` names, and whose they are; `null`: none are needed. */
export function useHolidays(query: () => Query | null): void {
  useReading(holidays, 'publicHolidays', () => {
    const asked = query();
    return asked && { ...asked, active: 1, _fields: 'id,template_id,date,name,value' };
  });
  useReading(owners, 'users', () => query() && { _fields: 'id,public_holiday_template_id' });
}

/** The holidays as rows of people. */
export const calendarDays: ReadonlySignal<readonly AbsenceDay[]> = computed(() =>
  (owners.rows.value ?? []).flatMap(({ id, public_holiday_template_id: calendar }) =>
    (byCalendar.value.get(calendar ?? 0) ?? []).map(({ date, name, value }) => ({
      ...({ id: 0, user_id: id, date, type: 'public_holiday', type_id: null, subtype_id: null } as const),
      ...({ value, value_unit: 'd', request_id: null, status: 1, comment: name } as const),
    })),
  ),
);
