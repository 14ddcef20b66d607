// Writes what a fold has come to: the difference between its story and what is stored, by the ordinary rules.
import type { Row, View } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { findDay, isApproved } from '../../days/day-account.ts';
import { isAccounted } from '../../days/employment.ts';
import { knownRow } from '../../known-row.ts';
import { openDay } from '../../timesheets/open-day.ts';
import { markedAs } from '../timer-marks.ts';
import { nameIn } from './events.ts';
import { isOffline, noEnd, sideAt, type Moment } from './moment.ts';
import { endOf, isTimerManaged, neighboursOf } from './neighbours.ts';
import { givenValues, saidBy, saidThen } from './payload.ts';
import { endedBy, inOrder, type Beginning, type Story, type Tracking } from './story.ts';
import type { TimerCall } from './timer-call.ts';

/** What has been written. */
export interface Applied {
  /** Ids of trackings that are not as they were, or gone. */
  readonly changed: ReadonlySet<number>;
  /** The id of a tracking or an event of the story as it is stored. */
  idOf(id: number | null): number | null;
}

/** Writes the difference; answers what has changed. Whatever gives room to something is written before that. */
export function apply(story: Story): Applied {
  const { stored, begun, contradicted, call } = story;
  const { view, userId } = call;
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
  const all = inOrder(story);
  for (const now of [...all.filter(isShorter), ...all.filter((one) => !isShorter(one))]) {
    const beginning = begun.get(now.id);
    if (beginning !== undefined) ids.set(now.id, writeNew(story, now, beginning));
    else if (isEndWritten(story, now)) changed.add(now.id);
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
    recordContradiction({ user_id: userId, start_date: localText(instant, zone).slice(0, 10) }, view);
  return { changed, idOf };
}

/** What has changed is listed, but for the tracking that the answer shows. */
export function reportAffected(
  { view }: TimerCall,
  changed: ReadonlySet<number>,
  answered: number | null,
): void {
  for (const id of changed) if (id !== answered) view.affected('timeTrackings', id);
}

/** The columns of a tracking that a call begins. */
export function newTracking(call: TimerCall, at: Moment, taskId: number): Row {
  const name = nameIn(call);
  return {
    user_id: call.userId,
    task_id: taskId,
    ...sideAt('start', at),
    ...givenValues(call, 'start', call.tag !== null),
    ...(name === null ? {} : { client_unique_id: name }),
    ...(isOffline(call) ? { is_offline_tracking: 1 } : {}),
  };
}

/** Whether what is there gives way to what is begun. */
export function insertion({ parameters }: Pick<TimerCall, 'parameters'>) {
  return { parameters: { _insert_into_conflicting: parameters['_insert_into_conflicting'] ?? 0 } };
}

/** Writes a tracking that begins, with the end that it has by then; answers its id. */
function writeNew(
  story: Story,
  tracking: Tracking,
  { call, at, taskId, more, until, mark = 'stops' }: Beginning,
): number {
  const { end_instant: instant, end_time_timezone: zone } = tracking;
  const values = { ...newTracking(call, at, taskId), ...more };
  if (instant === null || zone === null) return call.view.create('timeTrackings', values, insertion(call));
  const said = instant === until?.instant ? until.values : saidBy(endedBy(story, tracking), 'end');
  const whole = { ...values, ...said, ...sideAt('end', { instant, zone }) };
  // Where it ends is what stopped it: as when that comes after it, no length is too long.
  const parameters = { ...insertion(call).parameters, ...markedAs(mark).parameters };
  return call.view.create('timeTrackings', whole, { parameters });
}

/** Writes where a tracking ends now and what is said there, if that is new; answers whether it is. */
function isEndWritten(story: Story, now: Tracking): boolean {
  const { view } = story.call;
  const before = story.stored.trackings.get(now.id);
  if (before === undefined || !isTimerManaged(before)) return false;
  const ending = { was: endedBy(story.stored, before), now: endedBy(story, now) };
  const isMoved = before.end_instant !== now.end_instant;
  const isSame = ending.was.map(({ id }) => id).join() === ending.now.map(({ id }) => id).join();
  if (!isMoved && isSame) return false;
  const { end_instant: instant, end_time_timezone: zone } = now;
  const side = instant === null || zone === null ? noEnd : sideAt('end', { instant, zone });
  const row = knownRow(view, 'timeTrackings', now.id);
  const values = { ...(isMoved ? side : {}), ...saidThen(story, { row, ...ending }) };
  if (Object.keys(differing(row, values)).length === 0) return false;
  view.change('timeTrackings', now.id, values, markedAs('stops', { late: true }));
  return true;
}

/** Those of the values that the row does not have. */
export function differing(row: Row, values: Row): Row {
  return Object.fromEntries(Object.entries(values).filter(([column, value]) => row[column] !== value));
}

/** Marks the day of a tracking that ended where the next one begins, when a stop says that it ended later. */
export function recordIfContradicted(named: Row<'timeTrackings'>, instant: number, view: View): void {
  const { next } = neighboursOf(named.user_id, named.start_instant, view);
  if (next?.start_instant === named.end_instant && instant > endOf(named)) recordContradiction(named, view);
}

/** Marks the day of the tracking; a day without a row gets one if it counts. Approved days stay as they are. */
export function recordContradiction(
  { user_id: userId, start_date: date }: Pick<Row<'timeTrackings'>, 'user_id' | 'start_date'>,
  view: View,
): void {
  const day = findDay(view, { userId, date });
  if (day !== undefined && isApproved(day)) return;
  const user = knownRow(view, 'users', userId);
  if (day === undefined && !isAccounted(user, date)) return;
  const id = day?.id ?? openDay(view, user, date);
  view.update('timesheetAccountings', id, { plausibility_conflict_violation: 1 });
  view.affected('timesheetAccountings', id);
}
