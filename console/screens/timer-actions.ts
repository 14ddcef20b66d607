// Starting and stopping, as every screen offers it: the verb, then what the toast says.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Id, Task } from '../domain/rows.ts';
import { clockOf } from '../domain/duration.ts';
import { compare, plain } from '../domain/match.ts';
import { clockRange, type Span } from '../domain/spans.ts';
import { localTime } from '../domain/zones.ts';
import { running, start, stop, tasks, type Insistence, type Verdict } from '../store/bookings.ts';
import { pathOf } from '../parts/task-name.tsx';
import type { Refusal } from '../store/http.ts';
import { viewOf } from '../store/outbox.ts';
import { readClock } from '../store/clock.ts';
import { who, zone } from '../store/session.ts';
import { stored } from '../store/tables.ts';
import { words } from '../words/words.ts';
import { keyOf, tell, type Deed } from '../store/undo.ts';

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

/** Whether the person may start the clock. All may stop it. */
export const mayStart: ReadonlySignal<boolean> = computed(
  () => stored('users').value.get(who.value?.user_id ?? 0)?.allow_start_task !== 0,
);
/** Tasks on which the person can start the clock, in that order. */
export const startableTasks: ReadonlySignal<readonly Task[]> = computed(() =>
  mayStart.value ? bookableTasks.value : [],
);

const named = computed(() => Map.groupBy(tasks.value.values(), ({ name }) => name));

/** Name of a task, with its projects where another task has the same name. */
export function taskName(id: Id): string {
  const task = tasks.value.get(id);
  if (task === undefined) return '–';
  return (named.value.get(task.name)?.length ?? 0) > 1 ? `${task.name} (${pathOf(task)})` : task.name;
}

/** What a span is called in toasts and for the ear. */
export function timesText(span: Pick<Span, 'start' | 'end'>): string {
  return clockRange(span, zone.value);
}

/** `16:42` of a moment. */
export function clockText(moment: number): string {
  return clockOf(localTime(moment, zone.value));
}

/** A start that was refused and can be requested, or that a booking is in the way of; `null` once that is answered. */
export const refusedStart = signal<{ readonly taskId: Id; readonly refusal: Refusal } | null>(null);

/**
 * Starts the clock on a task, or requests that: then it begins when the reason is given. A task that runs already goes on: its
 * booking would be cut in two.
 */
export async function startTask(taskId: Id, insist?: Insistence): Promise<void> {
  refusedStart.value = null;
  if (running.value?.taskId === taskId) return;
  const at = clockText(readClock());
  const verdict = await start(taskId, words.value.timer.late, insist);
  const refusal = verdict?.refusal;
  // Outside of a geofence that takes requests, or before a booking to come.
  if (refusal?.data['is_request_flow_active'] === 1 || refusal?.code === 'conflict')
    refusedStart.value = { taskId, refusal };
  else tellTimer(verdict, { kind: 'started', subject: taskName(taskId), detail: '' }, at);
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
  if (verdict === null) return;
  tell(verdict, verdict.isRequest === true ? { ...deed, kind: 'requested', detail: at } : deed, keyOf(deed));
}
