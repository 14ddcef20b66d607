// Date: a civil date, the same in every zone.
import { parseDate } from '#values/civil-date.ts';
import type { FieldType } from '../field-type.ts';

/** `YYYY-MM-DD`. */
export const date: FieldType = {
  name: 'Date',
  column: 'text',
  numeric: false,
  scale: 0,
  unit: 1,
  isMoment: false,
  parse: (value) => parseDate(String(value)),
  render: (stored) => stored,
};
