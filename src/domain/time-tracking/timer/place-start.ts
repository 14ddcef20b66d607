// A start that is allowed takes its place: what runs ends for it, and what is remembered around it is taken as it is meant now.
import { carriedText } from '#resource/carried-row.ts';
import { isInsertedInto } from '../make-room.ts';
import { apply } from './apply.ts';
import { begin, meet, takeOver, type Begun } from './begin.ts';
import { endFirstSecond, fold } from './fold.ts';
import { beginIn, foldingAt, tellChanged, type Beginning, type Folding, type Until } from './folding.ts';
import { isOffline, type Moment } from './moment.ts';
import { endOf, isSteered, isTimed, neighboursOf, runningOf } from './neighbours.ts';
import { placePassages } from './place-passages.ts';
import { rememberStart } from './remember-start.ts';
import { settleRequested } from './settle-requests.ts';
import { addEvent, cutAt, endAt, eventsAt, lastAt } from './story.ts';
import type { Timing } from './timing.ts';
import { nameIn } from './uploads.ts';

/** Begins a tracking and takes what is around it as it is meant now; answers its id. */
export function placeStart(
  timing: Timing,
  asked: Moment,
  beginning: Omit<Beginning, 'timing' | 'at'>,
): number {
  const at = notBeforeRunning(timing, asked);
  if (isOffline(timing.call)) return placeLate({ timing, at, ...beginning });
  const { id, changed } = begin(timing, at, beginning.taskId);
  if (at.late) placePassages(timing, at.instant, new Set([...changed, id]));
  tellChanged(timing, changed, id);
  return id;
}

/** A clock that was set back cannot start anything before what it started already. */
function notBeforeRunning({ userId, view }: Timing, at: Moment): Moment {
  if (at.claimed) return at;
  const running = runningOf(userId, view);
  return { ...at, instant: Math.max(at.instant, running?.start_instant ?? at.instant) };
}

/** Begins what was recorded without connection, remembers that, and folds what is behind it. */
function placeLate(beginning: Beginning): number {
  const { timing, at, until } = beginning;
  const met = meeting(beginning);
  const inserted = met === null ? insertWhole(beginning) : null;
  const folding = foldingAt(timing, at.instant);
  const { story } = folding;
  const begun = met ?? inserted?.id ?? beginIn(folding, beginning).id;
  if (until !== undefined) rememberUntil(folding, begun, until);
  rememberStart(folding, at, begun);
  endFirstSecond(story, nameIn(timing.call), at.instant);
  fold(folding, at.instant, begun);
  const written = apply(folding);
  const id = written.idOf(begun) ?? begun;
  const changed = new Set([...(inserted?.changed ?? []), ...written.changed]);
  settleRequested(timing, at.instant);
  placePassages(timing, at.instant, new Set([...changed, id]));
  tellChanged(timing, changed, id);
  return id;
}

/** What is inserted with its end stays whole, and what is in its way gives way; `null`: it takes its place in order. */
function insertWhole(beginning: Beginning): Begun | null {
  const { timing, at, until } = beginning;
  if (until === undefined || !isInsertedInto(timing.call.parameters)) return null;
  const folding = foldingAt(timing, at.instant);
  const { story } = folding;
  const last = lastAt(story, at.instant);
  if (last !== undefined && endOf(last) > at.instant && isSteered(last)) cutAt(story, last, at);
  const begun = beginIn(folding, beginning);
  endAt(story, begun, until);
  const { changed, idOf } = apply(folding);
  return { changed, id: idOf(begun.id) ?? begun.id };
}

/** The tracking that begins in the second, if the start means that one; `null`: it begins another. */
function meeting(beginning: Beginning): number | null {
  const { timing, at, taskId } = beginning;
  const { last } = neighboursOf(timing.userId, at.instant, timing.view);
  if (last?.start_instant !== at.instant) return null;
  if (!isTimed(last)) return takeOver(timing, at, taskId);
  meet(foldingAt(timing, at.instant), last, beginning);
  return last.id;
}

/** What has an end from its beginning on was stopped then, and by nothing else if that had come to mean something else. */
function rememberUntil({ story }: Folding, id: number, { instant, zone, values }: Until): void {
  if (eventsAt(story, instant).some((event) => event.kind === 'stop' && event.about_id === id)) return;
  const isReached = story.trackings.get(id)?.end_instant === instant;
  const said = carriedText({ row: values, given: Object.keys(values) });
  const time_tracking_id = isReached ? id : null;
  addEvent(story, { kind: 'stop', about_id: id, time_tracking_id, instant, zone, said });
}
