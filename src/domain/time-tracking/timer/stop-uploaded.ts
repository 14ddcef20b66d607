// A stop, or a toggle that stops, which was recorded without connection: it is remembered, and ends what it means in order.
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { apply } from './apply.ts';
import { barred, barrierAt } from './barrier.ts';
import { fold } from './fold.ts';
import { foldingAt, tellChanged, type Folding } from './folding.ts';
import { givenValues } from './given-values.ts';
import { momentOf, sideAt, type Moment } from './moment.ts';
import { endOf, isSteered, runningOf } from './neighbours.ts';
import { noteIfContradicted } from './note-contradiction.ts';
import { mayClaim, requestClaim } from './post-date.ts';
import { placePassages } from './place-passages.ts';
import { addEvent, eventsAt, lastAt, ranUntil, type Tracking } from './story.ts';
import { zoneOf, type Timing } from './timing.ts';
import { nameIn, saidBy, type Event } from './uploads.ts';

type Named = Row<'timeTrackings'> | undefined;

/** Ends what ran then; `named` is the tracking that the call names. Without one that ran, it waits for what it ends. */
export function stopUploaded(timing: Timing, named: Named): ActionAnswer {
  const { call, tag } = timing;
  const at = momentIn(timing, named);
  const folding = foldingAt(timing, at.instant);
  const target = targetOf(folding, named, at);
  const barrier = barrierAt(timing, at.instant);
  if (barrier === undefined && target !== undefined && endOf(target) > at.instant) {
    const values = { ...sideAt('end', at), ...givenValues(call, 'end', tag !== null) };
    if (!mayClaim(timing, at)) return requestClaim(timing, { tracking: target, values });
  }
  if (named !== undefined) noteIfContradicted(timing, named, at);
  const { led, changed } = takeUpload(folding, at);
  const answered = named?.id ?? led;
  if (barrier !== undefined && led === null) {
    tellChanged(timing, changed, null);
    return barred(at, barrier);
  }
  tellChanged(timing, changed, answered);
  return { ids: answered === null ? [] : [answered] };
}

/** What an upload has ended or begun, if anything, and what else has changed. */
export interface Taken {
  readonly led: number | null;
  readonly changed: ReadonlySet<number>;
}

/** Remembers the upload, unless it is, and takes it and what is remembered behind it as it is meant now. */
export function takeUpload(folding: Folding, at: Moment): Taken {
  const { story, timing } = folding;
  const known = ownEvent(folding, at);
  if (known !== undefined) return { led: known.time_tracking_id, changed: new Set() };
  const { id } = addEvent(story, {
    ...eventOf(timing, at),
    zone: at.zone,
    tag_id: saidBy(timing)?.tag ?? null,
  });
  fold(folding, at.instant);
  const { changed, idOf } = apply(folding);
  placePassages(timing, at.instant, changed);
  return { led: idOf(story.events.get(id)?.time_tracking_id ?? null), changed };
}

/** When it counts: nothing lasts for no time at all. */
function momentIn({ call, userId, view }: Timing, named: Named): Moment {
  const clocks = (named ?? runningOf(userId, view))?.start_time_timezone;
  const at = momentOf(call, { side: 'end', zone: clocks ?? zoneOf(userId, view), view });
  return named?.start_instant === at.instant ? { ...at, instant: at.instant + 1 } : at;
}

/** What it would end: a name stands for the tracking that had begun under it by then. */
function targetOf({ story }: Folding, named: Named, at: Moment): Tracking | undefined {
  if (named === undefined || named.start_instant >= at.instant)
    return ranUntil(story, at.instant, lastAt(story, at.instant - 1));
  return isSteered(named) ? named : undefined;
}

function eventOf({ call, ...timing }: Timing, { instant }: Moment) {
  return {
    kind: call.action === 'toggle' ? ('toggle' as const) : ('stop' as const),
    client_unique_id: nameIn(call),
    about_id: call.row?.id ?? null,
    said: saidBy({ call, ...timing })?.text ?? null,
    instant,
  };
}

/** The same upload, if it is remembered. */
function ownEvent({ story, timing }: Folding, at: Moment): Event | undefined {
  const { kind, client_unique_id: name, about_id: about, said } = eventOf(timing, at);
  return eventsAt(story, at.instant).find(
    (event) =>
      event.kind === kind &&
      event.client_unique_id === name &&
      (kind === 'toggle' || event.about_id === about) &&
      (name !== null || event.said === said),
  );
}
