// What the model can tell from a sheet: what is around a moment, and what of the uploads ends a tracking.
import { endOf } from './room.ts';
import type { Booked, Sheet, Upload } from './sheet.ts';

/** The last tracking that starts at or before the moment, and the first after it. */
export function neighbours(
  { booked }: Sheet,
  at: number,
): { readonly last: Booked | undefined; readonly next: Booked | undefined } {
  return {
    last: booked.findLast(({ start }) => start <= at),
    next: booked.find(({ start }) => start > at),
  };
}

/** A timer made it. */
export function isTimed({ live, offline }: Booked): boolean {
  return live || offline;
}

/** Inside what an upload falls that it may not change. */
export function barrierAt(sheet: Sheet, at: number): Booked | undefined {
  const { last } = neighbours(sheet, at);
  return last !== undefined && endOf(last) > at && isFixed(last) ? last : undefined;
}

/** It was entered by hand, or is approved. */
export function isFixed(one: Booked): boolean {
  return (one.end !== null && !isTimed(one)) || one.approved;
}

/** What ran up to the second or over it; of what happens in one second, each finds what ran before it. */
export function ranUntil(sheet: Sheet, second: number): Booked | undefined {
  const { last: before } = neighbours(sheet, second - 1);
  if (before === undefined || endOf(before) < second) return undefined;
  if (before.end !== null && !isTimed(before)) return undefined;
  const endsForIt =
    sheet.booked.some(({ start }) => start === second) ||
    sheet.uploads.some((upload) => upload.at === second && upload.tracking === before.id);
  return endOf(before) > second || endsForIt ? before : undefined;
}

/** What was started under the name. */
export function startedAs({ booked, uploads }: Sheet, name: string | null): Booked | undefined {
  if (name === null) return undefined;
  const alias = uploads
    .filter((one) => one.name === name && one.kind !== 'stop')
    .map((one) => booked.find(({ id, start }) => id === one.tracking && start === one.at))
    .find((one) => one !== undefined);
  return booked.find((one) => one.name === name) ?? alias;
}

/** Those of the uploads of a second that end the tracking. */
export function endingIn(sheet: Sheet, second: number, { id }: Pick<Booked, 'id'>): readonly Upload[] {
  return sheet.uploads.filter((upload) => upload.at === second && ends(sheet, upload, id));
}

function ends(sheet: Sheet, upload: Upload, id: number): boolean {
  const { kind, name, at } = upload;
  if (kind === 'start') return false;
  if (kind === 'toggle' || name === null) return true;
  const named = startedAs(sheet, name);
  if (named !== undefined && named.start < at) return named.id === id;
  return !sheet.uploads.some((other) => other !== upload && other.name === name && other.at < at);
}

/** Where a tracking ends that runs from the moment on, and what ends it there. */
export function endAfter(
  sheet: Sheet,
  tracking: Pick<Booked, 'id'>,
  from: number,
): { readonly at: number; readonly uploads: readonly Upload[] } | null {
  const until = neighbours(sheet, from).next?.start ?? Infinity;
  const seconds = new Set(sheet.uploads.map(({ at }) => at).filter((at) => at > from && at < until));
  for (const at of [...seconds].toSorted((a, b) => a - b)) {
    const uploads = endingIn(sheet, at, tracking);
    if (uploads.length > 0) return { at, uploads };
  }
  return until === Infinity ? null : { at: until, uploads: [] };
}

/** What is noted of a tracking when other uploads end it than did before: the former end's remark goes with it. */
export function noteThen(
  sheet: Sheet,
  tracking: Booked,
  { was, now }: { readonly was: readonly Upload[]; readonly now: readonly Upload[] },
): string | null {
  return lastSaid(now) ?? noteWithout(sheet, tracking, was);
}

/** The same sheet, but for what it keeps of the note that stood before. */
export function noteStood(
  sheet: Sheet,
  tracking: Booked,
  { was, now }: { readonly was: readonly Upload[]; readonly now: readonly Upload[] },
): Sheet {
  if (lastSaid(now) === undefined || noteAtStart(sheet, tracking) !== undefined) return sheet;
  return { ...sheet, stood: { ...sheet.stood, [tracking.id]: noteWithout(sheet, tracking, was) } };
}

/** The note without what was said at the end, unless a user has written another note since. */
function noteWithout(sheet: Sheet, tracking: Booked, was: readonly Upload[]): string | null {
  const { id, note } = tracking;
  if (lastSaid(was) !== note) return note;
  const begun = noteAtStart(sheet, tracking);
  if (begun !== undefined) return begun;
  return id in sheet.stood ? (sheet.stood[id] as string | null) : note;
}

/** What was said without connection at its start. */
function noteAtStart({ uploads }: Sheet, { id, start }: Booked): string | undefined {
  return lastSaid(
    uploads.filter(
      ({ kind, at, tracking, said }) =>
        kind !== 'stop' && at === start && tracking === id && said?.recorded === true,
    ),
  );
}

/** The last note of uploads, in the order in which they count. */
export function lastSaid(uploads: readonly Upload[]): string | undefined {
  const sorted = uploads.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
  return sorted.findLast(({ said }) => said !== null)?.said?.note;
}

/** The uploads that have ended the tracking where it ends. */
export function endedBy({ uploads }: Sheet, { id, end }: Booked): readonly Upload[] {
  return uploads.filter(({ at, tracking }) => at === end && tracking === id);
}

/** Uploads of one second in the order in which they count. */
export function rank({ kind, name, said }: Pick<Upload, 'kind' | 'name' | 'said'>): string {
  const order = ['stop', 'toggle', 'start'].indexOf(kind ?? 'stop');
  const task = String(said?.task ?? '').padStart(20, '0');
  return [order, name ?? '', task, said?.note ?? ''].join('\u0000');
}

/** Whether an end follows from another start or upload. */
export function isKnownEnd(sheet: Sheet, { start, end }: Booked): boolean {
  if (end === null || neighbours(sheet, start).next?.start === end) return true;
  return sheet.uploads.some(({ at }) => at === end);
}

/** Whether a toggle without connection began it, and no start. */
export function isToggled(sheet: Sheet, started: Booked): boolean {
  const leading = sheet.uploads.filter((one) => one.at === started.start && one.tracking === started.id);
  if (started.live || leading.some(({ kind }) => kind === 'start')) return false;
  return leading.some(({ kind, said }) => kind === 'toggle' && said?.recorded === true);
}

/** Whether both say the same. */
export function sameSaid(one: Upload, other: Upload): boolean {
  return JSON.stringify(one.said) === JSON.stringify(other.said);
}

/** Whether what it began or ended still begins or ends then. */
export function isDone({ booked }: Sheet, { at, tracking }: Upload): boolean {
  return booked.some(({ id, start, end }) => id === tracking && (start === at || end === at));
}

/** Whether the two lists hold different uploads. */
export function areOthers(some: readonly Upload[], others: readonly Upload[]): boolean {
  return some.length !== others.length || some.some((one) => !others.includes(one));
}
