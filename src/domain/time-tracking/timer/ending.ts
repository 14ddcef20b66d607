// Which remembered events end a tracking that runs then.
import type { Folding } from './folding.ts';
import { isForAnother } from './is-for-another.ts';
import { eventsNamed, startedAs, type Sheet, type Tracking } from './story.ts';
import type { Timing } from './timing.ts';
import { tagSaid, valuesSaid, wasRecorded, type Event } from './uploads.ts';

/** A remembered event as it was called, for what has come of the account since. */
export function asCalled({ call, userId, view }: Timing, event: Event): Timing {
  const tag = tagSaid(event, view);
  return { call: { ...call, values: valuesSaid(event), parameters: {} }, userId, view, tag };
}

/** Those of the events that end the tracking, if it runs then. */
export function endingIn(
  { story, timing: { view } }: Folding,
  events: readonly Event[],
  tracking: Tracking,
): readonly Event[] {
  const ending: Event[] = [];
  for (const event of events) {
    const tag = event.kind === 'toggle' && wasRecorded(event) ? tagSaid(event, view) : null;
    const isEnding =
      event.kind === 'toggle'
        ? !isForAnother({ tag, view }, tracking)
        : event.kind !== 'start' && isStopOf(story, event, tracking);
    if (isEnding) ending.push(event);
  }
  return ending;
}

/**
 * A stop ends what it names, or whatever runs. A name stands for the tracking that had begun under it by then; otherwise it
 * is the stop's own, and counts once.
 */
export function isStopOf(sheet: Sheet, stop: Event, tracking: Tracking): boolean {
  const { about_id: about, client_unique_id: name, instant } = stop;
  if (about !== null) return about === tracking.id;
  if (name === null) return true;
  const named = startedAs(sheet, name);
  if (named !== undefined && named.start_instant < instant) return named.id === tracking.id;
  return !eventsNamed(sheet, name).some((other) => other.id !== stop.id && other.instant < instant);
}
