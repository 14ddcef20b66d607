// A schedule has seven days from the beginning.
import type { Rule } from '#resource/rule.ts';
import { rowId } from '../change.ts';
import { weekOf } from './week.ts';

const fullDay = 800;

/** Adds the days of a new schedule: Monday to Friday, 8 hours each. */
export const addDays: Rule<'workSchedules'> = (change, view) => {
  if (change.verb !== 'create') return;
  view.insertAll('workScheduleDays', weekOf(rowId(change), fullDay));
};
