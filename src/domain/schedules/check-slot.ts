// Slots of one weekday of a schedule: numbered, forwards in time, side by side.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { rowId } from '../change.ts';

/** Numbers a new slot and refuses one that runs backwards or overlaps another. */
export const checkSlot: Rule<'workScheduleDayDefinitions'> = async (change, view) => {
  if (change.verb === 'delete') return;
  const { after } = change;
  const [start, end] = [after['start'] as string, after['end'] as string];
  if (start >= end) {
    const message = `end is ${end}; it must be after start, ${start}.`;
    throw new ApiError('invalid_value', message, { field: 'end' });
  }
  const others = await otherSlots(change, view);
  after['slot_id'] ??= Math.max(0, ...others.map((slot) => slot['slot_id'] as number)) + 1;
  const met = others.find((slot) => start < (slot['end'] as string) && (slot['start'] as string) < end);
  if (met !== undefined) throw overlap(after, met);
};

function otherSlots({ after, ...change }: Change, view: View): Promise<readonly Row[]> {
  return view.find('workScheduleDayDefinitions', [
    { column: 'timesheet_template_id', is: '=', value: after['timesheet_template_id'] ?? null },
    { column: 'weekday_id', is: '=', value: after['weekday_id'] ?? null },
    { column: 'id', is: '!=', value: rowId({ after, ...change }) },
  ]);
}

function overlap(slot: Row, met: Row): ApiError {
  const message = `start is ${slot['start']} and end ${slot['end']}; this overlaps slot ${met['slot_id']} from ${met['start']} to ${met['end']}.`;
  const data = { id: met['id'], start: met['start'], end: met['end'] };
  return new ApiError('conflict', message, { field: 'start', data });
}
