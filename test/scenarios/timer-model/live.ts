// The model of start, stop and toggle: live, at moments that clients claim, and uploaded late.
import { endOf, put } from './room.ts';
import type { Act, Around, Booked, Call, Done, Sheet, Upload } from './sheet.ts';

/** Seconds that a live claim may lie back: `live_start_tolerance_minutes` of a new account. */
const tolerance = 300;

type Start = Extract<Act, { kind: 'start' | 'toggle' }>;
type Stop = Extract<Act, { kind: 'stop' }>;

/** Ends what runs, and begins. */
export function startTimer(sheet: Sheet, act: Start, around: Around): Done | null {
  const known = answered(sheet, act.name);
  if (known !== null) return known;
  const begun = begin(sheet, act, around);
  if (begun === null || !act.offline) return begun;
  const [tracking] = begun.ids as readonly [number];
  const at = act.at ?? around.now;
  const told = act.kind === 'toggle' ? remember(begun.sheet, uploadOf(act, { tracking, at })) : begun.sheet;
  return { ...begun, sheet: settled(told, at, around) };
}

function begin(sheet: Sheet, act: Start, around: Around): Done | null {
  const at = act.at ?? around.now;
  if (at > around.now) return null;
  const { last, next } = neighbours(sheet, at);
  if (last?.start === at && endOf(last) > around.now) return takeOver(sheet, act, { at, last, next });
  if (last?.start === at && !act.insert) return null;
  const place = makePlace(sheet, act, { at, last, next });
  if (place === null) return null;
  const stopped = act.offline ? stopBetween(sheet, at, place.end ?? Infinity) : undefined;
  const end = stopped?.at ?? place.end;
  const fresh: Booked = {
    id: around.idAt(at),
    start: at,
    end,
    task: act.task,
    approved: false,
    note: act.note,
    name: act.name,
    offline: act.offline,
    live: !act.offline && end === null && around.now - at <= tolerance,
  };
  const booked = put(place.booked, fresh, { ...around, insert: act.insert });
  if (booked === null) return null;
  const uploads = sheet.uploads.map((upload) =>
    upload === stopped && upload.tracking === null ? { ...upload, tracking: fresh.id } : upload,
  );
  return { sheet: { booked, uploads }, ids: [fresh.id] };
}

interface Place {
  readonly at: number;
  readonly last: Booked | undefined;
  readonly next: Booked | undefined;
}

/** In the second in which a tracking began, another start means that one. */
function takeOver(sheet: Sheet, act: Start, { at, last, next }: Place & { last: Booked }): Done | null {
  if (last.approved || (last.end !== null && next !== undefined)) return null;
  const { task, note } = act;
  const name = last.name ?? act.name;
  const same = { ...last, task, note, name, end: null, offline: last.offline || act.offline };
  const second = act.name !== null && last.name !== null;
  const uploads = second ? [...sheet.uploads, { name: act.name, tracking: last.id, at }] : sheet.uploads;
  return { sheet: { booked: replaced(sheet, last, same), uploads }, ids: [last.id] };
}

/** What reaches over the moment ends there; only a late upload ends by itself, where the next one begins. */
function makePlace(
  { booked }: Sheet,
  { offline }: Call,
  { at, last, next }: Place,
): { readonly booked: readonly Booked[]; readonly end: number | null } | null {
  const ends = last !== undefined && endOf(last) > at && (last.end === null || (offline && isTimed(last)));
  if (!ends) return { booked, end: offline ? (next?.start ?? null) : null };
  if (last.approved || last.start >= at) return null;
  const cut = booked.map((other) => (other === last ? { ...last, end: at } : other));
  return { booked: cut, end: last.end ?? (offline ? (next?.start ?? null) : null) };
}

/** Ends what runs, or what the upload is about. */
export function stopTimer(sheet: Sheet, act: Stop, around: Around): Done | null {
  const named = sheet.booked.find(({ name }) => name !== null && name === act.name);
  if (named !== undefined) return stopNamed(sheet, act, { ...around, named });
  const known = sheet.uploads.find(({ name }) => name !== null && name === act.name);
  return known === undefined ? stopRunning(sheet, act, around) : repeated(sheet, known);
}

/** Starts when nothing runs, stops when something does; when the client said so, at the moment that it says. */
export function toggleTimer(sheet: Sheet, act: Start, around: Around): Done | null {
  const known = answered(sheet, act.name);
  if (known !== null) return known;
  if ((act.at ?? around.now) > around.now) return null;
  const runs = target(sheet, act, act.at ?? around.now) !== undefined;
  return runs ? stopRunning(sheet, act, around) : startTimer(sheet, act, around);
}

function stopRunning(sheet: Sheet, act: Start | Stop, around: Around): Done | null {
  const at = act.at ?? around.now;
  if (at > around.now) return null;
  const running = target(sheet, act, at);
  if (running === undefined)
    return { sheet: remember(sheet, uploadOf(act, { tracking: null, at })), ids: [] };
  const ended = stopAt(sheet, act, { ...around, at, running });
  const isRemembered = act.name !== null || (act.kind === 'toggle' && act.offline);
  if (ended === null || !isRemembered) return ended;
  return { ...ended, sheet: remember(ended.sheet, uploadOf(act, { tracking: running.id, at })) };
}

function uploadOf(act: Start | Stop, led: Pick<Upload, 'tracking' | 'at'>): Upload {
  const isToggle = act.kind === 'toggle' && act.offline;
  return { name: act.name, ...led, ...(isToggle ? { toggle: { task: act.task, note: act.note } } : {}) };
}

function stopNamed(sheet: Sheet, act: Stop, { named, ...around }: Around & { named: Booked }): Done | null {
  const at = act.at ?? around.now;
  if (at > around.now) return null;
  if (named.end === null) return stopAt(sheet, act, { ...around, at, running: named });
  const { next } = neighbours(sheet, named.start);
  const isTrueEnd = act.offline && isTimed(named) && next?.start === named.end;
  if (isTrueEnd && at > named.start && at < named.end)
    return stopAt(sheet, act, { ...around, at, running: named });
  return { sheet, ids: [named.id] };
}

function stopAt(
  sheet: Sheet,
  act: Call,
  { at, running, ...around }: Around & { at: number; running: Booked },
): Done | null {
  const late = act.offline || around.now - at > tolerance;
  const end = late ? at : Math.max(at, running.start + 1);
  if (end <= running.start || running.approved) return null;
  const booked = replaced(sheet, running, { ...running, end, note: act.note });
  const { next } = neighbours(sheet, running.start);
  const ended = { ...sheet, booked };
  // What ended it before is a stop of its own, unless it was the start of the next one.
  const isFree = running.end !== null && next?.start !== running.end;
  const kept = isFree ? rememberEnd(ended, running.end as number) : ended;
  return { sheet: act.offline ? settled(kept, end, around) : kept, ids: [running.id] };
}

/** Toggles without connection mean what they would have meant in order: something came to be known of `from`. */
function settled(sheet: Sheet, from: number, around: Around): Sheet {
  const removed: number[] = [];
  for (let [now, since] = [sheet, from]; ;) {
    const [first, second] = now.uploads.filter(({ at }) => at > since).toSorted((a, b) => a.at - b.at);
    if (first?.toggle === undefined || second?.at === first.at) return now;
    const next = turned(now, { upload: first, from: since, removed, ...around });
    if (next === null) return now;
    [now, since] = [next, first.at];
  }
}

function turned(
  sheet: Sheet,
  { upload, from, removed, ...around }: Around & { upload: Upload; from: number; removed: number[] },
): Sheet | null {
  const { at, name, tracking } = upload;
  const { last: before } = neighbours(sheet, at - 1);
  if (before === undefined || (before.start !== from && before.end !== from)) return null;
  const started = sheet.booked.find((one) => one.start === at);
  const isThere = sheet.booked.some(({ id }) => id === tracking) || removed.includes(tracking as number);
  if ((started !== undefined && started.id !== tracking) || !isThere) return null;
  const stops = endOf(before) >= at;
  if (stops !== (started !== undefined)) return null;
  const led = (to: Sheet, id: number): Sheet => ({
    ...to,
    uploads: to.uploads.map((one) => (one === upload ? { ...one, tracking: id } : one)),
  });
  const { task, note } = upload.toggle as { task: number; note: string };
  if (started === undefined) {
    const isTaken = sheet.booked.some((one) => name !== null && one.name === name);
    const again: Start = {
      kind: 'toggle',
      task,
      note,
      name: isTaken ? null : name,
      at,
      offline: true,
      insert: false,
    };
    const begun = begin(sheet, again, around) as Done;
    return led(begun.sheet, begun.ids[0] as number);
  }
  if (started.approved || !isTimed(started)) return null;
  removed.push(started.id);
  const gone = { ...sheet, booked: sheet.booked.filter((one) => one !== started) };
  const { next } = neighbours(gone, at);
  const isFree = started.end !== null && next?.start !== started.end;
  const kept = isFree ? rememberEnd(gone, started.end as number) : gone;
  return led({ ...kept, booked: replaced(kept, before, { ...before, end: at, note }) }, before.id);
}

/** What the call is about: what runs, or ran at the moment that an upload tells of. */
function target(sheet: Sheet, { offline }: Call, at: number): Booked | undefined {
  if (!offline) return sheet.booked.find(({ end }) => end === null);
  const { last } = neighbours(sheet, at - 1);
  if (last === undefined || endOf(last) <= at) return undefined;
  return last.end === null || isTimed(last) ? last : undefined;
}

/** What an upload of this name led to before. A stop that has found nothing waits for its start. */
function answered(sheet: Sheet, name: string | null): Done | null {
  if (name === null) return null;
  const tracking = sheet.booked.find((booked) => booked.name === name);
  if (tracking !== undefined) return { sheet, ids: [tracking.id] };
  const known = sheet.uploads.find((upload) => upload.name === name);
  return known === undefined || known.tracking === null ? null : repeated(sheet, known);
}

/** What it led to may be deleted by now. */
function repeated(sheet: Sheet, { tracking }: Upload): Done {
  return { sheet, ids: sheet.booked.filter(({ id }) => id === tracking).map(({ id }) => id) };
}

function neighbours({ booked }: Sheet, at: number): Pick<Place, 'last' | 'next'> {
  return {
    last: booked.findLast(({ start }) => start <= at),
    next: booked.find(({ start }) => start > at),
  };
}

function stopBetween({ uploads }: Sheet, from: number, until: number): Upload | undefined {
  const within = uploads.filter(({ at }) => at > from && at <= until);
  return within.toSorted((a, b) => a.at - b.at)[0];
}

function isTimed({ live, offline }: Booked): boolean {
  return live || offline;
}

function rememberEnd(sheet: Sheet, at: number): Sheet {
  const isKnown = sheet.uploads.some((upload) => upload.at === at);
  return isKnown ? sheet : remember(sheet, { name: null, tracking: null, at });
}

function remember(sheet: Sheet, upload: Upload): Sheet {
  return { ...sheet, uploads: [...sheet.uploads, upload] };
}

function replaced({ booked }: Sheet, one: Booked, other: Booked): readonly Booked[] {
  return booked.map((each) => (each === one ? other : each));
}
