// What was recorded without connection never changes a tracking that was entered by hand or is approved: an upload that falls
// inside one is remembered and does nothing, and the answer says so.
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { isInsertedInto } from '../make-room.ts';
import { isOffline, sideAt, type Moment } from './moment.ts';
import { endOf, isFixed, neighboursOf } from './neighbours.ts';
import { settleNamed } from './settle-uploads.ts';
import { settlingOf, tellChanged } from './settling.ts';
import type { Timing } from './timing.ts';
import { nameIn, remember, saidBy, uploadsAt } from './uploads.ts';

/** The tracking inside which the upload falls, if nothing that is uploaded may change that. */
export async function barrierAt({ call, userId, view }: Timing, instant: number): Promise<Row | undefined> {
  if (!isOffline(call)) return undefined;
  const { last } = await neighboursOf(userId, instant, view);
  if (last === undefined || endOf(last) <= instant) return undefined;
  return isFixed(last) ? last : undefined;
}

/** The same for a start; one that is remembered already has begun what begins there. */
export async function barrierOfStart(timing: Timing, { instant }: Moment): Promise<Row | undefined> {
  if (isInsertedInto(timing.call.parameters)) return undefined;
  const barrier = await barrierAt(timing, instant);
  if (barrier === undefined || barrier['start_instant'] !== instant) return barrier;
  const known = await startAt(timing, instant);
  return known?.['time_tracking_id'] === barrier['id'] ? undefined : barrier;
}

/** Remembers a start that does nothing, and answers so. */
export async function keepBarred(timing: Timing, at: Moment, barrier: Row): Promise<ActionAnswer> {
  const { userId, view } = timing;
  if ((await startAt(timing, at.instant)) === undefined) {
    const [kind, name] = [kindOf(timing), nameIn(timing.call)];
    await remember({ userId, kind, name, tracking: null, at, said: saidBy(timing) }, view);
    const settling = settlingOf(timing);
    await settleNamed(settling, name, at.instant);
    tellChanged(settling, null);
  }
  return barred(at, barrier);
}

/** The answer to what does nothing, because it falls inside a tracking. */
export function barred(at: Moment, barrier: Row): ActionAnswer {
  const { id, start_time: start, end_time: end } = barrier;
  const why = barrier['approved_by_admin'] === 1 ? 'is approved' : 'was entered by hand';
  const time = sideAt('start', at)['start_time'];
  const sentence =
    `time is ${time} (${at.zone}), inside time tracking ${id} from ${start} to ${end}, which ${why}: ` +
    'the call is kept and has started and ended nothing.';
  return { ids: [], warnings: [sentence] };
}

function kindOf({ call }: Timing): 'start' | 'toggle' {
  return call.action === 'toggle' ? 'toggle' : 'start';
}

async function startAt(timing: Timing, instant: number): Promise<Row | undefined> {
  const [kind, name, said] = [kindOf(timing), nameIn(timing.call), saidBy(timing)?.text ?? null];
  return (await uploadsAt(timing.userId, instant, timing.view)).find(
    (upload) => upload['kind'] === kind && upload['client_unique_id'] === name && upload['said'] === said,
  );
}
