// The model of what was recorded without connection: it means what it would have meant in order.
import { begin, led, nowLed, remember, rememberEnd, replaced, saidBy, type Start } from './live.ts';
import { endOf } from './room.ts';
import type { Act, Around, Booked, Done, Sheet, Upload } from './sheet.ts';
import {
  areOthers,
  barrierAt,
  endAfter,
  endedBy,
  endingIn,
  isDone,
  isFixed,
  isKnownEnd,
  isTimed,
  isToggled,
  neighbours,
  noteStood,
  noteThen,
  rank,
  ranUntil,
  sameSaid,
} from './told.ts';

/** How far the settling of uploads has come; `null` in its place: it cannot be done. */
interface Settled {
  readonly sheet: Sheet;
  readonly changed: boolean;
  /** Nothing began or ended: what is behind it may be concerned all the same. */
  readonly idle?: boolean;
}

interface Run extends Around {
  readonly removed: Set<number>;
  readonly altered: Set<number>;
}

/** A start without connection. */
export function startUploaded(sheet: Sheet, act: Start, around: Around): Done | null {
  const at = act.at ?? around.now;
  if (at > around.now) return null;
  const kept: Upload = { kind: act.kind, name: act.name, tracking: null, at, said: saidBy(act) };
  const isKept = (one: Upload): boolean =>
    one.at === at && one.kind === act.kind && one.name === act.name && sameSaid(one, kept);
  const run = { ...around, removed: new Set<number>(), altered: new Set<number>() };
  const before = sheet.uploads.find(isKept);
  const barrier = act.insert ? undefined : barrierAt(sheet, at);
  if (barrier !== undefined && (barrier.start !== at || before?.tracking !== barrier.id)) {
    const end = before === undefined ? settleNamed(remember(sheet, kept), act.name, { at, run }) : sheet;
    return end === null ? null : { sheet: end, ids: [] };
  }
  const begun = begin(sheet, act, around);
  if (begun === null) return null;
  const added = begun.sheet.uploads.some(isKept) ? begun.sheet : remember(begun.sheet, kept);
  const waiting = added.uploads.filter((one) => isKept(one) && one.tracking === null);
  const told = led(added, waiting, begun.id);
  const isOwnStop = (one: Upload): boolean => one.kind === 'stop' && one.name === act.name && one.at === at;
  run.altered.add(begun.id);
  const moved = act.name === null ? told : endFirstSecond(told, told.uploads.filter(isOwnStop), at);
  const settled = settle(moved, { at, inclusive: false }, run);
  const named = settled && settleNamed(settled, act.name, { at, run });
  const end = named && settleWaiting(named, at, run);
  return end === null ? null : { sheet: end, ids: [begun.id] };
}

/**
 * Toggles that began and ended nothing, because of what was in their way, are taken as they are meant now; with `before` only
 * those up to which something else ran then.
 */
function settleWaiting(sheet: Sheet, since: number, run: Run & { readonly before?: Sheet }): Sheet | null {
  const { before } = run;
  const waiting = sheet.uploads
    .filter((one) => one.kind === 'toggle' && one.at > since && !isDone(sheet, one))
    .toSorted((a, b) => a.at - b.at);
  let now: Sheet | null = sheet;
  for (const { at } of waiting) {
    if (now === null) return null;
    const isSame = before !== undefined && ranUntil(before, at)?.id === ranUntil(now, at)?.id;
    if (!isSame) now = settle(now, { at, inclusive: true }, run);
  }
  return now;
}

/** Stops of the name in the second of its start end that a second later, and nothing else. */
function endFirstSecond(sheet: Sheet, stops: readonly Upload[], at: number): Sheet {
  let { stood } = sheet;
  const booked = sheet.booked.map((one) => {
    const was = stops.filter(({ tracking }) => one.end === at && tracking === one.id);
    if (was.length === 0) return one;
    const now = endedBy(sheet, one).filter((upload) => !stops.includes(upload));
    ({ stood } = noteStood({ ...sheet, stood }, one, { was, now }));
    return { ...one, note: noteThen(sheet, one, { was, now }) };
  });
  const uploads = sheet.uploads.map((one) => (stops.includes(one) ? { ...one, at: at + 1 } : one));
  return { booked, uploads, stood };
}

/** A stop, or a toggle that stops, without connection. */
export function stopUploaded(
  sheet: Sheet,
  act: Extract<Act, { kind: 'start' | 'toggle' | 'stop' }>,
  { named, ...around }: Around & { named: Booked | undefined },
): Done | null {
  const said = act.at ?? around.now;
  if (said > around.now) return null;
  const at = named?.start === said ? said + 1 : said;
  const upload: Upload = { kind: act.kind, name: act.name, tracking: null, at, said: saidBy(act) };
  const own = (in_: Sheet): Upload | undefined =>
    in_.uploads.find(
      (one) =>
        one.at === at &&
        one.kind === act.kind &&
        one.name === act.name &&
        (act.name !== null || sameSaid(one, upload)),
    );
  const run = { ...around, removed: new Set<number>(), altered: new Set<number>() };
  let end: Sheet | null = sheet;
  if (own(sheet) === undefined) {
    end = settle(remember(sheet, upload), { at, inclusive: true }, run);
    if (end !== null) end = settleNamed(end, act.name, { at, run });
    if (end !== null) end = settleWaiting(end, at, { ...run, before: sheet });
  }
  if (end === null) return null;
  const ended = own(end)?.tracking ?? null;
  if (ended === null && barrierAt(sheet, at) !== undefined) return { sheet: end, ids: [] };
  const id = named?.id ?? ended;
  return { sheet: end, ids: end.booked.filter((one) => one.id === id).map((one) => one.id) };
}

function settle(
  sheet: Sheet,
  { at, inclusive }: { readonly at: number; readonly inclusive: boolean },
  run: Run,
): Sheet | null {
  let now: Settled | null = { sheet, changed: true };
  if (inclusive) now = settleSecond(sheet, { second: at, from: null }, run);
  for (let [from, last] = [at, at]; now !== null && (now.changed || now.idle === true);) {
    const since: number = last;
    const [second] = now.sheet.uploads
      .map((one) => one.at)
      .filter((one) => one > since)
      .toSorted((a, b) => a - b);
    if (second === undefined) break;
    now = settleSecond(now.sheet, { second, from }, run);
    last = second;
    if (now?.changed === true) from = second;
  }
  return now?.sheet ?? null;
}

function settleNamed(
  sheet: Sheet,
  name: string | null,
  { at, run }: { readonly at: number; readonly run: Run },
): Sheet | null {
  const seconds = new Set(
    sheet.uploads.filter((one) => name !== null && one.name === name).map((one) => one.at),
  );
  let now: Sheet | null = sheet;
  for (const second of [...seconds].toSorted((a, b) => a - b))
    if (second > at && now !== null) now = settle(now, { at: second, inclusive: true }, run);
  return now;
}

/** Takes a second, and the stops of toggles in it that have come to begin or end something else. */
function settleSecond(sheet: Sheet, second: Second, run: Run): Settled | null {
  const taken = takeSecond(sheet, second, run);
  if (taken === null) return null;
  let now: Sheet | null = taken.sheet;
  for (const [index, { kind, name, tracking, at }] of sheet.uploads.entries())
    if (kind === 'toggle' && name !== null && at === second.second && now !== null)
      if (taken.sheet.uploads[index]?.tracking !== tracking) now = settleNamed(now, name, { at, run });
  return now === null ? null : { ...taken, sheet: now };
}

interface Second {
  readonly second: number;
  readonly from: number | null;
}

function takeSecond(sheet: Sheet, { second, from }: Second, run: Run): Settled | null {
  const same = { sheet, changed: false };
  const { last: before } = neighbours(sheet, second - 1);
  const started = sheet.booked.find(({ start }) => start === second);
  const follows =
    before !== undefined && (before.start === from || before.end === from || run.altered.has(before.id));
  if (from !== null && !follows) return same;
  if (before !== undefined && endOf(before) > second && isFixed(before)) return same;
  const ran = ranUntil(sheet, second);
  const uploads = sheet.uploads
    .filter(({ at }) => at === second)
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
  if (started !== undefined && !isToggled(sheet, started)) {
    const toggles = uploads.filter(({ kind }) => kind === 'toggle');
    if (ran !== undefined) return tellEnd(sheet, { second, ran }, run);
    return isFixed(started) ? same : { sheet: led(sheet, toggles, started.id), changed: false };
  }
  const toggle = uploads.findLast(({ kind, said }) => kind === 'toggle' && said?.recorded === true);
  if (ran === undefined) {
    if (started !== undefined) return same;
    const begun = toggle === undefined ? same : startThere(sheet, toggle, run);
    return begun === null ? null : { ...begun, idle: true };
  }
  const ending = endingIn(sheet, second, ran);
  const sorted = uploads.filter((one) => ending.includes(one));
  const taken =
    ending.length > 0
      ? endThere(sheet, { second, ran, started, ending: sorted }, run)
      : runOn(sheet, { second, ran }, run);
  const isPassed = started === undefined && from !== null && endOf(ran) > second;
  return taken === null || taken.changed || !isPassed ? taken : { ...taken, idle: true };
}

function tellEnd(sheet: Sheet, { second, ran }: { second: number; ran: Booked }, run: Run): Settled | null {
  const ending = endingIn(sheet, second, ran);
  const was = endedBy(sheet, ran);
  if (!areOthers(was, ending)) return { sheet, changed: false };
  const note = noteThen(sheet, ran, { was, now: ending });
  if (ran.approved && note !== ran.note) return null;
  if (note !== ran.note) run.altered.add(ran.id);
  const booked = replaced(sheet, ran, { ...ran, note });
  const { stood } = noteStood(sheet, ran, { was, now: ending });
  return { sheet: nowLed({ ...sheet, booked, stood }, ran, { was, now: ending }), changed: false };
}

function startThere(sheet: Sheet, toggle: Upload, run: Run): Settled | null {
  const { tracking, at, name } = toggle;
  const isThere = sheet.booked.some(({ id }) => id === tracking);
  if (tracking !== null && !isThere && !run.removed.has(tracking)) return { sheet, changed: false };
  const isTaken = sheet.booked.some((one) => name !== null && one.name === name);
  const { task, note } = toggle.said as { task: number; note: string };
  const known = isTaken ? null : name;
  const again: Start = { kind: 'toggle', task, note, at, offline: true, insert: false, name: known };
  const begun = begin(sheet, again, run);
  if (begun === null) return null;
  run.altered.add(begun.id);
  const own = begun.sheet.uploads.find(
    (one) => one.at === at && one.kind === 'toggle' && one.name === name && one.said?.note === note,
  );
  return { sheet: led(begun.sheet, own === undefined ? [] : [own], begun.id), changed: true };
}

function endThere(
  sheet: Sheet,
  part: {
    readonly second: number;
    readonly ran: Booked;
    readonly started: Booked | undefined;
    readonly ending: readonly Upload[];
  },
  run: Run,
): Settled | null {
  const { second, ran, started, ending } = part;
  const same = { sheet, changed: false };
  const isOver = endOf(ran) > second;
  if (isOver && ending.some(({ tracking }) => tracking === ran.id)) return same;
  if ((isOver && ran.approved) || started?.approved === true) return same;
  if (started !== undefined && !isTimed(started)) return same;
  let now = sheet;
  if (started !== undefined) {
    const isKnown = isKnownEnd(now, started);
    now = { ...now, booked: now.booked.filter((one) => one !== started) };
    run.removed.add(started.id);
    run.altered.add(started.id);
    if (!isKnown) now = rememberEnd(now, started.end as number);
  }
  if (isOver && !isKnownEnd(now, ran)) now = rememberEnd(now, ran.end as number);
  const was = endedBy(sheet, ran);
  if (isOver || started !== undefined || areOthers(was, ending)) {
    const note = noteThen(now, ran, { was, now: ending });
    if (ran.approved && note !== ran.note) return null;
    const { stood } = noteStood(now, ran, { was, now: ending });
    now = { ...now, stood, booked: replaced(now, ran, { ...ran, end: isOver ? second : ran.end, note }) };
    if (isOver || note !== ran.note) run.altered.add(ran.id);
  }
  const sheetThen = nowLed(now, ran, { was: isOver ? [] : was, now: ending });
  return { sheet: sheetThen, changed: isOver || started !== undefined };
}

function runOn(sheet: Sheet, { second, ran }: { second: number; ran: Booked }, run: Run): Settled {
  const causes = sheet.uploads.filter(({ at, tracking }) => at === second && tracking === ran.id);
  if (ran.end !== second || causes.length === 0 || ran.approved) return { sheet, changed: false };
  const end = endAfter(sheet, ran, second);
  const part = { was: endedBy(sheet, ran), now: end?.uploads ?? [] };
  const note = noteThen(sheet, ran, part);
  const { stood } = noteStood(sheet, ran, part);
  const booked = replaced(sheet, ran, { ...ran, end: end?.at ?? null, note });
  run.altered.add(ran.id);
  const uploads = sheet.uploads.map((one) =>
    causes.includes(one)
      ? { ...one, tracking: null }
      : end?.uploads.includes(one)
        ? { ...one, tracking: ran.id }
        : one,
  );
  return { sheet: { booked, uploads, stood }, changed: true };
}
