// DateTime as a clock showed it: local to the time zone that another field of the row names. Kept as sent.
import { parseLocalDateTime } from '#values/civil-date.ts';
import type { FieldType } from '../field-type.ts';

/** `YYYY-MM-DD HH:MM:SS`. */
export const localDateTime: FieldType = {
  name: 'DateTime',
  column: 'text',
  numeric: false,
  scale: 0,
  unit: 1,
  isMoment: false,
  parse: (value) => parseLocalDateTime(String(value)),
  render: (stored) => stored,
};
