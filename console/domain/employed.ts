// Which people belong to a month or a day, by first and last day of the employment where these may be seen.
import type { CivilDate } from './civil.ts';
import type { Person } from './rows.ts';

/** Whether a person is still there, or has a last day: then they stay in what lies before it. */
export function hasPlace({ active, exit_date }: Pick<Person, 'active' | 'exit_date'>): boolean {
  return active !== 0 || (exit_date ?? '') !== '';
}

/** Whether a person is employed on one of the days from `first` to `last`. */
export function isEmployedIn(
  { entry_date, exit_date }: Pick<Person, 'entry_date' | 'exit_date'>,
  first: CivilDate,
  last: CivilDate,
): boolean {
  return (entry_date ?? '') <= last && first <= (exit_date ?? '9999');
}
