// What a finished gesture writes, and what the ear is told of it.
import { isUnmoved, type Drag, type Slot } from '../domain/drag.ts';
import { create, move, remove, spans } from '../store/bookings.ts';
import type { Span } from '../domain/spans.ts';
import { formatDuration } from '../domain/duration.ts';
import { note, showRefusal } from '../store/undo.ts';
import { dayLong, words } from '../words/words.ts';
import { attemptBooking } from './booking-write.ts';
import { taskName, tell, timesText } from './timer-actions.ts';
import { focused, spoken, timesOfSlot, week } from './week-model.ts';

/** `8:05–9:30 · 1:25` for a slot. */
export function slotText(slot: Slot): string {
  const times = timesOfSlot(slot);
  return `${timesText(times)} · ${formatDuration(times.end - times.start)}`;
}

/** What a booking is called for the ear. */
export function blockLabel(span: Span, slot: Slot): string {
  const date = week.value.days[slot.day]?.date ?? '';
  const text = date === '' ? '' : dayLong(date);
  return words.value.week.blockLabel(taskName(span.taskId), text, slotText(slot));
}

/** Writes what a gesture came to. */
export async function drop(done: Drag): Promise<void> {
  const span = spans.value.find((one) => one.id === done.id);
  if (span === undefined) return showNothing();
  if (isUnmoved(done)) return;
  spoken.value = words.value.week.dropped(blockLabel(span, done.slot));
  const times = timesOfSlot(done.slot);
  if (done.isCopy) {
    const write: Parameters<typeof attemptBooking>[0]['write'] = (at, insist) =>
      create({ taskId: span.taskId, start: at.start, end: at.end, notes: span.notes }, insist);
    return tellRefusal(attemptBooking({ taskId: span.taskId, times, kind: 'created', write }));
  }
  if (done.shared !== null) return dropShared(span, done);
  const exact = exactTimes(span, done);
  await tellRefusal(
    attemptBooking({
      taskId: span.taskId,
      times: exact,
      kind: 'changed',
      write: (at, insist) => move(span, at, insist),
    }),
  );
}

/** An edge that was not moved keeps its seconds; so does the length of what is moved as a whole. */
function exactTimes(span: Span, done: Drag): { readonly start: number; readonly end: number | null } {
  const { start, end } = timesOfSlot(done.slot);
  if (done.kind === 'start') return { start, end: span.end };
  const isResized = done.slot.length !== done.origin.length;
  if (done.kind === 'end') return { start: span.start, end };
  if (span.end === null) return { start, end: null };
  return { start, end: isResized ? end : start + (span.end - span.start) };
}

/** A shared edge: the one that shrinks first, so that nothing overlaps in between. */
async function dropShared(span: Span, done: Drag): Promise<void> {
  const other = spans.value.find((one) => one.id === done.shared?.id);
  if (other === undefined || done.shared === null) return showNothing();
  const own = exactTimes(span, done);
  const edge = done.kind === 'end' ? (own.end ?? 0) : own.start;
  const beside = done.kind === 'end' ? { start: edge, end: other.end } : { start: other.start, end: edge };
  const grows = done.slot.length > done.origin.length;
  const [first, second] = grows
    ? [() => move(other, beside, {}), () => move(span, own, {})]
    : [() => move(span, own, {}), () => move(other, beside, {})];
  const one = await first();
  if (one.refusal !== null) return showRefusal(one.refusal);
  const two = await second();
  if (two.refusal !== null) {
    await one.undo?.();
    return showRefusal(two.refusal);
  }
  note({ kind: 'changed', subject: taskName(span.taskId), detail: timesText(own) }, async () => {
    const back = (await two.undo?.()) ?? null;
    return back ?? (await one.undo?.()) ?? null;
  });
}

async function tellRefusal(attempt: ReturnType<typeof attemptBooking>): Promise<void> {
  const refusal = await attempt;
  if (refusal !== null) showRefusal(refusal);
}

function showNothing(): void {
  const { changedBeside } = words.value.week;
  showRefusal({ kind: 'refused', code: 'gone', field: null, message: changedBeside, data: {} });
}

/** Deletes the booking that has the focus. */
export async function removeFocused(): Promise<void> {
  const span = spans.value.find((one) => one.id === focused.value);
  if (span === undefined || span.isLocked) return;
  tell(await remove(span.id), { kind: 'deleted', subject: taskName(span.taskId), detail: timesText(span) });
}
