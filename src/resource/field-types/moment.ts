// DateTime at which the server did something: an instant in whole seconds, shown in the account's ServerTimeZone.
import { parseLocalDateTime } from '#values/civil-date.ts';
import { earliestInstant, localText } from '#values/time-zone.ts';
import type { FieldType } from '../field-type.ts';

/** `YYYY-MM-DD HH:MM:SS` in `ServerTimeZone`; a time that occurs twice means the first. */
export const moment: FieldType = {
  name: 'DateTime',
  column: 'integer',
  numeric: false,
  scale: 0,
  isMoment: true,
  parse: (value, context) => earliestInstant(parseLocalDateTime(String(value)), context.serverTimeZone),
  render: (stored, context) => localText(stored as number, context.serverTimeZone),
};
