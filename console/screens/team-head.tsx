// What the team screens share: the month in the address, the people in their order, the head with turning and searching.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { ComponentChildren, Ref } from 'preact';
import {
  addMonths,
  datesFrom,
  daysBetween,
  monthOf,
  shownDate,
  weekday,
  type CivilDate,
} from '../domain/civil.ts';
import { hasPlace, isEmployedIn } from '../domain/employed.ts';
import { matching } from '../domain/match.ts';
import type { Person } from '../domain/rows.ts';
import type { GridDay } from '../parts/day-grid.tsx';
import { SearchField } from '../parts/inputs.tsx';
import { addressOf, go, route, type ScreenName } from '../router.ts';
import { stored } from '../store/tables.ts';
import { monthLong, weekdayShort } from '../words/dates.ts';
import { words } from '../words/words.ts';
import { today } from './progress.ts';
import { PrintButton, Turn } from './screen-parts.tsx';

/** First day of the month in the address, the present one without. */
export const firstDay: ReadonlySignal<CivilDate> = computed(() => {
  const { detail } = route.value;
  return monthOf(shownDate(`${detail}-01`, today.value)).first;
});

/** The dates of that month. */
export const monthDates: ReadonlySignal<readonly CivilDate[]> = computed(() => {
  const { first, last } = monthOf(firstDay.value);
  return datesFrom(first, daysBetween(first, last) + 1);
});

/** People whom the person may see and who have a place in some month, by department and name. */
export const staff: ReadonlySignal<readonly Person[]> = computed(() =>
  [...stored('users').value.values()]
    .filter(hasPlace)
    // Each name of a department is looked up once, not in every comparison.
    .map((person) => ({ person, under: departmentOf(person) }))
    .sort((a, b) => a.under.localeCompare(b.under) || a.person.fullname.localeCompare(b.person.fullname))
    .map(({ person }) => person),
);

/** Those who are employed on a day of the shown month. */
export const people: ReadonlySignal<readonly Person[]> = computed(() => {
  const { first, last } = monthOf(firstDay.value);
  return staff.value.filter((person) => isEmployedIn(person, first, last));
});

/** The people whom a text finds among those. */
export function peopleFound(text: string, among: readonly Person[] = people.value): readonly Person[] {
  return matching(among, text, (person) => `${person.fullname} ${departmentOf(person)}`);
}

/** Name of a person's department. */
export function departmentOf(person: Person): string {
  return stored('departments').value.get(person.department_id ?? 0)?.department_name ?? '';
}

/** Goes so many months on. */
export function turnMonth(screen: ScreenName, by: number): void {
  go(addressOf(screen, addMonths(firstDay.value, by).slice(0, 7)));
}

/** Columns for the dates. */
export function gridDays(
  dates: readonly CivilDate[],
  foot?: (date: CivilDate) => ComponentChildren,
): readonly GridDay[] {
  return dates.map((date) => ({
    date,
    look: `${weekday(date) > 5 ? 'free' : ''} ${date === today.value ? 'today' : ''}`,
    head: (
      <>
        {weekdayShort(date)}
        <strong>{Number(date.slice(8))}</strong>
      </>
    ),
    ...(foot === undefined ? {} : { foot: foot(date) }),
  }));
}

interface HeadProps {
  readonly screen: ScreenName;
  readonly search: Ref<HTMLInputElement>;
  readonly onSearch: (text: string) => void;
  readonly children?: ComponentChildren;
  /** Beside the button that prints. */
  readonly more?: ComponentChildren;
}

/** Draws the head. */
export function TeamHead({ screen, search, onSearch, children, more }: HeadProps) {
  const w = words.value.team;
  return (
    <div class="screen-head">
      <Turn {...w} onTurn={(by) => turnMonth(screen, by)}>
        <h1>{monthLong(firstDay.value)}</h1>
      </Turn>
      {children}
      <div class="actions push no-print">
        <SearchField label={w.search} inputRef={search} onText={onSearch} />
        {more}
        <PrintButton />
      </div>
    </div>
  );
}
