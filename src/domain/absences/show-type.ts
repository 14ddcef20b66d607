// After a type of absence became public, or ceased to be: colleagues see on its days what they are, or do not any more.
import type { Rule } from '#resource/rule.ts';
import { differs } from '../change.ts';
import { absenceStatus, seenOf } from '../absence-days/absence-kind.ts';

/** Notes on the granted days whether their type is shown. */
export const showTypeOnDays: Rule<'absenceTypes'> = (change, view) => {
  if (change.verb !== 'update' || !differs(change, 'public_leave_type')) return;
  const { absence_type_id, absence_subtype_id } = change.after;
  const days = view.find('absenceDays', [
    { column: 'type_id', is: '=', value: absence_type_id ?? null },
    { column: 'subtype_id', is: '=', value: absence_subtype_id ?? null },
    { column: 'status', is: '=', value: absenceStatus.granted },
    { column: 'request_id', is: 'not null' },
  ]);
  view.updateAll(
    'absenceDays',
    days.map((row) => ({
      row,
      values: { seen: seenOf(absenceStatus.granted, row.value ?? null, change.after) },
    })),
  );
};
