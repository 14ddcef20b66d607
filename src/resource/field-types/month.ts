// Month of the calendar, as the beginning of its dates.
import { parseDate } from '#values/civil-date.ts';
import { ValueError } from '#values/value-error.ts';
import type { FieldType } from '../field-type.ts';

/** `YYYY-MM`. */
export const month: FieldType = {
  name: 'String',
  column: 'text',
  numeric: false,
  scale: 0,
  unit: 1,
  isMoment: false,
  parse(value) {
    const text = String(value);
    try {
      return parseDate(`${text}-01`).slice(0, 7);
    } catch {
      throw new ValueError('a month as YYYY-MM');
    }
  },
  render: (stored) => stored,
};
