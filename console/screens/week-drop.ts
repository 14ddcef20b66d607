// What a finished gesture writes, and what the ear is told of it.
import { isUnmoved, type Drag, type Slot } from '../domain/drag.ts';
import { create, move, spans } from '../store/bookings.ts';
import { readOwn, remove } from '../store/bookings-whole.ts';
import type { Span } from '../domain/spans.ts';
import { formatDuration } from '../domain/duration.ts';
import { dateAt } from '../domain/zones.ts';
import { zone } from '../store/session.ts';
import { showRefusal, tell } from '../store/undo.ts';
import { dayLong, words } from '../words/words.ts';
import { attemptBooking, tellGone, tellOf, type Attempt } from './booking-write.ts';
import { taskName, timesText } from './timer-actions.ts';
import { focused, spoken, timesOfSlot } from './week-model.ts';

/** `8:05–9:30 · 1:25` for a slot. */
export function slotText(slot: Slot): string {
  const times = timesOfSlot(slot);
  return `${timesText(times)} · ${formatDuration(times.end - times.start)}`;
}

/** What a booking is called for the ear. */
export function blockLabel(span: Span, slot: Slot): string {
  const date = dayLong(dateAt(timesOfSlot(slot).start, zone.value));
  return words.value.week.blockLabel(taskName(span.taskId), date, slotText(slot));
}

/** Writes what a gesture came to. */
export async function drop(done: Drag): Promise<void> {
  const span = spans.value.find((one) => one.id === done.id);
  if (span === undefined) return tellGone();
  if (isUnmoved(done)) return;
  spoken.value = words.value.week.dropped(blockLabel(span, done.slot));
  const times = timesOfSlot(done.slot);
  if (done.isCopy) {
    const write: Attempt['write'] = async ({ start, end }, insist) => {
      const { refusal, of } = await readOwn([span.id]);
      if (refusal !== null) return { refusal, id: null, undo: null };
      const { taskId, notes } = span;
      return create({ taskId, start, end, notes, more: of.get(span.id) ?? {} }, insist);
    };
    return attemptAndTell({ taskId: span.taskId, times, kind: 'created', write });
  }
  if (done.shared !== null) return dropShared(span, done);
  await attemptAndTell({
    taskId: span.taskId,
    times: exactTimes(span, done),
    kind: 'changed',
    write: (at, insist) => move(span, at, insist),
  });
}

/** An edge that was not moved keeps its seconds; so does the length of what is moved as a whole. */
function exactTimes(span: Span, done: Drag): { readonly start: number; readonly end: number | null } {
  const { start, end } = timesOfSlot(done.slot);
  if (done.kind === 'start' || span.end === null) return { start, end: span.end };
  if (done.kind === 'end') return { start: span.start, end };
  const isResized = done.slot.length !== done.origin.length;
  return { start, end: isResized ? end : start + span.end - span.start };
}

/** A shared edge: the one that shrinks first, so that nothing overlaps in between. */
async function dropShared(span: Span, done: Drag): Promise<void> {
  const other = spans.value.find((one) => one.id === done.shared?.id);
  if (other === undefined || done.shared === null) return tellGone();
  const own = exactTimes(span, done);
  const edge = done.kind === 'end' ? (own.end ?? 0) : own.start;
  const beside = done.kind === 'end' ? { start: edge, end: other.end } : { start: other.start, end: edge };
  const grows = done.slot.length > done.origin.length;
  const [first, second] = grows
    ? [() => move(other, beside, {}), () => move(span, own, {})]
    : [() => move(span, own, {}), () => move(other, beside, {})];
  const one = await first();
  const two = one.refusal === null ? await second() : one;
  if (one !== two && two.refusal !== null) await one.undo?.();
  const undo = async () => (await two.undo?.()) ?? (await one.undo?.()) ?? null;
  tell({ ...two, undo }, { kind: 'changed', subject: taskName(span.taskId), detail: timesText(own) });
}

async function attemptAndTell(attempt: Attempt): Promise<void> {
  const { refusal, key } = await attemptBooking(attempt);
  if (refusal !== null) showRefusal(refusal, key);
}

/** Deletes the booking that has the focus. */
export async function removeFocused(): Promise<void> {
  const span = spans.value.find((one) => one.id === focused.value);
  if (span === undefined || span.isLocked) return;
  await tellOf(span, await remove(span.id), 'deleted');
}
