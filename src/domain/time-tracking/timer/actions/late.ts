// What was recorded without connection and comes late: it is remembered, and takes its place between what is there. What was
// entered by hand or is approved stays as it is: what falls inside that does nothing, and the answer says so.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { knownRow } from '../../../known-row.ts';
import { checkLiveStart } from '../../check-live-start.ts';
import { refuseClosed } from '../../check-open.ts';
import { bookableTask } from '../../copy-task.ts';
import { trackingFacts } from '../../refuse-approved-change.ts';
import { isInsertedInto } from '../../resolve-overlap.ts';
import { apply, differing, newTracking, recordIfContradicted, reportAffected } from '../apply.ts';
import type { Applied } from '../apply.ts';
import { placeCheckpoints } from '../checkpoint-events.ts';
import { asCalled, compareEvents, eventOf, nameIn, type Event, type NewEvent } from '../events.ts';
import { endFirstSecond, fold } from '../fold.ts';
import { momentOf, noEnd, sideAt, type Moment } from '../moment.ts';
import { endOf, isTimed, isTimerManaged, runningOf } from '../neighbours.ts';
import { givenValues, kept, saidBy } from '../payload.ts';
import { settleRequested } from '../requested-starts.ts';
import { addEvent, barrierIn, beginIn, changeEvent, endAt, endedBy, eventsAt } from '../story.ts';
import { isToggled, lastAt, ranUntil, storyAt, type Beginning, type Story, type Tracking } from '../story.ts';
import type { TimerCall } from '../timer-call.ts';
import { mayClaim, requestClaim } from './claim.ts';

/** Begins what the call asks for, unless it falls inside something that stays as it is. One that began that has begun it. */
export function startLate(beginning: Beginning): ActionAnswer {
  const { call, at } = beginning;
  const story = storyAt(call, at.instant);
  const barrier = isInsertedInto(call.parameters) ? undefined : barrierIn(story, at.instant);
  const known = remembered(story, eventOf(call, at));
  const hasBegun = barrier?.start_instant === at.instant && known?.time_tracking_id === barrier.id;
  if (barrier === undefined || hasBegun) return { ids: [placeLate(beginning, story)] };
  reportAffected(call, takeLate(story, at).changed, null);
  return barred(call, at, barrier);
}

/** Begins it, remembers that, and folds what is behind it; answers its id. */
export function placeLate(beginning: Beginning, found?: Story): number {
  const { call, at, until } = beginning;
  const before = found ?? storyAt(call, at.instant);
  const written = meeting(before, beginning) ?? insertWhole(before, beginning);
  const story = written === null ? before : storyAt(call, at.instant);
  const begun = written ?? beginIn(story, beginning).id;
  if (until !== undefined) rememberUntil(story, begun, until);
  endFirstSecond(story, nameIn(call), at.instant);
  const { changed, idOf } = takeLate(story, at, begun);
  const id = idOf(begun) ?? begun;
  settleRequested(call, at.instant);
  reportAffected(call, changed, id);
  return id;
}

/** The id of the tracking that begins in the second, if the start means that one; `null`: it begins another. */
function meeting(story: Story, beginning: Beginning): number | null {
  const { call, at, taskId } = beginning;
  const last = lastAt(story, at.instant);
  if (last?.start_instant !== at.instant) return null;
  const row = knownRow(call.view, 'timeTrackings', last.id);
  if (!isTimed(last)) return takeOver(call, at, { taskId, last: row });
  meet(story, row, beginning);
  return last.id;
}

/**
 * In the second in which a tracking began, another start means that one: of two starts in one second the later counts.
 * Answers its id; `null`: what began then gives way.
 */
export function takeOver(
  call: TimerCall,
  at: Moment,
  { taskId, last }: { readonly taskId: number; readonly last: Row<'timeTrackings'> },
): number | null {
  const { id, client_unique_id: own } = last;
  // It has lasted for no time so far: it runs, or was stopped by the timer in that very second.
  const isStopped = isTimed(last) && endOf(last) > call.now && endOf(last) === last.start_instant + 1;
  if (last.end_instant !== null && !isStopped) {
    if (isInsertedInto(call.parameters)) return null;
    const { start_time } = sideAt('start', at);
    const message = `start_time is ${start_time}; time tracking ${id} of user ${last.user_id} starts then already.`;
    throw new ApiError('conflict', message, { field: 'start_time', data: trackingFacts(last) });
  }
  const { client_unique_id: name, ...values } = newTracking(call, at, taskId);
  const isNamed = name !== undefined && own === null;
  call.view.change('timeTrackings', id, {
    ...differing(last, { ...values, ...(isNamed ? { client_unique_id: name } : {}) }),
    ...(last.end_instant === null ? {} : noEnd),
  });
  checkLiveStart(knownRow(call.view, 'timeTrackings', id), call.view);
  if (typeof name === 'string' && !isNamed) {
    const event = eventOf(call, at, { kind: 'start', said: null, tag_id: null, time_tracking_id: id });
    call.view.insert('timerUploads', event);
  }
  return id;
}

/**
 * Starts without connection in one second are one tracking: what the last of them says holds, by name, and what it does not
 * say the one before it. What was started live in that second holds against all of them, and any start against a toggle.
 * Writes what has come to differ in the tracking that begins then.
 */
function meet(story: Story, last: Row<'timeTrackings'>, { call, at, taskId }: Beginning): void {
  const events = eventsAt(story, at.instant);
  const led = events.filter((event) => event.time_tracking_id === last.id);
  const own = eventOf(call, at);
  if (led.some((event) => event.kind === own.kind && compareEvents(event, own) === 0)) return;
  // Whether or not it comes to show: what cannot be booked is refused, whichever start of its second comes first.
  const booked = {
    user_id: call.userId,
    task_id: taskId,
    start_date: localText(at.instant, at.zone).slice(0, 10),
  };
  bookableTask({ after: booked }, call.view);
  refuseClosed(booked, call.view);
  if (last.is_start_live === 1 || (own.kind === 'toggle' && !isToggled(last, events))) return;
  const values: Record<string, Row[string]> = { ...newTracking(call, at, taskId) };
  const columnsOf = (all: readonly Event[]): readonly string[] =>
    all.flatMap((event) => Object.keys(newTracking(asCalled(call, event), at, taskId)));
  const isLater = (event: Event): boolean => compareEvents(event, own) > 0;
  for (const name of columnsOf(led.filter(isLater))) delete values[name];
  // Of a toggle nothing holds against a start.
  const started = columnsOf(led.filter(({ kind }) => kind !== 'toggle'));
  for (const name of own.kind === 'start' ? columnsOf(led.filter(({ kind }) => kind === 'toggle')) : [])
    if (!started.includes(name) && !kept.includes(name)) values[name] ??= null;
  for (const name of Object.keys(saidBy(endedBy(story, last), 'end'))) delete values[name];
  const changes = differing(last, values);
  if (Object.keys(changes).length > 0) call.view.change('timeTrackings', last.id, changes);
}

/** What is inserted with its end stays whole, and what is in its way gives way; `null`: it takes its place in order. */
function insertWhole(story: Story, beginning: Beginning): number | null {
  const { call, at, until } = beginning;
  if (until === undefined || !isInsertedInto(call.parameters)) return null;
  const last = lastAt(story, at.instant);
  if (last !== undefined && endOf(last) > at.instant && isTimerManaged(last)) endAt(story, last, at);
  const begun = beginIn(story, beginning);
  endAt(story, begun, until);
  const { changed, idOf } = apply(story);
  const id = idOf(begun.id);
  reportAffected(call, changed, id);
  return id;
}

/** What has an end from its beginning on was stopped then, and by nothing else if that had come to mean something else. */
function rememberUntil(story: Story, id: number, until: NonNullable<Beginning['until']>): void {
  const { instant, values: row } = until;
  if (eventsAt(story, instant).some((event) => event.kind === 'stop' && event.about_id === id)) return;
  const isReached = story.trackings.get(id)?.end_instant === instant;
  const said = JSON.stringify({ row, given: Object.keys(row) });
  const stop = { kind: 'stop', client_unique_id: null, about_id: id, said, tag_id: null } as const;
  addEvent(story, eventOf(story.call, until, { ...stop, time_tracking_id: isReached ? id : null }));
}

/** Ends what ran then; `named` is the tracking that the call names. Without one that ran, it waits for what it ends. */
export function stopLate(call: TimerCall, named?: Row<'timeTrackings'>): ActionAnswer {
  const clocks = (named ?? runningOf(call.userId, call.view))?.start_time_timezone;
  const said = momentOf(call, 'end', clocks);
  // Zero-length trackings are not created.
  const at = named?.start_instant === said.instant ? { ...said, instant: said.instant + 1 } : said;
  const story = storyAt(call, at.instant);
  const ran = ranUntil(story, at.instant, lastAt(story, at.instant - 1));
  // A name stands for the tracking that had begun under it by then.
  const isNamed = named !== undefined && named.start_instant < at.instant;
  const target = isNamed ? (isTimerManaged(named) ? named : undefined) : ran;
  const barrier = barrierIn(story, at.instant);
  if (barrier === undefined && target !== undefined && endOf(target) > at.instant) {
    const values = { ...sideAt('end', at), ...givenValues(call, 'end', call.tag !== null) };
    if (!mayClaim(call, at)) return requestClaim(call, at, { tracking: target, values });
  }
  if (named !== undefined) recordIfContradicted(named, at.instant, call.view);
  const { led, changed } = takeLate(story, at);
  const isBarred = barrier !== undefined && led === null;
  const answered = isBarred ? null : (named?.id ?? led);
  reportAffected(call, changed, answered);
  if (isBarred) return barred(call, at, barrier);
  return { ids: answered === null ? [] : [answered] };
}

/** What has been written, and what the call has ended or begun, if anything. */
interface Taken extends Applied {
  readonly led: number | null;
}

/**
 * Remembers the call, unless it is, with what it has begun, takes it and what is behind it as it is meant now, and takes the
 * checkpoints along that were passed then.
 */
export function takeLate(story: Story, at: Moment, begun: number | null = null): Taken {
  const own = eventOf(story.call, at);
  const known = remembered(story, own);
  if (known !== undefined && begun === null)
    return { led: known.time_tracking_id, changed: new Set(), idOf: (id) => id };
  const event = known ?? addEvent(story, own);
  if (event.time_tracking_id === null && begun !== null)
    changeEvent(story, event, { time_tracking_id: begun });
  fold(story, at.instant, begun);
  const applied = apply(story);
  const [id, led] = [begun, story.events.get(event.id)?.time_tracking_id ?? null].map(applied.idOf);
  placeCheckpoints(story.call, at.instant, new Set([...applied.changed, ...(id == null ? [] : [id])]));
  return { ...applied, led: led ?? null };
}

/** The same event, if it is remembered: under a name only a start can say something else. */
function remembered(story: Story, own: NewEvent): Event | undefined {
  const { kind, client_unique_id: name, about_id: about, instant, said } = own;
  return eventsAt(story, instant).find(
    (event) =>
      event.kind === kind &&
      event.client_unique_id === name &&
      (kind !== 'stop' || event.about_id === about) &&
      ((kind !== 'start' && name !== null) || event.said === said),
  );
}

/** The answer to what does nothing, because it falls inside a tracking. */
export function barred({ view }: TimerCall, at: Moment, { id }: Tracking): ActionAnswer {
  const barrier = knownRow(view, 'timeTrackings', id);
  const { start_time: start, end_time: end } = barrier;
  const why = barrier.approved_by_admin === 1 ? 'is approved' : 'was entered by hand';
  const time = sideAt('start', at)['start_time'];
  const sentence =
    `time is ${time} (${at.zone}), inside time tracking ${id} from ${start} to ${end}, which ${why}: ` +
    'the call is kept and has started and ended nothing.';
  return { ids: [], warnings: [sentence] };
}
