// What was recorded without connection means what it would have meant in order. The fold goes once from what is new to the
// end: a toggle begins or ends by what runs up to it, a stop ends what it means, a start ends what runs. A second to which
// nothing else comes than before keeps what it has led to. It changes the story and writes nothing.
import { wallBehind } from './approved-ahead.ts';
import { beginnerOf, beginThere, isMeant, noteBegun } from './begin-meant.ts';
import { asCalled, endingIn, isStopOf } from './ending.ts';
import type { Around, Folding } from './folding.ts';
import { endOf, isFixed, isSteered, isTimed } from './neighbours.ts';
import { changeEvent, endedBy, eventsAt, eventsNamed, isToggled, lastAt, lead } from './story.ts';
import { cutAt, endAt, ranUntil, takeBack, tellLed, type Story, type Tracking } from './story.ts';
import { nameIn, wasRecorded, type Event } from './uploads.ts';

type Ran = Tracking | undefined;

/**
 * Folds what there is from the second on. `begun`, if anything is: what happens while that runs is taken anew in any case,
 * and so are toggles that have led to nothing so far.
 */
export function fold(folding: Folding, from: number, begun: number | null = null): void {
  const { story, timing } = folding;
  let running = lastAt(story, from - 1);
  let wall: number | null = null;
  const names = new Set([nameIn(timing.call)]);
  const reachWall = (second: number): void => {
    if (running === undefined || wall === null || wall >= second) return;
    endAt(story, running, { instant: wall, zone: running.start_time_timezone });
    running = undefined;
  };
  for (const second of secondsFrom(story, from)) {
    reachWall(second);
    const before: Ran = running;
    running = foldSecond(folding, { second, before, begun, names });
    // What comes late may run until a day that is approved by now.
    const isOpen = running !== undefined && running.end_instant === null && story.changed.has(running.id);
    const runsOn = isOpen && (running?.id !== before?.id || before?.end_instant !== null);
    if (running === undefined || !isOpen) wall = null;
    else if (runsOn) wall = wallBehind(timing, running, second);
  }
  reachWall(Infinity);
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

interface Second {
  readonly second: number;
  /** What ran by the second before. */
  readonly before: Ran;
  readonly begun: number | null;
  /** Names that may have come to stand for something else: what has them is taken anew. */
  readonly names: Set<string | null>;
}

/** Answers what runs from the second on. */
function foldSecond(folding: Folding, { second, before, begun, names }: Second): Ran {
  const { story } = folding;
  const last = lastAt(story, second);
  const started = last?.start_instant === second ? last : undefined;
  const reaches = before !== undefined && endOf(before) > second;
  if (started === undefined && reaches && isFixed(before)) return before;
  // What is begun has been decided: it ends what reaches into it.
  if (started !== undefined && started.id === begun) {
    if (reaches && isSteered(before)) cutAt(story, before, startOf(started));
    return started;
  }
  const events = eventsAt(story, second);
  const ran = ranUntil(story, second, before);
  const ending = ran === undefined ? [] : endingIn(folding, events, ran);
  const isIdle = events.some((event) => event.kind === 'toggle' && event.time_tracking_id === null);
  const isNamed = events.some(({ client_unique_id: name }) => name !== null && names.has(name));
  const isRetaken = isNamed || (begun !== null && (isIdle || ran?.id === begun));
  if (!isRetaken && isAsStored(story, { second, events, ran }))
    return started ?? (reaches ? before : undefined);
  const after = takeSecond(folding, { second, events, ran, ending, started });
  for (const { id, kind, client_unique_id: name, time_tracking_id: led } of events)
    if (kind === 'toggle' && story.events.get(id)?.time_tracking_id !== led) names.add(name);
  return after === undefined ? undefined : story.trackings.get(after.id);
}

/** Whether nothing else comes to a second than before. */
function isAsStored(
  story: Story,
  { second, events, ran }: Pick<Around, 'second' | 'events' | 'ran'>,
): boolean {
  const { stored } = story;
  if (events.some((event) => stored.events.get(event.id) !== event)) return false;
  if (ranUntil(stored, second, lastAt(stored, second - 1))?.id !== ran?.id) return false;
  const stops = events.filter(({ kind }) => kind === 'stop' || kind === null);
  return (
    ran === undefined || stops.every((stop) => isStopOf(story, stop, ran) === isStopOf(stored, stop, ran))
  );
}

/** Takes a second as it is meant now; answers what runs from it on. */
function takeSecond(folding: Folding, around: Around): Ran {
  const { story, timing } = folding;
  const { second, events, ran, ending, started } = around;
  const goesOn = ran !== undefined && endOf(ran) > second ? ran : undefined;
  if (started !== undefined && !isToggled(started, events)) {
    const toggles = events.filter(({ kind }) => kind === 'toggle');
    if (ran === undefined) for (const toggle of toggles) lead(story, toggle, started.id);
    else endThere(story, ran, { second, zone: started.start_time_timezone, ending });
    return started;
  }
  // Its end has been moved by hand since.
  const isMoved = ending.some((event) => event.time_tracking_id === goesOn?.id);
  if (goesOn !== undefined && isMoved && !story.changed.has(goesOn.id)) return goesOn;
  const toggle = events.findLast((event) => event.kind === 'toggle' && wasRecorded(event));
  const beginner = toggle && beginnerOf(toggle, asCalled(timing, toggle), ran);
  const isFrozen = started !== undefined && (started.approved_by_admin === 1 || !isTimed(started));
  if (beginner) {
    const staysSo = isFrozen || ran?.approved_by_admin === 1;
    const isKept = started !== undefined && (staysSo || isMeant(folding, beginner, started));
    if (started !== undefined && !isKept) takeBack(story, started);
    const begun = isKept ? started : beginThere(folding, beginner);
    if (begun === undefined) return goesOn;
    if (goesOn !== undefined) cutAt(story, goesOn, startOf(begun));
    noteBegun(folding, beginner, around, begun);
    return begun;
  }
  if (isFrozen) {
    if (goesOn !== undefined) cutAt(story, goesOn, startOf(started));
    return started;
  }
  if (started !== undefined) takeBack(story, started);
  const [first] = ending;
  if (ran === undefined) {
    for (const event of events) if (event.time_tracking_id === started?.id) lead(story, event, null);
    return undefined;
  }
  if (first === undefined) return runOn(story, ran, { second, events });
  endThere(story, ran, { second, zone: first.zone, ending });
  return undefined;
}

/** What ran ends in the second, and it is noted what ends it there. */
function endThere(
  story: Story,
  ran: Tracking,
  { second, zone, ending }: { second: number; zone: string; ending: readonly Event[] },
): void {
  const isOver = endOf(ran) > second;
  if (isOver) cutAt(story, ran, { instant: second, zone });
  tellLed(story, ran, { was: isOver ? [] : endedBy(story, ran), now: ending });
}

function startOf({
  start_instant: instant,
  start_time_timezone: zone,
}: Tracking): Pick<Event, 'instant' | 'zone'> {
  return { instant, zone };
}

/** What had ended it has come to mean something else: it runs on. */
function runOn(story: Story, ran: Tracking, { second, events }: Pick<Around, 'second' | 'events'>): Ran {
  if (endOf(ran) > second) return ran;
  const causes = events.filter((event) => event.time_tracking_id === ran.id);
  if (causes.length === 0 || ran.approved_by_admin === 1) return undefined;
  endAt(story, ran, null);
  for (const event of causes) lead(story, event, null);
  return ran;
}
