// The trackings and remembered events of a person around a call, in memory: what the fold reads and changes. One look-up reads
// them, and nothing here writes.
import type { Comparison, Row, View } from '#resource/rule.ts';
import type { TimerMark } from '../timer-marks.ts';
import { compareEvents, hasEnded, nameIn, wasRecorded, type Event, type NewEvent } from './events.ts';
import type { Moment, Shown } from './moment.ts';
import { endOf, isFixed, isTimerManaged } from './neighbours.ts';
import type { TimerCall } from './timer-call.ts';

const columns = [
  ...(['id', 'user_id', 'task_id', 'start_instant', 'start_time_timezone', 'end_instant'] as const),
  ...(['end_time_timezone', 'client_unique_id', 'is_start_live', 'is_offline_tracking'] as const),
  'approved_by_admin',
] as const;

/** What the fold knows of a tracking. The id of one that is yet to be written is negative, as is that of an event. */
export type Tracking = Pick<Row<'timeTrackings'>, (typeof columns)[number]>;

/** What there is at some moment, by id. */
export interface Sheet {
  readonly trackings: ReadonlyMap<number, Tracking>;
  readonly events: ReadonlyMap<number, Event>;
}

/** What there is while events are folded anew for a call. */
export interface Story {
  readonly call: TimerCall;
  readonly trackings: Map<number, Tracking>;
  readonly events: Map<number, Event>;
  readonly stored: Sheet;
  /** What is begun, by the ids that it has here. */
  readonly begun: Map<number, Beginning>;
  /** Moments of toggles that would begin what cannot be booked any more. */
  readonly contradicted: Moment[];
  /** Names that may have come to stand for something else: what has them is taken anew. */
  readonly names: Set<string | null>;
  /** The last id that something new has got. */
  newest: number;
}

/** What there is around a second. */
export interface Around {
  readonly second: number;
  readonly events: readonly Event[];
  /** What reaches up to the second or over it, and can be told by the timer where to end. */
  readonly ran: Tracking | undefined;
  /** Those of the events that end it. */
  readonly ending: readonly Event[];
  /** What begins in it. */
  readonly started: Tracking | undefined;
}

/** Something that is begun, as it was called. */
export interface Beginning {
  readonly call: TimerCall;
  readonly at: Moment;
  readonly taskId: number;
  /** Further columns. */
  readonly more?: Row;
  /** Where it is said to end, unless something ends it before, and the columns that say so. */
  readonly until?: Shown & { readonly values: Row };
  /** How what has an end from its beginning on is written. */
  readonly mark?: TimerMark;
}

/** Whose trackings and events, and where they are. */
export interface Whose {
  readonly userId: number;
  readonly view: View;
}

/**
 * What there is from the last tracking before the instant on, and what shares a name with any of it or with the call: names
 * and what events have led to are asked about, wherever that is. Without an instant only that.
 */
export function sheetOf(
  { userId, view }: Whose,
  { name, instant }: { readonly name: string | null; readonly instant?: number },
): Sheet {
  const own: Comparison = { column: 'user_id', is: '=', value: userId };
  const find = (comparison: Comparison, more: object = {}): readonly Tracking[] =>
    view.find('timeTrackings', [own, comparison], { columns, ...more });
  const among = (column: string, values: readonly (string | number | null)[]): Comparison | null => {
    const known = [...new Set(values.filter((value) => value !== null))];
    return known.length === 0 ? null : { column, is: 'in', value: known };
  };
  const around: Tracking[] = [];
  const events: Event[] = [];
  if (instant !== undefined) {
    const at = { column: 'start_instant', value: instant };
    around.push(...find({ ...at, is: '<' }, { orderBy: ['-start_instant'], limit: 1 }));
    around.push(...find({ ...at, is: '>=' }));
    const since = Math.min(instant, ...around.map(({ start_instant: start }) => start));
    events.push(...view.find('timerUploads', [own, { column: 'instant', is: '>=', value: since }]));
  }
  const named = among('client_unique_id', [name, ...events.map((event) => event.client_unique_id)]);
  if (named !== null) events.push(...view.find('timerUploads', [own, named]));
  const acts = byId(events.filter(({ kind }) => kind !== 'passage'));
  const led = among(
    'id',
    [...acts.values()].map((event) => event.time_tracking_id),
  );
  for (const one of [named, led]) if (one !== null) around.push(...find(one));
  return { trackings: byId(around), events: acts };
}

/** What there is around the instant, to be folded anew for the call. */
export function storyAt(call: TimerCall, instant: number): Story {
  const name = nameIn(call);
  const stored = sheetOf(call, { instant, name });
  const [trackings, events] = [new Map(stored.trackings), new Map(stored.events)];
  const names = new Set([name]);
  return { call, trackings, events, stored, begun: new Map(), contradicted: [], names, newest: 0 };
}

function byId<Of extends { readonly id: number }>(all: readonly Of[]): Map<number, Of> {
  return new Map(all.toSorted((a, b) => a.id - b.id).map((one) => [one.id, one]));
}

/** A tracking that runs from the moment on and is yet to be written. */
export function runningFrom(
  { instant, zone }: Shown,
  more: Pick<Tracking, 'id' | 'user_id' | 'task_id' | 'client_unique_id' | 'is_offline_tracking'>,
): Tracking {
  const start = { start_instant: instant, start_time_timezone: zone, is_start_live: 0 };
  return { ...more, ...start, end_instant: null, end_time_timezone: null, approved_by_admin: 0 };
}

/** Where the tracking starts. */
export function startOf({ start_instant: instant, start_time_timezone: zone }: Tracking): Shown {
  return { instant, zone };
}

/** Begins something without connection, which runs until the fold ends it; answers it. */
export function beginIn(story: Story, beginning: Beginning): Tracking {
  const { call, at, taskId } = beginning;
  const id = (story.newest -= 1);
  const tracking = runningFrom(at, {
    id,
    user_id: call.userId,
    task_id: taskId,
    client_unique_id: nameIn(call),
    is_offline_tracking: 1,
  });
  story.trackings.set(id, tracking);
  story.begun.set(id, beginning);
  return tracking;
}

/** Remembers an event; answers it. */
export function addEvent(story: Story, event: NewEvent): Event {
  const added = { ...event, id: (story.newest -= 1) };
  story.events.set(added.id, added);
  return added;
}

/** Gives an event other columns. */
export function changeEvent(story: Story, { id }: Event, values: Partial<NewEvent>): void {
  const event = story.events.get(id);
  if (event !== undefined) story.events.set(id, { ...event, ...values });
}

/** Records what an event has started or ended now; what a toggle ended before it began something goes. */
export function lead(story: Story, event: Event, tracking: number | null): void {
  const nothingElse = event.kind === 'toggle' ? { about_id: null } : {};
  changeEvent(story, event, { time_tracking_id: tracking, ...nothingElse });
}

/** Records which events end the tracking where it ends now, and which did and do so no more. */
export function relinkEvents(story: Story, { id }: Tracking, ending: readonly Event[]): void {
  const tracking = story.trackings.get(id);
  const was = tracking === undefined ? [] : endedBy(story, tracking);
  for (const event of was) if (ending.every((other) => other.id !== event.id)) lead(story, event, null);
  for (const event of ending) lead(story, event, id);
}

/** Whether the tracking is not as it was. */
export function isChanged({ trackings, stored }: Story, { id }: Tracking): boolean {
  return trackings.get(id) !== stored.trackings.get(id);
}

/** The tracking ends there; `null`: it runs. What ended it later may end something else. */
export function endAt(story: Story, { id }: Tracking, end: Shown | null): void {
  const tracking = story.trackings.get(id);
  if (tracking === undefined) return;
  rememberEnd(story, tracking);
  const [end_instant, end_time_timezone] = [end?.instant ?? null, end?.zone ?? null];
  story.trackings.set(id, { ...tracking, end_instant, end_time_timezone });
}

/** What is gone has not begun or ended anything, but a stop that ended it may end something else. */
export function takeBack(story: Story, tracking: Tracking): void {
  rememberEnd(story, tracking);
  story.trackings.delete(tracking.id);
  for (const event of story.events.values())
    if (event.time_tracking_id === tracking.id) lead(story, event, null);
}

/** Something ended where the tracking ends, unless another one begins there, or what ended it is remembered. */
function rememberEnd(story: Story, tracking: Tracking): void {
  const { end_instant: instant, end_time_timezone: zone } = tracking;
  if (instant === null || zone === null || eventsAt(story, instant).length > 0) return;
  if (lastAt(story, instant)?.start_instant === instant) return;
  const nothing = {
    client_unique_id: null,
    time_tracking_id: null,
    about_id: null,
    said: null,
    tag_id: null,
  };
  addEvent(story, { ...nothing, stood: null, user_id: story.call.userId, instant, zone, kind: null });
}

/** The last tracking that starts at or before the instant. */
export function lastAt(sheet: Sheet, instant: number): Tracking | undefined {
  return inOrder(sheet).findLast(({ start_instant: start }) => start <= instant);
}

/**
 * The tracking inside which the instant falls, if nothing that is uploaded may change that. What is inserted into it stands in
 * a story beside it until it is written, and leaves the rest of it.
 */
export function barrierIn(sheet: Sheet, instant: number): Tracking | undefined {
  return inOrder(sheet).findLast(
    (one) => one.start_instant <= instant && endOf(one) > instant && isFixed(one),
  );
}

/** All trackings by their starts. */
export function inOrder({ trackings }: Sheet): readonly Tracking[] {
  return [...trackings.values()].toSorted((a, b) => a.start_instant - b.start_instant);
}

/** The events of a second, in the order in which they count: the last one holds. */
export function eventsAt({ events }: Sheet, second: number): readonly Event[] {
  return [...events.values()].filter(({ instant }) => instant === second).toSorted(compareEvents);
}

/** The events of a name; none has none. */
export function eventsNamed({ events }: Sheet, name: string | null): readonly Event[] {
  return name === null ? [] : [...events.values()].filter((event) => event.client_unique_id === name);
}

/** The tracking that was started under the name, by the name that it has or by another start in its second. */
export function startedAs(sheet: Sheet, name: string | null): Tracking | undefined {
  if (name === null) return undefined;
  const isStart = ({ kind, time_tracking_id: led, instant }: Event): boolean =>
    kind !== 'stop' && sheet.trackings.get(led ?? 0)?.start_instant === instant;
  const named = [...sheet.trackings.values()].find((one) => one.client_unique_id === name);
  return named ?? sheet.trackings.get(eventsNamed(sheet, name).find(isStart)?.time_tracking_id ?? 0);
}

/**
 * What a call of this name, of one of these kinds, did before: the ids of its answer. `null`: there was none, or one of
 * which nothing is known and that has found nothing.
 */
export function answeredAs(
  sheet: Sheet,
  name: string | null,
  kinds: readonly Event['kind'][],
): readonly number[] | null {
  const known = eventsNamed(sheet, name).find(
    ({ kind, time_tracking_id: led }) =>
      // A start that fell inside something that was entered by hand is tried again.
      (kinds.includes(kind) && (kind !== 'start' || led !== null)) || (kind === null && led !== null),
  );
  if (known === undefined) return null;
  return known.time_tracking_id === null ? [] : [known.time_tracking_id];
}

/**
 * What ran up to the second or over it and can be told by the timer where to end: all that happens in one second finds what
 * ran before that, if it reaches so far. What was entered by hand is not told.
 */
export function ranUntil(sheet: Sheet, second: number, before: Tracking | undefined): Tracking | undefined {
  if (before === undefined || endOf(before) < second || !isTimerManaged(before)) return undefined;
  if (endOf(before) > second || lastAt(sheet, second)?.start_instant === second) return before;
  const isEnded = eventsAt(sheet, second).some(({ time_tracking_id: led }) => led === before.id);
  return isEnded ? before : undefined;
}

/** The events that have ended the tracking where it ends. */
export function endedBy(sheet: Sheet, tracking: Tracking): readonly Event[] {
  const { end_instant: end } = tracking;
  return end === null ? [] : eventsAt(sheet, end).filter((event) => hasEnded(event, tracking));
}

/** Whether a toggle without connection began it, and no start. */
export function isToggled(started: Tracking, events: readonly Event[]): boolean {
  const leading = events.filter((event) => event.time_tracking_id === started.id);
  if (started.is_start_live === 1 || leading.some(({ kind }) => kind === 'start')) return false;
  return leading.some((event) => event.kind === 'toggle' && wasRecorded(event));
}
