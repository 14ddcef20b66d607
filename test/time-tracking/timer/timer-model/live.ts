// The model of start, stop and toggle: live, at moments that clients claim, and uploaded late.
import { endOf, put } from './room.ts';
import type { Act, Around, Booked, Call, Done, Sheet, Upload } from './sheet.ts';
import {
  endAfter,
  endedBy,
  isKnownEnd,
  isTimed,
  isToggled,
  lastSaid,
  neighbours,
  noteThen,
  rank,
  ranUntil,
} from './told.ts';

/** Seconds that a live claim may lie back: `live_start_tolerance_minutes` of a new account. */
const tolerance = 300;

export type Start = Extract<Act, { kind: 'start' | 'toggle' }>;
type Stop = Extract<Act, { kind: 'stop' }>;
/** What has been done to a sheet by a timer; `id` is what it began. */
export interface Begun {
  readonly sheet: Sheet;
  readonly id: number;
}

/** What a call says of a tracking that it starts or ends. */
export function saidBy(act: Start | Stop): NonNullable<Upload['said']> {
  return { task: act.kind === 'stop' ? null : act.task, note: act.note, recorded: act.offline };
}

/** Ends what runs, and begins. */
export function begin(sheet: Sheet, act: Start, around: Around): Begun | null {
  const at = act.at ?? around.now;
  if (at > around.now) return null;
  const { last, next } = neighbours(sheet, at);
  if (last?.start === at && act.offline && isTimed(last)) return meet(sheet, act, last);
  if (last?.start === at && isInFirstSecond(last, around.now))
    return takeOver(sheet, act, { at, last, next });
  if (last?.start === at && !act.insert) return null;
  const place = makePlace(sheet, act, { at, last });
  if (place === null) return null;
  const fresh = { id: around.idAt(at), name: act.name, task: act.task };
  const end = act.offline ? endAfter(place, { id: -1 }, at) : null;
  const tracking: Booked = {
    ...fresh,
    start: at,
    end: end?.at ?? null,
    approved: false,
    note: lastSaid(end?.uploads ?? []) ?? act.note,
    offline: act.offline,
    live: !act.offline && around.now - at <= tolerance,
  };
  const booked = put(place.booked, tracking, { ...around, insert: act.insert });
  if (booked === null) return null;
  return { sheet: led({ ...place, booked }, end?.uploads ?? [], fresh.id), id: fresh.id };
}

/** Runs, or was stopped in the second in which a timer began it. */
function isInFirstSecond(last: Booked, now: number): boolean {
  return last.end === null || (isTimed(last) && last.end > now && last.end === last.start + 1);
}

interface Place {
  readonly at: number;
  readonly last: Booked | undefined;
  readonly next: Booked | undefined;
}

/** In the second in which a tracking began, another start means that one. */
function takeOver(sheet: Sheet, act: Start, { at, last, next }: Place & { last: Booked }): Begun | null {
  if (last.approved || (last.end !== null && next !== undefined)) return null;
  const { task, note } = act;
  const name = last.name ?? act.name;
  const same = { ...last, task, note, name, end: null, offline: last.offline || act.offline };
  const isSecond = act.name !== null && last.name !== null;
  const second: Upload = { kind: 'start', name: act.name, tracking: last.id, at, said: null };
  const uploads = isSecond ? [...sheet.uploads, second] : sheet.uploads;
  return { sheet: { ...sheet, booked: replaced(sheet, last, same), uploads }, id: last.id };
}

/** Starts without connection in one second: the last one counts, by name. */
function meet(sheet: Sheet, act: Start, last: Booked): Begun | null {
  const { id } = last;
  const isStart = act.kind === 'start';
  const toggled = isToggled(sheet, last);
  if (last.live || (!isStart && !toggled)) return { sheet, id };
  const others = sheet.uploads.filter((one) => one.at === last.start && one.tracking === id);
  const higher = others.filter((one) => rank(one) > rank({ ...act, said: saidBy(act) }));
  const name = higher.some((one) => one.name !== null) ? last.name : act.name;
  const isNoted = endedBy(sheet, last).some(({ said }) => said !== null);
  const note = isNoted ? last.note : act.note;
  const kept = higher.length > 0 ? last : { ...last, task: act.task, note };
  const wins = higher.length === 0;
  const unnamed = isStart && wins && others.some(isNamedToggle) ? null : last.name;
  const same = { ...kept, offline: true, name: name ?? unnamed };
  if (last.approved && JSON.stringify(same) !== JSON.stringify(last)) return null;
  return { sheet: { ...sheet, booked: replaced(sheet, last, same) }, id };
}

function isNamedToggle({ kind, name }: Upload): boolean {
  return kind === 'toggle' && name !== null;
}

/** What reaches over the moment ends there. */
function makePlace(sheet: Sheet, { offline }: Call, { at, last }: Pick<Place, 'at' | 'last'>): Sheet | null {
  if (last === undefined || endOf(last) <= at) return sheet;
  if (last.end !== null && !(offline && isTimed(last))) return sheet;
  if (last.approved || last.start >= at) return null;
  const kept = isKnownEnd(sheet, last) ? sheet : rememberEnd(sheet, last.end as number);
  const note = noteThen(kept, last, { was: endedBy(kept, last), now: [] });
  return { ...kept, booked: replaced(kept, last, { ...last, end: at, note }) };
}

/** Ends what runs. */
export function stopRunning(sheet: Sheet, act: Start | Stop, around: Around): Done | null {
  const at = act.at ?? around.now;
  if (at > around.now) return null;
  const running = sheet.booked.find(({ end }) => end === null);
  if (running !== undefined) return stopAt(sheet, act, { at, running });
  const upload: Upload = { kind: act.kind, name: act.name, tracking: null, at, said: saidBy(act) };
  return { sheet: remember(sheet, upload), ids: [] };
}

/** Ends what the call names; what has ended stays as it is. */
export function stopNamed(
  sheet: Sheet,
  act: Stop,
  { named, ...around }: Around & { named: Booked },
): Done | null {
  const at = act.at ?? around.now;
  if (at > around.now) return null;
  if (named.end === null) return stopAt(sheet, act, { at, running: named });
  return { sheet, ids: [named.id] };
}

function stopAt(
  sheet: Sheet,
  act: Start | Stop,
  { at, running }: { at: number; running: Booked },
): Done | null {
  const { id, start, note } = running;
  const end = Math.max(at, start + 1);
  if (running.approved) return null;
  const booked = replaced(sheet, running, { ...running, end, note: act.note });
  const upload: Upload = { kind: act.kind, name: act.name, tracking: id, at: end, said: saidBy(act) };
  const stood = { ...sheet.stood, [id]: note };
  return { sheet: remember({ ...sheet, booked, stood }, upload), ids: [id] };
}

/** What the call is about: what runs, or ran at the moment that an upload tells of. */
export function target(sheet: Sheet, { offline }: Call, at: number): Booked | undefined {
  return offline ? ranUntil(sheet, at) : sheet.booked.find(({ end }) => end === null);
}

/** Something ended then, whatever ended it. */
export function rememberEnd(sheet: Sheet, at: number): Sheet {
  const isKnown = sheet.uploads.some((upload) => upload.at === at);
  return isKnown ? sheet : remember(sheet, { kind: null, name: null, tracking: null, at, said: null });
}

/** One more upload. */
export function remember(sheet: Sheet, upload: Upload): Sheet {
  return { ...sheet, uploads: [...sheet.uploads, upload] };
}

/** The uploads have led to the tracking. */
export function led(sheet: Sheet, which: readonly Upload[], tracking: number | null): Sheet {
  const uploads = sheet.uploads.map((one) => (which.includes(one) ? { ...one, tracking } : one));
  return { ...sheet, uploads };
}

/** The trackings with another in the place of one. */
export function replaced({ booked }: Sheet, one: Booked, other: Booked): readonly Booked[] {
  return booked.map((each) => (each === one ? other : each));
}

/** What no longer ended it leads to nothing, and what ends it now leads to it. */
export function nowLed(
  sheet: Sheet,
  { id }: Booked,
  { was, now }: { readonly was: readonly Upload[]; readonly now: readonly Upload[] },
): Sheet {
  const gone = was.filter((one) => !now.includes(one));
  return led(led(sheet, gone, null), now, id);
}
