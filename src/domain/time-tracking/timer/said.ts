// What events say of a tracking beside its times: of what begins it, and of what ends it.
import type { Row } from '#resource/rule.ts';
import { asCalled } from './ending.ts';
import { givenValues } from './given-values.ts';
import { changeEvent, eventsAt, type Story, type Tracking } from './story.ts';
import type { Timing } from './timing.ts';
import { stoodBefore, wasRecorded, type Event } from './uploads.ts';

/** Columns that a tracking has whatever began or ended it. */
export const kept: readonly string[] = ['is_billable', 'max_hours_alert', 'start_type_id', 'end_type_id'];

/** What is said of a tracking: the events that did end it, and those that end it now. */
interface Saying {
  readonly row: Row<'timeTrackings'>;
  readonly was: readonly Event[];
  readonly now: readonly Event[];
}

/** Remarks and positions of what ends a tracking, in order; the last one holds. */
export function saidAtEnd(timing: Timing, ending: readonly Event[]): Row {
  return saidBy(timing, ending, 'end');
}

/**
 * What is to be written when other events end a tracking than did before: what was said at its former end goes, unless
 * a user has written something else since. What stood there before comes back, and what stands there now is noted.
 */
export function saidThen(timing: Timing, story: Story, { row, was, now }: Saying): Row {
  const stands: Row = row;
  const former = saidAtEnd(timing, was);
  const gone = Object.keys(former).filter((name) => stands[name] === former[name] && !kept.includes(name));
  const begun = saidAtStart(timing, story, row);
  const stood: Row = Object.assign({}, ...was.map(stoodBefore));
  const values: Record<string, Row[string]> = {};
  for (const name of gone) {
    if (begun !== null || isOfEnd(name)) values[name] = begun?.[name] ?? null;
    else if (name in stood) values[name] = stood[name] ?? null;
  }
  const said = saidAtEnd(timing, now);
  const below = JSON.stringify(standing({ ...stands, ...values }, said));
  // What was said without connection at the start is remembered with it.
  if (begun === null) for (const event of now) changeEvent(story, event, { stood: below });
  return { ...values, ...said };
}

/** What stands in a tracking where something else is to be written at its end; positions of the end have no past. */
export function standing(tracking: Row, said: Row): Row {
  const names = Object.keys(said).filter((name) => !isOfEnd(name) && !kept.includes(name));
  return Object.fromEntries(names.map((name) => [name, tracking[name] ?? null]));
}

function isOfEnd(name: string): boolean {
  return name.startsWith('geo_end_');
}

/** What was said without connection at its start; `null`: it was started live, or entered. */
function saidAtStart(timing: Timing, story: Story, { id, start_instant: start }: Tracking): Row | null {
  const beginning = eventsAt(story, start).filter(
    (event) =>
      (event.kind === 'start' || event.kind === 'toggle') &&
      wasRecorded(event) &&
      event.time_tracking_id === id,
  );
  return beginning.length === 0 ? null : saidBy(timing, beginning, 'start');
}

function saidBy(timing: Timing, events: readonly Event[], side: 'start' | 'end'): Row {
  const values: Record<string, Row[string]> = {};
  for (const event of events) {
    const { call, tag } = asCalled(timing, event);
    Object.assign(values, givenValues(call, side, tag !== null));
  }
  return values;
}
