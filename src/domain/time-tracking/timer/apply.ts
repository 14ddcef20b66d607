// Writes what a fold has come to: the difference between its story and what is stored, by the ordinary rules.
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { knownRow } from '../../known-row.ts';
import { markedAs } from '../timer-marks.ts';
import { insertion, newTracking } from './begin.ts';
import type { Beginning, Folding } from './folding.ts';
import { noEnd, sideAt } from './moment.ts';
import { endOf, isSteered } from './neighbours.ts';
import { noteContradiction } from './note-contradiction.ts';
import { saidAtEnd, saidThen } from './said.ts';
import { areOthers, endedBy, type Tracking } from './story.ts';

/** What has been written. */
export interface Applied {
  /** Ids of trackings that are not as they were, or gone. */
  readonly changed: ReadonlySet<number>;
  /** The id of a tracking or an event of the story as it is stored. */
  idOf(id: number | null): number | null;
}

/** Writes the difference; answers what has changed. Whatever gives room to something is written before that. */
export function apply(folding: Folding): Applied {
  const { story, timing, begun, contradicted } = folding;
  const { view, userId } = timing;
  const { stored } = story;
  const changed = new Set<number>();
  const ids = new Map<number, number>();
  const idOf = (id: number | null): number | null => (id === null || id > 0 ? id : (ids.get(id) ?? null));
  for (const { id } of stored.trackings.values()) {
    if (story.trackings.has(id)) continue;
    view.delete('timeTrackings', id);
    changed.add(id);
  }
  const isShorter = (now: Tracking): boolean => {
    const was = stored.trackings.get(now.id);
    return was !== undefined && endOf(now) < endOf(was);
  };
  const all = [...story.trackings.values()].toSorted((a, b) => a.start_instant - b.start_instant);
  for (const now of [...all.filter(isShorter), ...all.filter((one) => !isShorter(one))]) {
    const beginning = begun.get(now.id);
    if (beginning !== undefined) ids.set(now.id, writeNew(folding, now, beginning));
    else if (isEndWritten(folding, now)) changed.add(now.id);
  }
  for (const id of ids.values()) changed.add(id);
  for (const [id, event] of story.events) {
    if (stored.events.get(id) === event) continue;
    const { id: _id, time_tracking_id: led, about_id: about, ...values } = event;
    const row = { ...values, time_tracking_id: idOf(led), about_id: idOf(about) };
    if (id > 0) view.update('timerUploads', id, row);
    else ids.set(id, view.insert('timerUploads', row));
  }
  for (const { instant, zone } of contradicted)
    noteContradiction({ user_id: userId, start_date: localText(instant, zone).slice(0, 10) }, view);
  return { changed, idOf };
}

/** Writes a tracking that begins, with the end that it has by then; answers its id. */
function writeNew(
  { timing: { view }, story }: Folding,
  tracking: Tracking,
  { timing, at, taskId, more, until, mark = 'stops' }: Beginning,
): number {
  const { end_instant: instant, end_time_timezone: zone } = tracking;
  const values = { ...newTracking(timing, at, taskId), ...more };
  if (instant === null || zone === null) return view.create('timeTrackings', values, insertion(timing));
  const isUntil = instant === until?.instant;
  const said = isUntil ? until.values : saidAtEnd(timing, endedBy(story, tracking));
  const whole = { ...values, ...said, ...sideAt('end', { instant, zone }) };
  // Where it ends is what stopped it: as when that comes after it, no length is too long.
  const parameters = { ...insertion(timing).parameters, ...markedAs(mark).parameters };
  return view.create('timeTrackings', whole, { parameters });
}

/** Writes where a tracking ends now and what is said there, if that is new; answers whether it is. */
function isEndWritten(folding: Folding, now: Tracking): boolean {
  const { story, timing } = folding;
  const before = story.stored.trackings.get(now.id);
  if (before === undefined || !isSteered(before)) return false;
  const ending = { was: endedBy(story.stored, before), now: endedBy(story, now) };
  const isMoved = before.end_instant !== now.end_instant;
  if (!isMoved && !areOthers(ending.was, ending.now)) return false;
  const { end_instant: instant, end_time_timezone: zone } = now;
  const side = instant === null || zone === null ? noEnd : sideAt('end', { instant, zone });
  const row = knownRow(timing.view, 'timeTrackings', now.id);
  const values = { ...(isMoved ? side : {}), ...saidThen(timing, story, { row, ...ending }) };
  if (!differsIn(row, values)) return false;
  timing.view.change('timeTrackings', now.id, values, markedAs('stops', { late: true }));
  return true;
}

function differsIn(row: Row, values: Row): boolean {
  return Object.entries(values).some(([column, value]) => row[column] !== value);
}
