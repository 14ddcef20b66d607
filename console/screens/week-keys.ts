// Keys on the calendar: arrows walk over bookings; Space lifts one, then arrows move it, Enter drops, Escape cancels.
import { grab, nudge, type Drag } from '../domain/drag.ts';
import type { Id } from '../domain/rows.ts';
import { walk, type Direction, type Stop } from '../domain/walk.ts';
import { spans } from '../store/bookings.ts';
import { words } from '../words/words.ts';
import { blockLabel, drop, removeFocused } from './week-drop.ts';
import { drag, focused, groundOf, neighbours, slotOf, spoken } from './week-model.ts';

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** All bookings of the week, as the arrows walk over them. */
export function stops(): readonly Stop[] {
  return neighbours.value;
}

/** What a key on a booking does; `onOpen` opens it, `onFocus` shows another one. */
export function pressKey(
  event: KeyboardEvent,
  act: { readonly onOpen: (id: Id) => void; readonly onFocus: (id: Id) => void },
): void {
  const direction = directions[event.key];
  const lifted = drag.value;
  if (lifted !== null) return pressLifted(event, lifted, direction);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (direction !== undefined) {
    const next = walk(stops(), focused.value, direction);
    if (next === null) return;
    event.preventDefault();
    act.onFocus(next);
  } else if (event.key === ' ') {
    event.preventDefault();
    lift();
  } else if (event.key === 'F2' && focused.value !== null) {
    event.preventDefault();
    act.onOpen(focused.value);
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault();
    void removeFocused();
  }
}

function lift(): void {
  const span = spans.value.find((one) => one.id === focused.value);
  const slot = span === undefined ? null : slotOf(span);
  if (span === undefined || slot === null) return;
  if (span.isLocked || span.end === null) {
    spoken.value = span.isLocked ? words.value.week.locked : words.value.editor.running;
    return;
  }
  drag.value = grab('move', span.id, slot, { day: slot.day, minute: slot.from });
  spoken.value = words.value.week.lifted(blockLabel(span, slot));
}

function pressLifted(event: KeyboardEvent, lifted: Drag, direction: Direction | undefined): void {
  const span = spans.value.find((one) => one.id === lifted.id);
  if (event.key === 'Shift' || event.key === 'Control' || event.key === 'Alt') return;
  event.preventDefault();
  if (direction !== undefined) {
    const [rows, columns] = steps[direction];
    const next = nudge(lifted, { day: columns, minute: rows * 5 }, event.shiftKey, groundOf(-1));
    drag.value = next;
    if (span === undefined) return;
    const clash = next.conflict === null ? '' : `, ${words.value.week.overlap}`;
    spoken.value = `${blockLabel(span, next.slot)}${clash}`;
    return;
  }
  if (event.key === 'Enter' || event.key === ' ') {
    drag.value = null;
    void drop(lifted);
  } else if (event.key === 'Escape' || event.key === 'Tab') putBack(lifted);
}

/** Ends the gesture, and says where the booking is again. */
export function putBack(lifted: Drag): void {
  drag.value = null;
  const span = spans.value.find((one) => one.id === lifted.id);
  if (span !== undefined) spoken.value = words.value.week.restored(blockLabel(span, lifted.origin));
}

const steps: Readonly<Record<Direction, readonly [number, number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};
