// A stop, or a toggle that stops, which was recorded without connection: it is remembered, and ends what it means in order.
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { barred, barrierAt } from './barrier.ts';
import { ranUntil } from './ended-by.ts';
import { givenValues } from './given-values.ts';
import { momentOf, sideAt, type Moment } from './moment.ts';
import { endOf, isSteered, runningOf } from './neighbours.ts';
import { noteIfContradicted } from './note-contradiction.ts';
import { mayClaim, requestClaim } from './post-date.ts';
import { placePassages } from './place-passages.ts';
import { settleFrom, settleNamed } from './settle-uploads.ts';
import { settlingOf, tellChanged, type Settling } from './settling.ts';
import { zoneOf, type Timing } from './timing.ts';
import { nameIn, remember, saidBy, uploadsAt } from './uploads.ts';

/** Ends what ran then; `named` is the tracking that the call names. Without one that ran, it waits for what it ends. */
export async function stopUploaded(timing: Timing, named: Row | undefined): Promise<ActionAnswer> {
  const { call, tag } = timing;
  const at = await momentIn(timing, named);
  const target = await targetOf(timing, named, at);
  const barrier = await barrierAt(timing, at.instant);
  if (barrier === undefined && target !== undefined && endOf(target) > at.instant) {
    const values = { ...sideAt('end', at), ...givenValues(call, 'end', tag !== null) };
    if (!(await mayClaim(timing, at))) return requestClaim(timing, { tracking: target, values });
  }
  if (named !== undefined) await noteIfContradicted(timing, named, at);
  const settling = settlingOf(timing);
  const ended = await takeUpload(settling, at);
  const answered = (named?.['id'] as number | undefined) ?? ended;
  if (barrier !== undefined && ended === null) {
    tellChanged(settling, null);
    return barred(at, barrier);
  }
  tellChanged(settling, answered);
  return { ids: answered === null ? [] : [answered] };
}

/**
 * Remembers the upload, unless it is, and takes it and what is remembered behind it as it is meant now; answers the tracking
 * that it has ended or begun, if any.
 */
export async function takeUpload(settling: Settling, at: Moment): Promise<number | null> {
  const { timing } = settling;
  const { call, view } = timing;
  if ((await ownUpload(timing, at)) === undefined) {
    await remember(uploadOf(timing, at), view);
    await settleFrom(settling, at.instant, { inclusive: true });
    await settleNamed(settling, nameIn(call), at.instant);
    await placePassages(settling, at.instant, null);
  }
  return ((await ownUpload(timing, at))?.['time_tracking_id'] ?? null) as number | null;
}

/** When it counts: nothing lasts for no time at all. */
async function momentIn({ call, userId, view }: Timing, named: Row | undefined): Promise<Moment> {
  const clocks = (named ?? (await runningOf(userId, view)))?.['start_time_timezone'] as string | undefined;
  const at = await momentOf(call, { side: 'end', zone: clocks ?? (await zoneOf(userId, view)), view });
  return named?.['start_instant'] === at.instant ? { ...at, instant: at.instant + 1 } : at;
}

/** What it would end: a name stands for the tracking that had begun under it by then. */
async function targetOf(timing: Timing, named: Row | undefined, at: Moment): Promise<Row | undefined> {
  const isNamed = named !== undefined && (named['start_instant'] as number) < at.instant;
  if (!isNamed) return ranUntil(timing, at.instant);
  return isSteered(named) ? named : undefined;
}

function uploadOf(timing: Timing, at: Moment) {
  const { call, userId } = timing;
  const kind = call.action === 'toggle' ? ('toggle' as const) : ('stop' as const);
  const about = (call.row?.['id'] as number | undefined) ?? null;
  return { userId, kind, name: nameIn(call), about, tracking: null, at, said: saidBy(timing) };
}

/** The same upload, if it is remembered. */
async function ownUpload(timing: Timing, at: Moment): Promise<Row | undefined> {
  const { kind, name, about, said } = uploadOf(timing, at);
  const uploads = await uploadsAt(timing.userId, at.instant, timing.view);
  return uploads.find(
    (upload) =>
      upload['kind'] === kind &&
      upload['client_unique_id'] === name &&
      (kind === 'toggle' || upload['about_id'] === about) &&
      (name !== null || upload['said'] === (said?.text ?? null)),
  );
}
