// What moves a person's holiday balance, by date.
import type { ReadView } from '#resource/rule.ts';
import { storedEntries } from '../holidays/recalculate-holidays.ts';

/** A date and by how much it moves the balance, in hundredths of days. */
export interface HolidayStep {
  readonly date: string;
  readonly days: number;
}

/** Every entry of the holiday account that stands, in the order in which they were written. */
export function holidaySteps(view: ReadView, userId: number): readonly HolidayStep[] {
  return storedEntries(view, userId);
}

/** The balance before a date. */
export function holidayEntriesBefore(steps: readonly HolidayStep[], date: string): number {
  return steps.reduce((sum, step) => (step.date < date ? sum + step.days : sum), 0);
}
