// A start that is allowed takes its place: what runs ends for it, and what is remembered around it is taken as it is meant now.
import { carriedText } from '#resource/carried-row.ts';
import type { Row } from '#resource/rule.ts';
import { begin, type Beginning, type Until } from './begin.ts';
import { changeEnd } from './end-meant.ts';
import { isOffline, type Moment } from './moment.ts';
import { placePassages } from './place-passages.ts';
import { endedBy, saidThen } from './said.ts';
import { settleRequested } from './settle-requests.ts';
import { settleFrom, settleNamed, settleWaiting } from './settle-uploads.ts';
import { settlingOf, tellChanged, type Settling } from './settling.ts';
import type { Timing } from './timing.ts';
import { countFrom, ledTo, nameIn, remember, saidBy, uploadsAt, uploadsNamed } from './uploads.ts';

/** Begins a tracking and settles what is around it; answers its id. */
export async function placeStart(
  timing: Timing,
  at: Moment,
  beginning: Omit<Beginning, 'changed'>,
): Promise<number> {
  const settling = settlingOf(timing);
  const id = await begin(timing, at, { ...beginning, changed: settling.changed });
  if (isOffline(timing.call)) {
    const { until } = beginning;
    if (until !== undefined) await rememberUntil(timing, id, until);
    await settleStart(settling, at, id);
    if (until !== undefined) await settleFrom(settling, until.instant, { inclusive: true });
    await settleRequested(timing, at.instant);
  }
  if (at.late) await placePassages(settling, at.instant, id);
  tellChanged(settling, id);
  return id;
}

/** What has an end from its beginning on was stopped then, and by nothing else if that had come to mean something else. */
async function rememberUntil({ userId, view }: Timing, id: number, until: Until): Promise<void> {
  const { instant, values } = until;
  const known = (await uploadsAt(userId, instant, view)).some(
    ({ kind, about_id: about }) => kind === 'stop' && about === id,
  );
  if (known) return;
  const isReached = (await view.get('timeTrackings', id))?.['end_instant'] === instant;
  const said = { text: carriedText({ row: values, given: Object.keys(values) }), tag: null };
  const tracking = isReached ? id : null;
  await remember({ userId, kind: 'stop', name: null, about: id, tracking, at: until, said }, view);
}

/** Remembers a start without connection, and takes what is remembered behind it as it is meant now. */
async function settleStart(settling: Settling, at: Moment, id: number): Promise<void> {
  const { timing } = settling;
  const { call, userId, view } = timing;
  const [name, said] = [nameIn(call), saidBy(timing)];
  const kind = call.action === 'toggle' && said !== null ? 'toggle' : 'start';
  const known = (await uploadsAt(userId, at.instant, view)).find(
    (upload) =>
      upload['kind'] === kind &&
      upload['client_unique_id'] === name &&
      upload['said'] === (said?.text ?? null),
  );
  if (known === undefined) await remember({ userId, kind, name, tracking: id, at, said }, view);
  else if (known['time_tracking_id'] === null) await ledTo(known, id, view);
  const named = name === null ? [] : await uploadsNamed(userId, name, view);
  for (const upload of named)
    if (upload['kind'] === 'stop' && upload['instant'] === at.instant) await endFirstSecond(settling, upload);
  await settleFrom(settling, at.instant);
  await settleNamed(settling, name, at.instant);
  await settleWaiting(settling, at.instant);
}

/** A stop of the name in the second of its start ends that a second later, and nothing else. */
async function endFirstSecond(settling: Settling, stop: Row): Promise<void> {
  const { timing } = settling;
  const { time_tracking_id: ended, instant } = stop;
  const ran = ended === null ? undefined : await timing.view.get('timeTrackings', ended as number);
  if (ran !== undefined && ran['end_instant'] === instant) {
    const now = (await endedBy(timing, ran)).filter(({ id }) => id !== stop['id']);
    await changeEnd(settling, ran, await saidThen(timing, ran, { was: [stop], now }));
  }
  await countFrom(stop, (instant as number) + 1, timing.view);
}
