// What was recorded without connection means what it would have meant in order. When something from before it is uploaded
// after it, it is taken as it is meant now: what a toggle started goes, what it stopped is begun anew, a stop ends what it
// names; and so on with what is remembered behind it, until nothing changes any more.
import type { Row } from '#resource/rule.ts';
import { ranUntil } from './ended-by.ts';
import { endOf, isFixed, neighboursOf } from './neighbours.ts';
import type { Settling } from './settling.ts';
import { takeSecond } from './take-second.ts';
import { nextSecond, uploadsAt, uploadsNamed, waitingToggles } from './uploads.ts';

/** Takes what is remembered behind the second as it is meant now; with `inclusive` what is of the second too. */
export async function settleFrom(
  settling: Settling,
  instant: number,
  { inclusive = false }: { readonly inclusive?: boolean } = {},
): Promise<void> {
  const { userId, view } = settling.timing;
  if (inclusive && (await settleSecond(settling, { second: instant, from: null })) === 'same') return;
  for (let [from, last] = [instant, instant]; ;) {
    const second = await nextSecond(userId, last, view);
    if (second === null) return;
    const outcome = await settleSecond(settling, { second, from });
    if (outcome === 'same') return;
    last = second;
    if (outcome === 'changed') from = second;
  }
}

/** Takes the stops of this name behind the second as they are meant now: the name may stand for something else. */
export async function settleNamed(settling: Settling, name: string | null, instant: number): Promise<void> {
  const { userId, view } = settling.timing;
  const named = name === null ? [] : await uploadsNamed(userId, name, view);
  const seconds = new Set(named.map((upload) => upload['instant'] as number));
  for (const second of [...seconds].toSorted((a, b) => a - b))
    if (second > instant) await settleFrom(settling, second, { inclusive: true });
}

/** Takes toggles behind the second that had no task to start: now there may be a last one. */
export async function settleWaiting(settling: Settling, instant: number): Promise<void> {
  const { userId, view } = settling.timing;
  for (const toggle of await waitingToggles(userId, instant, view))
    await settleFrom(settling, toggle['instant'] as number, { inclusive: true });
}

interface Second {
  readonly second: number;
  /** When what goes before it has changed; `null`: it is to be looked at in any case. */
  readonly from: number | null;
}

/** What came of a second; `idle`: nothing began or ended in it, so that what is behind it may be concerned all the same. */
type Outcome = 'changed' | 'same' | 'idle';

async function settleSecond(settling: Settling, { second, from }: Second): Promise<Outcome> {
  const { userId, view } = settling.timing;
  const { last: before } = await neighboursOf(userId, second - 1, view);
  const { last } = await neighboursOf(userId, second, view);
  const started = last?.['start_instant'] === second ? last : undefined;
  // Somebody changed by hand what was there.
  if (from !== null && !follows(settling, before, from)) return 'same';
  if (before !== undefined && endOf(before) > second && isFixed(before)) return 'same';
  const uploads = await uploadsAt(userId, second, view);
  const ran = await ranUntil(settling.timing, second);
  const isTaken = await takeSecond(settling, { second, uploads, ran, started });
  await settleRenamed(settling, uploads, second);
  if (isTaken) return 'changed';
  const isPassed = ran === undefined || (from !== null && endOf(ran) > second);
  return started === undefined && isPassed ? 'idle' : 'same';
}

/** Takes the stops of a toggle's name as they are meant now, if the toggle has come to begin or end something else. */
async function settleRenamed(settling: Settling, uploads: readonly Row[], second: number): Promise<void> {
  const { userId, view } = settling.timing;
  const toggles = uploads.filter(({ kind, client_unique_id: name }) => kind === 'toggle' && name !== null);
  if (toggles.length === 0) return;
  const now = await uploadsAt(userId, second, view);
  for (const { id, client_unique_id: name, time_tracking_id: led } of toggles) {
    const after = now.find((upload) => upload['id'] === id);
    if (after?.['time_tracking_id'] !== led) await settleNamed(settling, name as string, second);
  }
}

/** Whether nothing that somebody entered by hand stands between what has changed and what comes next. */
function follows({ changed }: Settling, before: Row | undefined, from: number): boolean {
  if (before === undefined) return false;
  return before['start_instant'] === from || endOf(before) === from || changed.has(before['id'] as number);
}
