// A ban of absences lasts from a day to the same or a later one.
import { ApiError } from '#errors/api-error.ts';
import type { Rule } from '#resource/rule.ts';

/** Refuses a ban that ends before it begins. */
export const checkBan: Rule<'absenceBans'> = ({ verb, after }) => {
  const [from, to] = [after.date_from, after.date_to];
  if (verb === 'delete' || from <= to) return;
  const message = `date_to is ${to}; it must not be before date_from, ${from}.`;
  throw new ApiError('invalid_value', message, { field: 'date_to' });
};
