// What the timer remembers beside trackings: everything that was recorded without connection, because what comes before it
// may be uploaded after it; what must count once; and ends that may still end what is uploaded late.
import { pendingRow } from '#resource/pending-row.ts';
import type { Row } from '#resource/rule.ts';
import { isOffline, type Shown } from './moment.ts';
import type { Tag, TimerCall } from './timer-call.ts';

/** Something that is remembered; `time_tracking_id` is what it started or ended. */
export type Event = Row<'timerUploads'>;

/** An event without its id. */
export type NewEvent = Omit<Event, 'id'>;

const kinds = ['stop', 'toggle', 'start'] as const;

/** The call as it is remembered, before it has led to anything; `more`: columns that are known otherwise. */
export function eventOf(call: TimerCall, { instant, zone }: Shown, more: Partial<NewEvent> = {}): NewEvent {
  const { action, row: about, tag, userId, values } = call;
  const row = { ...values, ...(isOffline(call) ? { is_offline_tracking: 1 } : {}) };
  return {
    user_id: userId,
    client_unique_id: nameIn(call),
    time_tracking_id: null,
    instant,
    zone,
    kind: kinds.find((kind) => kind === action) ?? null,
    about_id: about?.id ?? null,
    // Tags are deleted, and come to stand for something else: what was meant stays what was meant.
    said: JSON.stringify({ row, given: Object.keys(row), ...(tag === null ? {} : { tag: meantBy(tag) }) }),
    tag_id: tag?.id ?? null,
    stood: null,
    ...more,
  };
}

function meantBy({ mode_id, user_id, task_id, project_id, skill_id, start_task_afterwards }: Tag) {
  return { mode_id, user_id, task_id, project_id, skill_id, start_task_afterwards };
}

/** A remembered event as it was called, for what has come of the account since. */
export function asCalled(call: TimerCall, { said, tag_id: id }: Event): TimerCall {
  const { tag }: { readonly tag?: Tag } = JSON.parse(said ?? '{}');
  const meant = id === null || tag === undefined ? null : { ...tag, id };
  return { ...call, values: valuesSaid({ said }), parameters: {}, tag: meant };
}

/** What a remembered event said, as the values of its call. */
export function valuesSaid({ said }: Pick<Event, 'said'>): Row {
  return pendingRow(said)?.row ?? {};
}

/** Whether what is remembered was recorded without connection; otherwise it meant what there was when it came. */
export function wasRecorded(event: Pick<Event, 'said'>): boolean {
  return valuesSaid(event)['is_offline_tracking'] === 1;
}

/** The name that the call gives itself. */
export function nameIn({ values }: Pick<TimerCall, 'values'>): string | null {
  const name = values['client_unique_id'];
  return typeof name === 'string' ? name : null;
}

/** Whether the event has ended the tracking, at whose end it is: it led to it, or to what began after that. */
export function hasEnded(event: Event, { id }: Pick<Row<'timeTrackings'>, 'id'>): boolean {
  return event.time_tracking_id === id || (event.kind === 'toggle' && event.about_id === id);
}

/** Of two acts in one second the later counts: starts after toggles after stops, then by name, task, notes and the rest. */
export function compareEvents(a: NewEvent, b: NewEvent): number {
  const other = rankOf(b);
  const differing = rankOf(a).map((part, index) => [part, other[index] ?? ''] as const);
  const [one, two] = differing.find(([part, others]) => part !== others) ?? ['', ''];
  return one === two ? 0 : one < two ? -1 : 1;
}

function rankOf({ kind, client_unique_id: name, said }: NewEvent): readonly string[] {
  const order = kinds.findIndex((one) => one === (kind ?? 'stop'));
  const { task_id: task, notes } = valuesSaid({ said });
  return [order, name, String(task ?? '').padStart(20, '0'), notes, said].map((text) => String(text ?? ''));
}
