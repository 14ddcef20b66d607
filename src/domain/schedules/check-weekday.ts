// A day of a schedule agrees with itself: no hours without work, core time with both ends.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Rule } from '#resource/rule.ts';

const coreTime = ['core_time_start', 'core_time_end'] as const;

/** Empties what a day off cannot have and refuses what contradicts itself. */
export const checkWeekday: Rule<'workScheduleDays'> = (change) => {
  const { after } = change;
  if (after.workday !== 1) emptyDayOff(change);
  const { core_time_start: start, core_time_end: end } = after;
  if (start === null && end === null) return;
  if (start === null || end === null) {
    const field = start === null ? 'core_time_start' : 'core_time_end';
    const message = `${field} is empty; core time needs core_time_start and core_time_end, or neither.`;
    throw new ApiError('contradiction', message, { field });
  }
  if (start < end) return;
  const message = `core_time_end is ${end}; it must be after core_time_start, ${start}.`;
  throw new ApiError('invalid_value', message, { field: 'core_time_end' });
};

/** What was sent along must fit; what stood there before goes. */
function emptyDayOff({ given, after }: Change<'workScheduleDays'>): void {
  for (const name of ['hours', ...coreTime] as const) {
    const value = after[name];
    if (given.has(name) && value !== null && value !== 0) {
      const shown = typeof value === 'number' ? value / 100 : value;
      const message = `${name} is ${shown} although workday is 0; leave it out, or set workday to 1.`;
      throw new ApiError('contradiction', message, { field: name });
    }
  }
  Object.assign(after, { hours: 0, core_time_start: null, core_time_end: null });
}
