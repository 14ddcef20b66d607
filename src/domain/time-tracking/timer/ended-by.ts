// What of that which is remembered ends a tracking that runs then.
import type { Row, View } from '#resource/rule.ts';
import { wallBehind } from './approved-ahead.ts';
import { isForAnother } from './is-for-another.ts';
import { endOf, isSteered, neighboursOf } from './neighbours.ts';
import type { Timing } from './timing.ts';
import {
  nextSecond,
  tagSaid,
  trackingNamed,
  uploadsAt,
  uploadsNamed,
  valuesSaid,
  wasRecorded,
} from './uploads.ts';

/** Whose uploads they are, in the account. */
export interface Person {
  readonly userId: number;
  readonly view: View;
}

/** A remembered upload as it was called, for what has come of the account since. */
export async function asCalled({ call, userId, view }: Timing, upload: Row): Promise<Timing> {
  const tag = await tagSaid(upload, view);
  return { call: { ...call, values: valuesSaid(upload), parameters: {} }, userId, view, tag };
}

/** Those of the uploads of one second that end the tracking, if it runs then. */
export async function endingIn(
  person: Person,
  uploads: readonly Row[],
  tracking: Row,
): Promise<readonly Row[]> {
  const ending: Row[] = [];
  for (const upload of uploads) if (await isEnding(person, upload, tracking)) ending.push(upload);
  return ending;
}

/** A moment at which a tracking ends. */
export interface End {
  readonly instant: number;
  readonly zone: string;
  /** What ends it there; none: the next tracking begins, or an approved day. */
  readonly uploads: readonly Row[];
}

/** Where the tracking ends that runs from the instant on; `null`: nothing ends it. */
export async function endAfter(person: Person, tracking: Row, from: number): Promise<End | null> {
  const { userId, view } = person;
  const { next } = await neighboursOf(userId, from, view);
  const begins = (next?.['start_instant'] as number | undefined) ?? Infinity;
  const wall = (await wallBehind(person, tracking, from)) ?? Infinity;
  const isBefore = (second: number): boolean => second < begins && second <= wall;
  for (let second = await nextSecond(userId, from, view); second !== null && isBefore(second);) {
    const uploads = await endingIn(person, await uploadsAt(userId, second, view), tracking);
    const [first] = uploads;
    if (first !== undefined) return { instant: second, zone: first['zone'] as string, uploads };
    second = await nextSecond(userId, second, view);
  }
  if (wall < begins) return { instant: wall, zone: tracking['start_time_timezone'] as string, uploads: [] };
  if (next === undefined) return null;
  return { instant: begins, zone: next['start_time_timezone'] as string, uploads: [] };
}

/**
 * What ran up to the second or over it and can be told by the timer where to end: of all that happens in one second, each
 * finds what ran before it. What somebody entered by hand is not told.
 */
export async function ranUntil({ userId, view }: Timing, second: number): Promise<Row | undefined> {
  const { last: before } = await neighboursOf(userId, second - 1, view);
  if (before === undefined || endOf(before) < second || !isSteered(before)) return undefined;
  if (endOf(before) > second) return before;
  const { last } = await neighboursOf(userId, second, view);
  if (last?.['start_instant'] === second) return before;
  const uploads = await uploadsAt(userId, second, view);
  return uploads.some((upload) => upload['time_tracking_id'] === before['id']) ? before : undefined;
}

/** Whether something ends where it does because another tracking begins there, or because it is remembered. */
export async function isEndKnown({ userId, view }: Timing, tracking: Row): Promise<boolean> {
  const end = endOf(tracking);
  if (end === Infinity) return true;
  const { next } = await neighboursOf(userId, tracking['start_instant'] as number, view);
  return next?.['start_instant'] === end || (await uploadsAt(userId, end, view)).length > 0;
}

/** Whether a toggle without connection began it, and no start. */
export function isToggled(started: Row, uploads: readonly Row[]): boolean {
  const leading = uploads.filter((upload) => upload['time_tracking_id'] === started['id']);
  if (started['is_start_live'] === 1 || leading.some(({ kind }) => kind === 'start')) return false;
  return leading.some((upload) => upload['kind'] === 'toggle' && wasRecorded(upload));
}

async function isEnding(person: Person, upload: Row, tracking: Row): Promise<boolean> {
  const { view } = person;
  switch (upload['kind']) {
    case 'start':
      return false;
    case 'toggle':
      return (
        !wasRecorded(upload) || !(await isForAnother({ tag: await tagSaid(upload, view), view }, tracking))
      );
    default:
      return isStopOf(person, upload, tracking);
  }
}

/**
 * A stop ends what it names, or whatever runs. A name stands for the tracking that had begun under it by then; otherwise it
 * is the stop's own, and counts once.
 */
async function isStopOf({ userId, view }: Person, stop: Row, tracking: Row): Promise<boolean> {
  if (stop['about_id'] !== null) return stop['about_id'] === tracking['id'];
  const name = stop['client_unique_id'];
  if (typeof name !== 'string') return true;
  const instant = stop['instant'] as number;
  const named = await trackingNamed(userId, name, view);
  if (named !== undefined && (named['start_instant'] as number) < instant)
    return named['id'] === tracking['id'];
  const others = (await uploadsNamed(userId, name, view)).filter(({ id }) => id !== stop['id']);
  return !others.some((other) => (other['instant'] as number) < instant);
}
