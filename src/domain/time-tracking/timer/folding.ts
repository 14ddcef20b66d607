// A fold under way: the story that it tells anew, the call for which it does, and what it begins.
import type { Row } from '#resource/rule.ts';
import type { TimerMark } from '../timer-marks.ts';
import type { Moment } from './moment.ts';
import { addTracking, storyFrom, type Story, type Tracking } from './story.ts';
import type { Timing } from './timing.ts';
import { nameIn, type Event } from './uploads.ts';

/** A fold under way. */
export interface Folding {
  readonly story: Story;
  readonly timing: Timing;
  /** What is begun, by the ids that it has in the story. */
  readonly begun: Map<number, Beginning>;
  /** Moments of toggles that would begin what cannot be booked any more. */
  readonly contradicted: Moment[];
}

/** Something that is begun, as it was called. */
export interface Beginning {
  readonly timing: Timing;
  readonly at: Moment;
  readonly taskId: number;
  /** Further columns. */
  readonly more?: Row;
  /** Where it is said to end, unless something ends it before. */
  readonly until?: Until;
  /** How what has an end from its beginning on is written. */
  readonly mark?: TimerMark;
}

/** A moment at which a tracking is said to end, and the columns that say so. */
export interface Until extends Pick<Moment, 'instant' | 'zone'> {
  readonly values: Row;
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

/** A fold for a call, of what there is around the instant. */
export function foldingAt(timing: Timing, instant: number): Folding {
  const story = storyFrom(timing, { instant, name: nameIn(timing.call) });
  return { story, timing, begun: new Map(), contradicted: [] };
}

/** Begins something without connection, which runs until the fold ends it; answers it. */
export function beginIn({ story, begun }: Folding, beginning: Beginning): Tracking {
  const { timing, at, taskId } = beginning;
  const tracking = addTracking(story, {
    user_id: timing.userId,
    task_id: taskId,
    client_unique_id: nameIn(timing.call),
    start_instant: at.instant,
    start_time_timezone: at.zone,
    end_instant: null,
    end_time_timezone: null,
    is_start_live: 0,
    is_offline_tracking: 1,
    approved_by_admin: 0,
  });
  story.changed.add(tracking.id);
  begun.set(tracking.id, beginning);
  return tracking;
}

/** What has changed is listed, but for the tracking that the answer shows. */
export function tellChanged({ view }: Timing, changed: ReadonlySet<number>, answered: number | null): void {
  for (const id of changed) if (id !== answered) view.affected('timeTrackings', id);
}
