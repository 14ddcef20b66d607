// Time: a clock time without a date or zone.
import { parseTime } from '#values/civil-date.ts';
import type { FieldType } from '../field-type.ts';

/** `HH:MM:SS`. */
export const time: FieldType = {
  name: 'Time',
  column: 'text',
  numeric: false,
  scale: 0,
  unit: 1,
  isMoment: false,
  parse: (value) => parseTime(String(value)),
  render: (stored) => stored,
};
