// A gesture on the calendar as a state machine: what is dragged, where it is, whether it may be dropped.
// Knows minutes and columns, no pixels of a page, no events of a browser, and writes nothing.
import type { Id } from './rows.ts';
import { snap, snapRange, type Magnets } from './snap.ts';

/** A place in the week: column and minutes since its date began. */
export interface Place {
  readonly day: number;
  readonly minute: number;
}

/** What takes up room in a column, in minutes; it may reach beyond the column, and begin before it: `from` is then below 0. */
export interface Slot {
  readonly day: number;
  readonly from: number;
  readonly length: number;
}

/** Another booking: in the way, and attracting edges. */
export interface Neighbour extends Slot {
  readonly id: Id;
  readonly isLocked: boolean;
}

/** What the gesture moves over. */
export interface Ground {
  readonly neighbours: readonly Neighbour[];
  readonly days: number;
  /** Minutes that each column has. */
  readonly minutes: readonly number[];
  readonly now: Place | null;
  readonly step: number;
  /** The minute of another column at which clocks show the same: it differs where they change. */
  readonly sameClock: (fromDay: number, toDay: number, minute: number) => number;
  /** Minutes within which edges attract: 6 px. */
  readonly reach: number;
}

/** What a gesture does. */
export type DragKind = 'move' | 'start' | 'end' | 'create';

/** Keys held down meanwhile. */
export interface HeldKeys {
  readonly alt: boolean;
  readonly ctrl: boolean;
  readonly shift: boolean;
}

/** A gesture that is going on. */
export interface Drag {
  readonly kind: DragKind;
  readonly id: Id | null;
  /** Where the booking was: what a cancel returns to. */
  readonly origin: Slot;
  readonly grabbed: Place;
  readonly slot: Slot;
  readonly isCopy: boolean;
  /** Minute of the edge that attracted, to draw a line there. */
  readonly line: number | null;
  /** The booking that is in the way. */
  readonly conflict: Id | null;
  /** The neighbour whose edge moves along, and where it comes to lie. */
  readonly shared: Neighbour | null;
}

/** Takes hold of a booking, or of empty room (`id` is `null`). */
export function grab(kind: DragKind, id: Id | null, origin: Slot, grabbed: Place): Drag {
  return { kind, id, origin, grabbed, slot: origin, isCopy: false, line: null, conflict: null, shared: null };
}

/** The gesture after the pointer came to a place with these keys held. */
export function dragTo(drag: Drag, place: Place, keys: HeldKeys, ground: Ground): Drag {
  const isCopy = drag.kind === 'move' && keys.alt && drag.id !== null;
  const next = { ...drag, isCopy, line: null, shared: null };
  const moved = moves[drag.kind](next, place, keys, ground);
  return { ...moved, conflict: conflictOf(moved, ground) };
}

type Move = (drag: Drag, place: Place, keys: HeldKeys, ground: Ground) => Drag;

const moves: Readonly<Record<DragKind, Move>> = {
  move(drag, place, keys, ground) {
    const { origin, grabbed } = drag;
    const day = clamp(origin.day + place.day - grabbed.day, 0, ground.days - 1);
    const wanted = ground.sameClock(origin.day, day, origin.from) + place.minute - grabbed.minute;
    const { minute, line } = snapRange(wanted, origin.length, magnetsOf(drag, day, keys, ground));
    return { ...drag, slot: within(drag, { day, from: minute, length: origin.length }, ground), line };
  },
  start(drag, place, keys, ground) {
    const { origin } = drag;
    const end = origin.from + origin.length;
    const wanted = origin.from + place.minute - drag.grabbed.minute;
    const { minute, line } = snap(wanted, magnetsOf(drag, origin.day, keys, ground));
    const from = clamp(minute, 0, end - ground.step);
    const slot = { day: origin.day, from, length: end - from };
    return withShared({ ...drag, slot, line }, keys, ground);
  },
  end(drag, place, keys, ground) {
    const { origin } = drag;
    const wanted = origin.from + origin.length + place.minute - drag.grabbed.minute;
    const { minute, line } = snap(wanted, magnetsOf(drag, origin.day, keys, ground));
    const until = Math.max(minute, Math.max(0, origin.from) + ground.step);
    const slot = { ...origin, length: until - origin.from };
    return withShared({ ...drag, slot, line }, keys, ground);
  },
  create(drag, place, keys, ground) {
    const magnets = magnetsOf(drag, drag.grabbed.day, keys, ground);
    const anchor = snap(drag.grabbed.minute, magnets).minute;
    const { minute, line } = snap(place.minute, magnets);
    const { day } = drag.grabbed;
    const minutes = ground.minutes[day] ?? 1440;
    const from = clamp(Math.min(anchor, minute), 0, minutes - ground.step);
    const until = Math.min(Math.max(anchor, minute), minutes);
    return { ...drag, slot: { day, from, length: Math.max(until - from, ground.step) }, line };
  },
};

/** A key instead of the pointer: so many minutes later, days further; with Shift the end alone. No edge attracts. */
export function nudge(drag: Drag, by: Place, isResize: boolean, ground: Ground): Drag {
  const { slot } = drag;
  const day = clamp(slot.day + by.day, 0, ground.days - 1);
  const from = ground.sameClock(slot.day, day, slot.from) + (isResize ? 0 : by.minute);
  const shortest = ground.step - Math.min(0, from);
  const length = isResize ? Math.max(shortest, slot.length + by.minute) : slot.length;
  const next = { ...drag, slot: within(drag, { day, from, length }, ground), line: null };
  return { ...next, conflict: conflictOf(next, ground) };
}

/** The slot where it may lie: it begins in its column; what began before the week has to reach into it. */
function within({ origin }: Drag, { day, from, length }: Slot, { minutes, step }: Ground): Slot {
  const earliest = origin.from < 0 ? step - length : 0;
  return { day, from: clamp(from, earliest, (minutes[day] ?? 1440) - step), length };
}

/** Whether dropping would change anything. */
export function isUnmoved({ slot, origin, isCopy, kind }: Drag): boolean {
  if (kind === 'create' || isCopy) return false;
  return slot.day === origin.day && slot.from === origin.from && slot.length === origin.length;
}

function magnetsOf(drag: Drag, day: number, keys: HeldKeys, ground: Ground): Magnets {
  const own = ownId(drag);
  const edges = ground.neighbours.flatMap((one) =>
    one.day === day && one.id !== own ? [one.from, one.from + one.length] : [],
  );
  const now = ground.now?.day === day ? [ground.now.minute] : [];
  return { step: ground.step, edges: [...edges, ...now], reach: ground.reach, isOff: keys.ctrl };
}

/** With Shift the neighbour that touches the edge gives or takes what the booking takes or gives. */
function withShared(drag: Drag, keys: HeldKeys, ground: Ground): Drag {
  if (!keys.shift) return drag;
  const { origin, slot, kind } = drag;
  const edge = kind === 'end' ? origin.from + origin.length : origin.from;
  const touching = ground.neighbours.find(
    (one) =>
      one.id !== drag.id &&
      one.day === origin.day &&
      !one.isLocked &&
      (kind === 'end' ? one.from === edge : one.from + one.length === edge),
  );
  if (touching === undefined) return drag;
  if (kind === 'end') {
    const limit = touching.from + touching.length - ground.step;
    const until = Math.min(slot.from + slot.length, limit);
    const shared = { ...touching, from: until, length: touching.from + touching.length - until };
    return { ...drag, slot: { ...slot, length: until - slot.from }, shared };
  }
  const from = Math.max(slot.from, touching.from + ground.step);
  const shared = { ...touching, length: from - touching.from };
  return { ...drag, slot: { ...slot, from, length: origin.from + origin.length - from }, shared };
}

function conflictOf(drag: Drag, ground: Ground): Id | null {
  const own = ownId(drag);
  const begins = absolute(drag.slot, ground);
  const hit = ground.neighbours.find((one) => {
    if (one.id === own || one.id === drag.shared?.id) return false;
    const other = absolute(one, ground);
    return other < begins + drag.slot.length && other + one.length > begins;
  });
  return hit?.id ?? null;
}

/** The booking that is not in its own way: a copy leaves it where it is. */
function ownId(drag: Drag): Id | null {
  return drag.isCopy ? null : drag.id;
}

/** Minutes since the first column began, so that what goes past midnight is compared as well. */
function absolute(slot: Slot, ground: Ground): number {
  return ground.minutes.slice(0, slot.day).reduce((sum, minutes) => sum + minutes, 0) + slot.from;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
