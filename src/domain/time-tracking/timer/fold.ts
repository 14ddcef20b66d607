// What was recorded without connection means what it would have meant in order. The fold goes once from what is new to the
// end: a toggle begins or ends by what runs up to it, a stop ends what it means, a start ends what runs. A second to which
// nothing else comes than before keeps what it has led to. It changes the story and writes nothing.
import { earliestInstant, localText } from '#values/time-zone.ts';
import { beginnerOf, beginThere, isMeant, recordBegun } from './apply-start.ts';
import { asCalled, wasRecorded, type Event } from './events.ts';
import type { Shown } from './moment.ts';
import { endOf, isFixed, isTimed, isTimerManaged } from './neighbours.ts';
import { changeEvent, endAt, endedBy, eventsAt, eventsNamed, isChanged, isToggled } from './story.ts';
import { lastAt, lead, ranUntil, relinkEvents, startedAs, startOf, takeBack } from './story.ts';
import type { Around, Sheet, Story, Tracking, Whose } from './story.ts';
import { isForAnother } from './timer-call.ts';

type Ran = Around['ran'];

/**
 * Folds what there is from the second on. `begun`, if anything is: what happens while that runs is taken anew in any case,
 * and so are toggles that have led to nothing so far.
 */
export function fold(story: Story, from: number, begun: number | null = null): void {
  let running = lastAt(story, from - 1);
  let wall: number | null = null;
  for (const second of [...secondsFrom(story, from), Infinity]) {
    // What begins with the approved day stays as it is.
    const isReached = wall === second && lastAt(story, second)?.start_instant === second;
    if (running !== undefined && wall !== null && (wall < second || isReached)) {
      endAt(story, running, { instant: wall, zone: running.start_time_timezone });
      running = undefined;
    }
    if (second === Infinity) return;
    const before: Ran = running;
    running = foldSecond(story, second, { before, begun });
    // What comes late may run until a day that is approved by now.
    const isOpen = running !== undefined && running.end_instant === null && isChanged(story, running);
    if (running === undefined || !isOpen) wall = null;
    else if (running.id !== before?.id || before.end_instant !== null) {
      const { start_instant: start, start_time_timezone: zone } = running;
      wall = nextApprovedDay(story.call, { instant: Math.max(start, second - 1), zone });
    }
  }
}

/** The midnight with which the first approved day of the person behind the instant's date begins; `null`: there is none. */
export function nextApprovedDay({ userId, view }: Whose, { instant, zone }: Shown): number | null {
  const own = { column: 'user_id', is: '=', value: userId } as const;
  const behind = { column: 'date', is: '>', value: localText(instant, zone).slice(0, 10) } as const;
  const dates: string[] = [];
  for (const column of ['approved_by_user', 'approved_by_admin'] as const) {
    const approved = [own, behind, { column, is: '=', value: 1 }] as const;
    const days = view.find('timesheetAccountings', approved, { orderBy: ['date'], limit: 1 });
    dates.push(...days.map(({ date }) => date));
  }
  const [first] = dates.toSorted();
  return first === undefined ? null : earliestInstant(`${first} 00:00:00`, zone);
}

/** Stops of the name in the second of its start end that a second later, and nothing else. */
export function endFirstSecond(story: Story, name: string | null, second: number): void {
  for (const event of eventsNamed(story, name))
    if (event.kind === 'stop' && event.instant === second) changeEvent(story, event, { instant: second + 1 });
}

function secondsFrom({ trackings, events }: Story, from: number): readonly number[] {
  const spans = [...trackings.values()].flatMap((one) => [one.start_instant, one.end_instant ?? from]);
  const seconds = new Set([...spans, ...[...events.values()].map(({ instant }) => instant)]);
  return [...seconds].filter((second) => second >= from).toSorted((a, b) => a - b);
}

/** Answers what runs from the second on; `before`: what ran by the second before. */
function foldSecond(
  story: Story,
  second: number,
  { before, begun }: { readonly before: Ran; readonly begun: number | null },
): Ran {
  const last = lastAt(story, second);
  const started = last?.start_instant === second ? last : undefined;
  const reaches = before !== undefined && endOf(before) > second;
  if (started === undefined && reaches && isFixed(before)) return before;
  // What is begun has been decided: it ends what reaches into it.
  if (started !== undefined && started.id === begun) {
    if (reaches && isTimerManaged(before)) endAt(story, before, startOf(started));
    return started;
  }
  const events = eventsAt(story, second);
  const ran = ranUntil(story, second, before);
  const isIdle = events.some((event) => event.kind === 'toggle' && event.time_tracking_id === null);
  const isNew = begun !== null && (isIdle || ran?.id === begun);
  const isNamed = events.some(({ client_unique_id: name }) => name !== null && story.names.has(name));
  if (!isNew && !isNamed && isAsStored(story, { second, events, ran }))
    return started ?? (reaches ? before : undefined);
  const ending = ran === undefined ? [] : endingIn(story, events, ran);
  const after = takeSecond(story, { second, events, ran, ending, started });
  for (const { id, kind, client_unique_id: name, time_tracking_id: led } of events)
    if (kind === 'toggle' && story.events.get(id)?.time_tracking_id !== led) story.names.add(name);
  return after === undefined ? undefined : story.trackings.get(after.id);
}

/** Whether nothing else comes to a second than before. */
function isAsStored(
  story: Story,
  { second, events, ran }: Pick<Around, 'second' | 'events' | 'ran'>,
): boolean {
  const { stored } = story;
  if (events.some((event) => stored.events.get(event.id) !== event)) return false;
  const before = lastAt(stored, second - 1);
  if (ranUntil(stored, second, before)?.id !== ran?.id) return false;
  // What reached up to the second ends before it now: a toggle that had come to end something else begins.
  if (before !== undefined && isShortened(story, before, second)) return false;
  const stops = events.filter(({ kind }) => kind === 'stop' || kind === null);
  return (
    ran === undefined || stops.every((stop) => isStopOf(story, stop, ran) === isStopOf(stored, stop, ran))
  );
}

/** Whether the tracking reached up to the second as it is stored, and ends earlier now. */
function isShortened({ trackings }: Story, before: Tracking, second: number): boolean {
  const now = trackings.get(before.id);
  return isTimerManaged(before) && endOf(before) === second && now !== undefined && endOf(now) < second;
}

/** Those of the events that end the tracking, if it runs then. */
function endingIn(story: Story, events: readonly Event[], tracking: Tracking): readonly Event[] {
  const ending: Event[] = [];
  for (const event of events) {
    const called = event.kind === 'toggle' && wasRecorded(event) ? asCalled(story.call, event) : null;
    const isEnding =
      event.kind === 'toggle'
        ? called === null || !isForAnother(called, tracking)
        : event.kind !== 'start' && isStopOf(story, event, tracking);
    if (isEnding) ending.push(event);
  }
  return ending;
}

/**
 * A stop ends what it names, or whatever runs. A name stands for the tracking that had begun under it by then; otherwise it
 * is the stop's own, and counts once.
 */
export function isStopOf(sheet: Sheet, stop: Event, tracking: Pick<Tracking, 'id'>): boolean {
  const { about_id: about, client_unique_id: name, instant } = stop;
  if (about !== null) return about === tracking.id;
  if (name === null) return true;
  const named = startedAs(sheet, name);
  if (named !== undefined && named.start_instant < instant) return named.id === tracking.id;
  return !eventsNamed(sheet, name).some((other) => other.id !== stop.id && other.instant < instant);
}

/** Takes a second as it is meant now; answers what runs from it on. */
function takeSecond(story: Story, around: Around): Ran {
  const { second, events, ran, ending, started } = around;
  const goesOn = ran !== undefined && endOf(ran) > second ? ran : undefined;
  if (started !== undefined && !isToggled(started, events)) {
    // A toggle does nothing to what was entered by hand or is approved.
    const toggles = isFixed(started) ? [] : events.filter(({ kind }) => kind === 'toggle');
    if (ran !== undefined) endThere(story, ran, { ...startOf(started), ending });
    else for (const toggle of toggles) lead(story, toggle, started.id);
    return started;
  }
  // Its end has been moved by hand since.
  const isMoved = ending.some((event) => event.time_tracking_id === goesOn?.id);
  if (goesOn !== undefined && isMoved && !isChanged(story, goesOn)) return goesOn;
  const isFrozen = started !== undefined && (started.approved_by_admin === 1 || !isTimed(started));
  const beginner = beginnerOf(story, around);
  if (beginner === null && !isFrozen) {
    if (started !== undefined) takeBack(story, started);
    return ran === undefined ? undefined : endOrRunOn(story, ran, { second, ending });
  }
  const isKept = isFrozen || ran?.approved_by_admin === 1 || isMeant(beginner, started);
  if (started !== undefined && !isKept) takeBack(story, started);
  const begun = isKept && started !== undefined ? started : beginThere(story, beginner);
  if (begun === undefined) return goesOn;
  if (goesOn !== undefined) endAt(story, goesOn, startOf(begun));
  if (beginner !== null) recordBegun(story, beginner, around, begun);
  return begun;
}

/** What ran ends there, and it is recorded what ends it. */
function endThere(story: Story, ran: Tracking, { ending, ...end }: Shown & Pick<Around, 'ending'>): void {
  if (endOf(ran) > end.instant) endAt(story, ran, end);
  relinkEvents(story, ran, ending);
}

/** Nothing begins: what ran ends by the events that end it; when what had ended it means something else now, it runs on. */
function endOrRunOn(story: Story, ran: Tracking, { second, ending }: Pick<Around, 'second' | 'ending'>): Ran {
  const [first] = ending;
  if (first !== undefined) {
    endThere(story, ran, { instant: second, zone: first.zone, ending });
    return undefined;
  }
  if (endOf(ran) > second) return ran;
  if (endedBy(story, ran).length === 0 || ran.approved_by_admin === 1) return undefined;
  relinkEvents(story, ran, []);
  endAt(story, ran, null);
  return ran;
}
