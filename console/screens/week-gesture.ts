// Pointers on the calendar: turns what a mouse or a finger does into steps of the gesture. Writes only on release.
import { dragTo, grab, type DragKind, type HeldKeys, type Place, type Slot } from '../domain/drag.ts';
import type { Id } from '../domain/rows.ts';
import { scrollStep } from '../domain/scroll.ts';
import { mayPostDate, spans } from '../store/bookings.ts';
import { drop } from './week-drop.ts';
import { drag, groundOf, slotOf, week } from './week-model.ts';

const startsAfter = 5;
const holdFor = 400;
const magnet = 6;

/** What a gesture needs to know of the page. */
export interface Surface {
  /** What scrolls. */
  readonly scroller: HTMLElement;
  /** The columns that are shown, each with `data-day`. */
  readonly columns: () => readonly HTMLElement[];
  /** Asks for a new booking. */
  readonly onCreate: (slot: Slot) => void;
}

interface Press {
  readonly kind: DragKind;
  readonly id: Id | null;
  readonly slot: Slot;
  readonly place: Place;
  readonly x: number;
  readonly y: number;
  readonly pointer: number;
}

/** Begins to watch a press; answers how to stop watching, whatever it has become. */
export function press(event: PointerEvent, surface: Surface): () => void {
  const begun = pressOf(event, surface);
  if (begun === null) return () => {};
  const ended = new AbortController();
  const { signal } = ended;
  const isTouch = event.pointerType !== 'mouse';
  const last = { x: event.clientX, y: event.clientY, keys: keysOf(event) };
  let hold: ReturnType<typeof setTimeout> | undefined;

  const follow = (): void => {
    if (drag.value === null) return;
    const place = placeAt(last.x, last.y, surface) ?? begun.place;
    drag.value = dragTo(drag.value, place, last.keys, groundOf(magnet / pixelsPerMinute(surface)));
  };
  const begin = (): void => {
    drag.value = grab(begun.kind, begun.id, begun.slot, begun.place);
    surface.scroller.setPointerCapture(begun.pointer);
    scrollAtEdges(surface.scroller, last, { follow, signal });
    follow();
  };
  const finish = (isDropped: boolean): void => {
    clearTimeout(hold);
    ended.abort();
    const done = drag.value;
    drag.value = null;
    if (done === null || !isDropped) return;
    suppressClick();
    if (done.kind === 'create') surface.onCreate(done.slot);
    else void drop(done);
  };
  const moved = (next: PointerEvent): void => {
    if (next.pointerId !== begun.pointer) return;
    Object.assign(last, { x: next.clientX, y: next.clientY, keys: keysOf(next) });
    const isFar = Math.hypot(next.clientX - begun.x, next.clientY - begun.y) > startsAfter;
    if (drag.value === null && isFar) {
      // A finger that moves before it has held still scrolls.
      if (isTouch) return finish(false);
      begin();
    }
    follow();
  };
  const pressed = (next: KeyboardEvent): void => {
    if (next.key === 'Escape' && drag.value !== null) {
      next.preventDefault();
      suppressClick();
      return finish(false);
    }
    last.keys = keysOf(next);
    follow();
  };
  addEventListener('pointermove', moved, { signal });
  addEventListener('pointerup', (next) => next.pointerId === begun.pointer && finish(true), { signal });
  for (const end of ['pointercancel', 'blur']) addEventListener(end, () => finish(false), { signal });
  for (const key of ['keydown', 'keyup'] as const) addEventListener(key, pressed, { signal });
  holdStill(surface.scroller, signal);
  if (isTouch) hold = setTimeout(begin, holdFor);
  return () => finish(false);
}

/** Scrolls by elapsed time for as long as the pointer is near an edge. */
function scrollAtEdges(
  scroller: HTMLElement,
  last: { readonly y: number },
  { follow, signal }: { readonly follow: () => void; readonly signal: AbortSignal },
): void {
  const scroll = (before: number, at: number): void => {
    if (signal.aborted) return;
    const box = scroller.getBoundingClientRect();
    const step = scrollStep(last.y - box.top, box.height, at - before);
    if (step !== 0) {
      scroller.scrollTop += step;
      follow();
    }
    requestAnimationFrame((next) => scroll(at, next));
  };
  requestAnimationFrame((at) => scroll(at, at));
}

/** Once it drags, the finger no longer scrolls; only a listener that may refuse can say so. */
function holdStill(scroller: HTMLElement, signal: AbortSignal): void {
  const still = (next: TouchEvent): void => {
    if (drag.value !== null) next.preventDefault();
  };
  scroller.addEventListener('touchmove', still, { signal, passive: false });
}

function pressOf(event: PointerEvent, surface: Surface): Press | null {
  if (event.button !== 0 || !(event.target instanceof Element)) return null;
  const place = placeAt(event.clientX, event.clientY, surface);
  if (place === null) return null;
  const at = { place, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  const block = event.target.closest<HTMLElement>('[data-id]');
  if (block === null) {
    const day = week.value.days[place.day];
    if (day === undefined || event.target.closest('[data-day]') === null) return null;
    const from = Math.floor(place.minute / 5) * 5;
    return { ...at, kind: 'create', id: null, slot: { day: place.day, from, length: 60 } };
  }
  const span = spans.value.find((one) => one.id === Number(block.dataset['id']));
  const slot = span === undefined ? null : slotOf(span);
  if (span === undefined || slot === null || span.isLocked) return null;
  const edge = event.target.closest<HTMLElement>('[data-edge]')?.dataset['edge'];
  const kind: DragKind = edge === 'start' || edge === 'end' ? edge : 'move';
  if (span.end === null && kind !== 'start') return null;
  return { ...at, kind, id: span.id, slot };
}

/** Column and minute below a point; beyond the edges the nearest one counts. */
function placeAt(x: number, y: number, surface: Surface): Place | null {
  const columns = surface.columns();
  const boxes = columns.map((column) => ({ column, box: column.getBoundingClientRect() }));
  const hit =
    boxes.find(({ box }) => x >= box.left && x < box.right) ??
    (x < (boxes[0]?.box.left ?? 0) ? boxes[0] : boxes.at(-1));
  if (hit === undefined) return null;
  return { day: Number(hit.column.dataset['day']), minute: (y - hit.box.top) / pixelsPerMinute(surface) };
}

function pixelsPerMinute(surface: Surface): number {
  const column = surface.columns()[0];
  if (column === undefined) return 1;
  const minutes = week.value.days[Number(column.dataset['day'])]?.minutes ?? 1440;
  return column.getBoundingClientRect().height / minutes;
}

/** Who has to ask for each change moves one edge alone: a request is about one booking. */
function keysOf(event: PointerEvent | KeyboardEvent): HeldKeys {
  const shift = event.shiftKey && mayPostDate.value;
  return { alt: event.altKey, ctrl: event.ctrlKey || event.metaKey, shift };
}

/** The click that follows a release means nothing any more. */
function suppressClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}
