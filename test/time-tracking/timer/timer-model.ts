// A model of one person's time sheet: what the server must make of whatever is done with it. It knows no HTTP and no clock.
// All moments are whole seconds from one that the test chooses.
import { answered, startTimer, stopTimer, toggleTimer } from './timer-model/timer.ts';
import { put, without } from './timer-model/room.ts';
import type { Act, Around, Booked, Done, Sheet } from './timer-model/sheet.ts';

export { emptySheet, type Act, type Booked, type Done, type Sheet } from './timer-model/sheet.ts';
export { overlap } from './timer-model/room.ts';

/** What there is after it, and which trackings it answers; `null`: it is refused. */
export function after(sheet: Sheet, act: Act, around: Around): Done | null {
  switch (act.kind) {
    case 'start':
      return startTimer(sheet, act, around);
    case 'stop':
      return stopTimer(sheet, act, around);
    case 'toggle':
      return toggleTimer(sheet, act, around);
    case 'create':
      return create(sheet, act, around);
    case 'current':
      return { sheet, ids: sheet.booked.filter(({ end }) => end === null).map(({ id }) => id) };
    default: {
      const picked = sheet.booked.find(({ id }) => id === act.id);
      return picked === undefined ? null : change(sheet, act, { ...around, picked });
    }
  }
}

type Change = Extract<Act, { readonly id: number }>;

function change(sheet: Sheet, act: Change, { picked, ...around }: Around & { picked: Booked }): Done | null {
  const others = without(sheet.booked, picked);
  const { id } = picked;
  switch (act.kind) {
    case 'split':
      return split(sheet, act, { ...around, picked });
    case 'update': {
      if (picked.approved) return null;
      const live = picked.live && picked.start === act.start;
      const moved = { ...picked, start: act.start, end: act.end, note: act.note, live };
      const booked = put(others, moved, { insert: act.insert, ...around });
      return booked === null ? null : { sheet: { ...sheet, booked }, ids: [id] };
    }
    case 'delete':
      return picked.approved ? null : { sheet: { ...sheet, booked: others }, ids: [id] };
    case 'approve':
      if (picked.end === null) return null;
      if (picked.approved) return { sheet, ids: [id] };
      return { sheet: withBooked(sheet, [...others, { ...picked, approved: true }]), ids: [id] };
  }
}

function create(sheet: Sheet, act: Extract<Act, { kind: 'create' }>, around: Around): Done | null {
  const known = answered(sheet, act.name);
  const isKept = sheet.uploads.some(
    (one) => one.name === act.name && one.kind === 'toggle' && one.tracking === null,
  );
  if (known !== null && (known.ids.length > 0 || !isKept)) return known;
  const { start, end, task, note, name } = act;
  const id = around.idAt(start);
  const fresh = { id, start, end, task, note, name, approved: false, live: false, offline: name !== null };
  const booked = put(sheet.booked, fresh, { insert: act.insert, ...around });
  return booked === null ? null : { sheet: { ...sheet, booked }, ids: [id] };
}

/** The second part is a tracking entered by hand: nothing of how the whole came about belongs to it. */
function split(
  sheet: Sheet,
  { at, task, note }: Extract<Act, { kind: 'split' }>,
  { picked, now, idAt }: Around & { picked: Booked },
): Done | null {
  const inside = at > picked.start && at < (picked.end ?? now + 1);
  if (!inside || picked.approved) return null;
  const id = idAt(at);
  const second = { ...picked, id, start: at, task, note, name: null, live: false, offline: false };
  const parts = [{ ...picked, end: at }, second];
  return { sheet: withBooked(sheet, [...without(sheet.booked, picked), ...parts]), ids: [picked.id, id] };
}

function withBooked(sheet: Sheet, booked: readonly Booked[]): Sheet {
  return { ...sheet, booked: booked.toSorted((a, b) => a.start - b.start) };
}
