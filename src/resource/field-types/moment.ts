// DateTime at which the server did something: an instant in whole seconds, shown in the account's ServerTimeZone.
import { parseLocalDateTime } from '#values/civil-date.ts';
import { earliestInstant, localText } from '#values/time-zone.ts';
import { ValueError } from '#values/value-error.ts';
import type { FieldType } from '../field-type.ts';

/** `YYYY-MM-DD HH:MM:SS` in `ServerTimeZone`; a time that occurs twice means the first. */
export const moment: FieldType = {
  name: 'DateTime',
  column: 'integer',
  numeric: false,
  scale: 0,
  unit: 1,
  isMoment: true,
  parse(value, context) {
    const local = parseLocalDateTime(String(value));
    // At the ends of what four digits can say, another zone would need a fifth.
    if (local < '0002' || local >= '9999') throw new ValueError('a date and time from year 2 to year 9998');
    return earliestInstant(local, context.serverTimeZone);
  },
  render: (stored, context) => localText(stored as number, context.serverTimeZone),
};
