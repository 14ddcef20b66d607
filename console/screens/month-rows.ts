// The rows of Team month: first those of the people in sight, then those of all.
import { computed } from '@preact/signals';
import { addDays } from '../domain/civil.ts';
import { daySumFields, type DaySum } from '../domain/day-sum.ts';
import { reading, type Query } from '../store/readings.ts';
import { syncState } from '../store/sync.ts';
import { firstDay, monthDates, people, staff } from './team-head.tsx';
import { useReading } from './use-reading.ts';

/** Days of the month's people. */
export const days = reading<DaySum>('month');
/** The same by person and date. */
export const byPlace = computed(
  () => new Map((days.rows.value ?? []).map((row) => [`${row.user_id} ${row.date}`, row])),
);
/** Who has an account; of those who are not employed in the month only who has days of the month in it. */
export const holders = computed(() => {
  const rows = days.rows.value ?? [];
  const some = new Set(rows.map((row) => row.user_id));
  const inMonth = new Set(rows.filter((row) => row.date >= firstDay.value).map((row) => row.user_id));
  const employed = new Set(people.value);
  return staff.value.filter((person) => (employed.has(person) ? some : inMonth).has(person.id));
});

const hasPeople = computed(() => syncState.value !== 'empty');

/** With the day before the month, for the balance that it begins with. */
function ofMonth(): Query | null {
  if (!hasPeople.value) return null;
  return {
    date: `${addDays(monthDates.value[0] ?? '', -1)}|${monthDates.value.at(-1) ?? ''}`,
    _op__date: 'betw',
    _fields: daySumFields,
  };
}

/** As many as a high window has in sight before it is scrolled. */
const peopleAtOnce = 40;

function ofPeopleInSight(): Query | null {
  if (people.value.length <= peopleAtOnce) return null;
  const ids = people.value.slice(0, peopleAtOnce).map(({ id }) => id);
  return { user_id: ids.join('|'), _op__user_id: 'in' };
}

/** Reads them while the screen is open. */
export function useMonthRows(): void {
  useReading(days, 'timesheetAccountings', ofMonth, ofPeopleInSight);
}
