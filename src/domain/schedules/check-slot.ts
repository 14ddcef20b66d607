// Slots of one weekday of a schedule: numbered, forwards in time, side by side.
import { ApiError } from '#errors/api-error.ts';
import type { Row, Rule, View } from '#resource/rule.ts';

type Slot = Row<'workScheduleDayDefinitions'>;

/** Numbers a new slot and refuses one that runs backwards or overlaps another. */
export const checkSlot: Rule<'workScheduleDayDefinitions'> = (change, view) => {
  if (change.verb === 'delete') return;
  const { after } = change;
  const { start, end } = after;
  if (start >= end) {
    const message = `end is ${end}; it must be after start, ${start}.`;
    throw new ApiError('invalid_value', message, { field: 'end' });
  }
  const others = otherSlots(after, view);
  after.slot_id ??= Math.max(0, ...others.map((slot) => slot.slot_id)) + 1;
  const met = others.find((slot) => start < slot.end && slot.start < end);
  if (met !== undefined) throw overlap(after, met);
};

function otherSlots(after: Slot, view: View): readonly Slot[] {
  return view.find('workScheduleDayDefinitions', [
    { column: 'timesheet_template_id', is: '=', value: after.timesheet_template_id },
    { column: 'weekday_id', is: '=', value: after.weekday_id },
    { column: 'id', is: '!=', value: after.id },
  ]);
}

function overlap(slot: Slot, met: Slot): ApiError {
  const message = `start is ${slot.start} and end ${slot.end}; this overlaps slot ${met.slot_id} from ${met.start} to ${met.end}.`;
  const data = { id: met.id, start: met.start, end: met.end };
  return new ApiError('conflict', message, { field: 'start', data });
}
