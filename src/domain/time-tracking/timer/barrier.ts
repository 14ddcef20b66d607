// What was recorded without connection never changes a tracking that was entered by hand or is approved: an upload that falls
// inside one is remembered and does nothing, and the answer says so.
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { isInsertedInto } from '../make-room.ts';
import { apply } from './apply.ts';
import { fold } from './fold.ts';
import { foldingAt, tellChanged } from './folding.ts';
import { isOffline, sideAt, type Moment } from './moment.ts';
import { endOf, isFixed, neighboursOf } from './neighbours.ts';
import { rememberStart, sameStart } from './remember-start.ts';
import type { Timing } from './timing.ts';

type Barrier = Row<'timeTrackings'>;

/** The tracking inside which the upload falls, if nothing that is uploaded may change that. */
export function barrierAt({ call, userId, view }: Timing, instant: number): Barrier | undefined {
  if (!isOffline(call)) return undefined;
  const { last } = neighboursOf(userId, instant, view);
  return last !== undefined && endOf(last) > instant && isFixed(last) ? last : undefined;
}

/** The answer to a start that falls inside something; `null`: it falls inside nothing. One that began that has begun it. */
export function barredStart(timing: Timing, at: Moment): ActionAnswer | null {
  if (isInsertedInto(timing.call.parameters)) return null;
  const barrier = barrierAt(timing, at.instant);
  if (barrier === undefined) return null;
  const folding = foldingAt(timing, at.instant);
  const known = sameStart(folding, at);
  const hasBegun = barrier.start_instant === at.instant && known?.time_tracking_id === barrier.id;
  if (hasBegun) return null;
  if (known === undefined) {
    rememberStart(folding, at, null);
    fold(folding, at.instant);
    const { changed } = apply(folding);
    tellChanged(timing, changed, null);
  }
  return barred(at, barrier);
}

/** The answer to what does nothing, because it falls inside a tracking. */
export function barred(at: Moment, barrier: Barrier): ActionAnswer {
  const { id, start_time: start, end_time: end } = barrier;
  const why = barrier.approved_by_admin === 1 ? 'is approved' : 'was entered by hand';
  const time = sideAt('start', at)['start_time'];
  const sentence =
    `time is ${time} (${at.zone}), inside time tracking ${id} from ${start} to ${end}, which ${why}: ` +
    'the call is kept and has started and ended nothing.';
  return { ids: [], warnings: [sentence] };
}
