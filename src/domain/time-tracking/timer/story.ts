// The trackings and remembered events of a person around an upload, in memory: what the fold reads and changes. It reads
// the account once and writes nothing.
import type { Comparison, Row, View } from '#resource/rule.ts';
import { endOf, isSteered } from './neighbours.ts';
import { byRank, hasEnded, wasRecorded, type Event } from './uploads.ts';

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

/** What there is while events are folded anew. */
export interface Story {
  readonly userId: number;
  readonly trackings: Map<number, Tracking>;
  readonly events: Map<number, Event>;
  readonly stored: Sheet;
  /** Ids of trackings that are not as they were. */
  readonly changed: Set<number>;
  /** Those of them that are gone. */
  readonly removed: Set<number>;
  /** The last id that something new has got. */
  newest: number;
}

/** A tracking or an event without its id. */
type Unwritten<Of> = Omit<Of, 'id'>;

/**
 * What there is from the last tracking before the instant on, and what shares a name with any of it or with the upload:
 * names and what events have led to are asked about, wherever that is.
 */
export function storyFrom(
  { userId, view }: { readonly userId: number; readonly view: View },
  { instant, name }: { readonly instant: number; readonly name: string | null },
): Story {
  const own: Comparison = { column: 'user_id', is: '=', value: userId };
  const find = (comparison: Comparison, more: object = {}): readonly Tracking[] =>
    view.find('timeTrackings', [own, comparison], { columns, ...more });
  const at = { column: 'start_instant', value: instant };
  const before = find({ ...at, is: '<' }, { orderBy: ['-start_instant'], limit: 1 });
  const behind = find({ ...at, is: '>=' });
  const since = Math.min(instant, ...before.map(({ start_instant: start }) => start));
  const later = view.find('timerUploads', [own, { column: 'instant', is: '>=', value: since }]);
  const names = [...later.map((event) => event.client_unique_id), name].filter((one) => one !== null);
  const named: Comparison = { column: 'client_unique_id', is: 'in', value: [...new Set(names)] };
  const others = names.length === 0 ? [] : view.find('timerUploads', [own, named]);
  const events = byId([...later, ...others].filter(({ kind }) => kind !== 'passage'));
  const led = [...events.values()].map((event) => event.time_tracking_id).filter((id) => id !== null);
  const elsewhere = [
    ...(names.length === 0 ? [] : find(named)),
    ...(led.length === 0 ? [] : find({ column: 'id', is: 'in', value: [...new Set(led)] })),
  ];
  const trackings = byId([...before, ...behind, ...elsewhere]);
  const stored = { trackings: new Map(trackings), events: new Map(events) };
  return { userId, trackings, events, stored, changed: new Set(), removed: new Set(), newest: 0 };
}

function byId<Of extends { readonly id: number }>(all: readonly Of[]): Map<number, Of> {
  return new Map(all.toSorted((a, b) => a.id - b.id).map((one) => [one.id, one]));
}

/** Adds a tracking; answers it with its id. */
export function addTracking(story: Story, tracking: Unwritten<Tracking>): Tracking {
  const added = { ...tracking, id: (story.newest -= 1) };
  story.trackings.set(added.id, added);
  return added;
}

/** Adds an event of which nothing else is known yet. */
export function addEvent(
  story: Story,
  event: Pick<Event, 'instant' | 'zone' | 'kind'> & Partial<Unwritten<Event>>,
): Event {
  const nothing = { client_unique_id: null, time_tracking_id: null, about_id: null, said: null };
  const id = (story.newest -= 1);
  const added = { ...nothing, tag_id: null, stood: null, ...event, user_id: story.userId, id };
  story.events.set(id, added);
  return added;
}

/** Gives an event other columns. */
export function changeEvent(story: Story, { id }: Event, values: Partial<Unwritten<Event>>): void {
  const event = story.events.get(id);
  if (event !== undefined) story.events.set(id, { ...event, ...values });
}

/** Notes what an event has started or ended now; what a toggle ended before it began something goes. */
export function lead(story: Story, event: Event, tracking: number | null): void {
  const nothingElse = event.kind === 'toggle' ? { about_id: null } : {};
  changeEvent(story, event, { time_tracking_id: tracking, ...nothingElse });
}

/** The last tracking that starts at or before the instant. */
export function lastAt(sheet: Sheet, instant: number): Tracking | undefined {
  return inOrder(sheet).findLast(({ start_instant: start }) => start <= instant);
}

/** The first tracking that starts after the instant. */
function nextAfter(sheet: Sheet, instant: number): Tracking | undefined {
  return inOrder(sheet).find(({ start_instant: start }) => start > instant);
}

function inOrder({ trackings }: Sheet): readonly Tracking[] {
  return [...trackings.values()].toSorted((a, b) => a.start_instant - b.start_instant);
}

/** The events of a second, in the order in which they count: the last one holds. */
export function eventsAt({ events }: Sheet, second: number): readonly Event[] {
  return [...events.values()].filter(({ instant }) => instant === second).toSorted(byRank);
}

/** The events of a name; none has none. */
export function eventsNamed({ events }: Sheet, name: string | null): readonly Event[] {
  return name === null ? [] : [...events.values()].filter((event) => event.client_unique_id === name);
}

/** The tracking that was started under the name, by the name that it has or by another start in its second. */
export function startedAs(story: Sheet, name: string | null): Tracking | undefined {
  if (name === null) return undefined;
  const named = [...story.trackings.values()].find((tracking) => tracking.client_unique_id === name);
  return (
    named ??
    eventsNamed(story, name)
      .filter(({ kind }) => kind !== 'stop')
      .map(({ time_tracking_id: id, instant }) => {
        const led = id === null ? undefined : story.trackings.get(id);
        return led?.start_instant === instant ? led : undefined;
      })
      .find((tracking) => tracking !== undefined)
  );
}

/**
 * What ran up to the second or over it and can be told by the timer where to end: all that happens in one
 * second finds what ran before that, which is `before` if it reaches so far. What was entered by hand is not told.
 */
export function ranUntil(story: Sheet, second: number, before: Tracking | undefined): Tracking | undefined {
  if (before === undefined || endOf(before) < second || !isSteered(before)) return undefined;
  if (endOf(before) > second || lastAt(story, second)?.start_instant === second) return before;
  const isEnded = eventsAt(story, second).some(({ time_tracking_id: led }) => led === before.id);
  return isEnded ? before : undefined;
}

/** The events that have ended the tracking where it ends. */
export function endedBy(story: Sheet, tracking: Tracking): readonly Event[] {
  const { end_instant: end } = tracking;
  return end === null ? [] : eventsAt(story, end).filter((event) => hasEnded(event, tracking));
}

/** Whether a toggle without connection began it, and no start. */
export function isToggled(started: Tracking, events: readonly Event[]): boolean {
  const leading = events.filter((event) => event.time_tracking_id === started.id);
  if (started.is_start_live === 1 || leading.some(({ kind }) => kind === 'start')) return false;
  return leading.some((event) => event.kind === 'toggle' && wasRecorded(event));
}

/** The tracking ends there; `null`: it runs. */
export function endAt(story: Story, { id }: Tracking, end: Pick<Event, 'instant' | 'zone'> | null): void {
  const tracking = story.trackings.get(id);
  if (tracking === undefined) return;
  const [end_instant, end_time_timezone] = [end?.instant ?? null, end?.zone ?? null];
  story.trackings.set(id, { ...tracking, end_instant, end_time_timezone });
  story.changed.add(id);
}

/** The tracking ends there already; what ended it later may end something else. */
export function cutAt(story: Story, tracking: Tracking, end: Pick<Event, 'instant' | 'zone'>): void {
  rememberEnd(story, tracking);
  endAt(story, tracking, end);
}

/** What is gone has not ended anything, but a stop that ended it may end something else. */
export function takeBack(story: Story, tracking: Tracking): void {
  rememberEnd(story, tracking);
  story.trackings.delete(tracking.id);
  story.removed.add(tracking.id);
  story.changed.add(tracking.id);
}

/** Something ended where the tracking ends, unless another one begins there, or what ended it is remembered. */
function rememberEnd(story: Story, tracking: Tracking): void {
  const { start_instant: start, end_instant: instant, end_time_timezone: zone } = tracking;
  if (instant === null || zone === null || nextAfter(story, start)?.start_instant === instant) return;
  if (eventsAt(story, instant).length === 0) addEvent(story, { instant, zone, kind: null });
}

/** Notes which events end the tracking where it ends now, and which do so no more. */
export function tellLed(
  story: Story,
  ran: Tracking,
  { was, now }: { readonly was: readonly Event[]; readonly now: readonly Event[] },
): void {
  for (const event of was) if (now.every(({ id }) => id !== event.id)) lead(story, event, null);
  for (const event of now) lead(story, event, ran.id);
}

/** Whether these are other events than those. */
export function areOthers(some: readonly Event[], others: readonly Event[]): boolean {
  return some.length !== others.length || some.some(({ id }) => others.every((other) => other.id !== id));
}
