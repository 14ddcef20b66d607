// Starting and stopping, as every screen offers it: the verb, then what the toast says.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Id, Task } from '../domain/rows.ts';
import { clockOf } from '../domain/duration.ts';
import { compare, plain } from '../domain/match.ts';
import { clockRange, type Span } from '../domain/spans.ts';
import { localTime } from '../domain/zones.ts';
import { running, start, stop, tasks, type Verdict } from '../store/bookings.ts';
import { viewOf } from '../store/outbox.ts';
import { readClock } from '../store/clock.ts';
import { zone } from '../store/session.ts';
import { words } from '../words/words.ts';
import { note, showRefusal, type Deed } from '../store/undo.ts';

const recent = viewOf('recentTasks');

/** Tasks that can be booked, those that were booked last first. */
export const bookableTasks: ReadonlySignal<readonly Task[]> = computed(() => {
  const order = new Map([...recent.value.values()].map((row) => [row.node_id, row.last_started]));
  return [...tasks.value.values()]
    .filter((task) => task.is_startable === 1 && task.is_done === 0 && task.is_blocked === 0)
    .map((task) => ({ task, at: order.get(task.id) ?? '', name: plain(task.name) }))
    .sort((a, b) => compare(b.at, a.at) || compare(a.name, b.name))
    .map(({ task }) => task);
});

/** Name of a task. */
export function taskName(id: Id): string {
  return tasks.value.get(id)?.name ?? '–';
}

/** What a span is called in toasts and for the ear. */
export function timesText(span: Pick<Span, 'start' | 'end'>): string {
  return clockRange(span, zone.value);
}

/** `16:42` of a moment. */
export function clockText(moment: number): string {
  return clockOf(localTime(moment, zone.value));
}

/** Tells what was done, or why it was not. */
export function tell(verdict: Verdict | null, deed: Deed): void {
  if (verdict === null) return;
  if (verdict.refusal !== null) showRefusal(verdict.refusal);
  else note(deed, verdict.undo);
}

/** Starts the clock on a task. */
export async function startTask(id: Id): Promise<void> {
  const at = clockText(readClock());
  tellTimer(
    await start(id, words.value.timer.late),
    { kind: 'started', subject: taskName(id), detail: '' },
    at,
  );
}

/** Stops the clock. */
export async function stopTimer(): Promise<void> {
  const span = running.value;
  if (span === null) return;
  const at = clockText(readClock());
  const deed: Deed = { kind: 'stopped', subject: taskName(span.taskId), detail: '' };
  tellTimer(await stop(words.value.timer.late), deed, at);
}

function tellTimer(verdict: Verdict | null, deed: Deed, at: string): void {
  tell(verdict, verdict?.isRequest === true ? { ...deed, kind: 'requested', detail: at } : deed);
}
