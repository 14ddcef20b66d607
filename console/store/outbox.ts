// What was done here and is not stored by the server yet, in order. The screen shows it at once; it is sent one by one,
// again and again while no answer comes, and kept for its person when the page closes or the login ends meanwhile.
import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Id } from '../domain/rows.ts';
import { isClockUncertain, readClock } from './clock.ts';
import { ownRefusal, send, type Call, type Refusal } from './http.ts';
import { lockTab, tab, takeLeft } from './tabs.ts';
import { forgetKept, keep, keysKept, readKept } from './keep.ts';
import { bodyNow, isSoon, isWithin, readPress, shiftOf, tried } from './late.ts';
import { endSession, readSession, sessionProblem, sessionState, who } from './session.ts';
import { beginWrites, endWrites } from './sync.ts';
import type { Entry, Lost, Outcome, Posted } from './entry.ts';
import { forgetIds, storedId, withStoredIds } from './ids.ts';
import type { TableName } from './fields.ts';
import { outcomeOf } from './outcome.ts';
import { stored, type Rows } from './tables.ts';

const entries = signal<readonly Entry[]>([]);
const unkept = signal(false);
const stuck = signal(false);
const lost = signal<readonly Lost[]>([]);
const waiting = new Map<string, (outcome: Outcome) => void>();
/** What was answered here, by key, which decisions share, and time: a full disk may still have it. */
const answered = new Set<string>();
/** At most so many milliseconds is anything held back. */
const longest = 60_000;
/** Whose changes they are, as it begins the keys under which they are kept. */
let owner: string | null = null;
let draining: Promise<void> | null = null;
let attempts = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
let isClosing = false;

/** What is held back. */
export const held: ReadonlySignal<readonly Entry[]> = computed(() =>
  entries.value.filter((entry) => entry.heldUntil !== null),
);
const isWrite = ({ method }: Entry): boolean => method !== 'GET';
const due = computed(() => entries.value.filter((entry) => entry.heldUntil === null));
/** How many changes wait to be sent. */
export const pending: ReadonlySignal<number> = computed(() => due.value.filter(isWrite).length);
/** Whether what waits is lost with the page, because the browser could not keep it. */
export const isUnkept: ReadonlySignal<boolean> = unkept;
/** Whether the last attempt to send found no server. */
export const isStuck: ReadonlySignal<boolean> = stuck;
/** What was refused and was done before the page was loaded, or in one that is closed. */
export const lostChanges: ReadonlySignal<readonly Lost[]> = lost;

/** The person has read one of {@link lostChanges}. */
export function dismissLost(read: Lost): void {
  lost.value = lost.value.filter((one) => one !== read);
}

/** Rows of the server with what waits to be sent laid over them. */
export function viewOf<Name extends TableName>(name: Name): ReadonlySignal<Rows<Name>> {
  return computed(() => {
    const rows = stored(name).value;
    const patches = due.value.flatMap((entry) => entry.patches.filter((patch) => patch.table === name));
    if (patches.length === 0) return rows;
    const laid = new Map<Id, unknown>(rows);
    for (const { id, row } of patches) {
      const real = storedId(id);
      if (row === null) laid.delete(real);
      else laid.set(real, { ...(laid.get(real) as object | undefined), ...row, id: real });
    }
    return laid as unknown as Rows<Name>;
  });
}

/** Ids of rows that something not yet sent changes. */
export const pendingIds: ReadonlySignal<ReadonlySet<Id>> = computed(
  () => new Set(due.value.flatMap((entry) => entry.patches.map((patch) => storedId(patch.id)))),
);

/** Adds an entry and answers what became of it, which may take as long as there is no connection. */
export function post(entry: Posted): Promise<Outcome> {
  const done = { at: readClock(), press: readPress(), key: crypto.randomUUID() };
  const full = { ...done, late: null, heldUntil: null, ...entry };
  entries.value = [...entries.value.filter((other) => other.key !== full.key), full];
  void remember();
  return new Promise((resolve) => {
    waiting.set(full.key, resolve);
    void drain();
  });
}

/** Waits for what a write answers. `onStuck` hears when it is kept because no server answers: a form need not wait for it. */
export function unlessStuck<Answer>(answer: Promise<Answer>, onStuck: () => void): Promise<Answer> {
  let isTold = false;
  const stop = stuck.subscribe((is) => {
    if (is && !isTold) onStuck();
    isTold ||= is;
  });
  return answer.finally(stop);
}

/** Takes back an entry that is held back. */
export function withdraw(key: string): void {
  entries.value = entries.value.filter((entry) => entry.key !== key || entry.heldUntil === null);
  waiting.delete(key);
  void remember();
}

/** Sends what was held back long enough; `isLast`: the page is about to close or the person leaves, so all of it. */
export function release(isLast = false): Promise<void> {
  const now = Date.now();
  entries.value = entries.value.map((entry) =>
    entry.heldUntil !== null && (isLast || isOver(entry.heldUntil, now))
      ? { ...entry, heldUntil: null }
      : entry,
  );
  void remember();
  return drain();
}

/** Whether it is held back no more; a clock that was set back would hold it far too long. */
function isOver(until: number, now: number): boolean {
  return until <= now || until > now + longest;
}

/** Sends what waits, in order, until nothing is left or no answer comes. */
export function drain(): Promise<void> {
  return (draining ??= drainOnce());
}

async function drainOnce(): Promise<void> {
  clearTimeout(retry);
  let sent = 0;
  try {
    if (!(await isCertain()) || due.value.length === 0) return;
    beginWrites();
    while (sessionState.value === 'open' && due.value[0] !== undefined && (await sendOne(due.value[0])))
      sent += 1;
  } finally {
    // At once: what is added from now on begins to be sent by itself.
    draining = null;
    endWrites(sent > 0);
  }
}

/**
 * Whether the server has said who is logged in: a page that began without connection has only its memory of that. It is asked as
 * well where its answer has to tell how far the clock is right: a press that is not late is sent without its time.
 */
async function isCertain(): Promise<boolean> {
  const account = who.value?.account;
  const [first] = due.value;
  if (account === undefined || first === undefined) return true;
  if (sessionProblem.value === null && (!isClockUncertain() || isSoon(first))) return true;
  if ((await readSession(account)) === null) return sessionState.value === 'open';
  tryLater();
  return false;
}

function tryLater(): void {
  stuck.value = true;
  attempts += 1;
  retry = setTimeout(() => void drain(), Math.min(15_000, 500 * 2 ** attempts));
}

async function sendOne(entry: Entry): Promise<boolean> {
  const whose = owner;
  const answer = await answerTo(entry);
  // Another person is here by now, whose changes come next. What became of this one is found out when its own is back.
  if (owner !== whose) return owner !== null;
  if (!answer.ok) tried.add(entry.key);
  if (!answer.ok && answer.refusal.kind === 'ended') {
    endSession();
    return false;
  }
  if (!answer.ok && isPassing(answer.refusal, entry)) {
    tryLater();
    return false;
  }
  attempts = 0;
  batch(() => {
    stuck.value = false;
    const outcome = outcomeOf(entry, answer);
    entries.value = entries.value.filter((other) => other.key !== entry.key).map(withStoredIds);
    settle(entry, outcome);
  });
  await remember();
  return true;
}

/** What the server may not refuse a little later. Of what is unforeseen, a few attempts decide. */
function isPassing({ kind, code, field }: Refusal, entry: Entry): boolean {
  if (code === 'internal') return attempts < 3;
  // To a slower clock it lies in the future.
  if (field === 'time' && entry.late !== null && isWithin(entry, 10_000)) return true;
  return kind !== 'refused' || code === 'body_too_slow' || code === 'account_suspended';
}

async function answerTo(entry: Entry): ReturnType<typeof send> {
  const account = who.value?.account ?? '';
  try {
    return await send({ account, ...callOf(entry), isLast: isClosing });
  } catch {
    // What comes behind it goes on.
    return { ok: false, refusal: ownRefusal('refused', 'unreadable'), envelope: null };
  }
}

function callOf(entry: Entry): Omit<Call, 'account'> {
  const id = entry.id === null ? '' : `${storedId(entry.id)}/`;
  const path = `v4/${entry.resource}/${entry.action}/${id}`;
  const { method, key, query } = entry;
  return { method, path, key, query, body: bodyNow(entry) ?? undefined };
}

function settle(entry: Entry, outcome: Outcome): void {
  const [resolve, shift] = [waiting.get(entry.key), shiftOf(entry)];
  waiting.delete(entry.key);
  answered.add(`${entry.key} ${entry.at}`);
  if (resolve !== undefined) resolve(outcome);
  else lost.value = [...lost.value, ...outcome.refused.map((refusal) => ({ entry, refusal, shift }))];
}

/** Keeps what waits, for when the page dies. */
async function remember(): Promise<void> {
  if (owner === null) return;
  await lockTab();
  const isKept = await keep([[`${owner}${tab}`, entries.value.length === 0 ? null : entries.value]]);
  unkept.value = !isKept && entries.value.length > 0;
}

let isListening = false;
function listen(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('online', () => void takeOver());
  document.addEventListener('visibilitychange', () => void takeOver());
  setInterval(() => void takeOver(), longest);
  addEventListener('beforeunload', (event) => unkept.value && event.preventDefault());
  addEventListener('pageshow', () => (isClosing = false));
  addEventListener('pagehide', () => {
    isClosing = true;
    void release(true);
  });
  let holding: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    clearTimeout(holding);
    if (held.value.length === 0) return;
    const next = Math.min(...held.value.map((entry) => entry.heldUntil ?? 0));
    holding = setTimeout(() => void release(), Math.min(longest, next - Date.now()));
  });
}

/** Begins to keep and send what the person who is logged in does. */
export async function openOutbox(): Promise<void> {
  const person = who.value;
  if (person === null) return;
  listen();
  owner = `outbox/${person.account}/${person.user_id}/`;
  await takeOver({ hasOwn: true });
}

/**
 * Takes over what the person's closed tabs have left, and sends what waits. `hasOwn`: and what this tab left when another person
 * came; later its own list tells of entries that are being sent.
 */
async function takeOver({ hasOwn } = { hasOwn: false }): Promise<void> {
  const whose = owner;
  if (whose === null) return;
  await takeLeft<Entry>(whose, hasOwn, (left) => {
    if (owner !== whose) return null;
    const known = new Set(entries.value.map((entry) => entry.key));
    const isNew = (entry: Entry): boolean =>
      isWrite(entry) && !known.has(entry.key) && !answered.has(`${entry.key} ${entry.at}`);
    entries.value = [...left.filter(isNew), ...entries.value];
    return entries.value;
  });
  await release();
}

/** Another person is at the screen: what waits is kept until its own is back. */
export function leaveOutbox(): void {
  owner = null;
  entries.value = [];
  for (const flag of [stuck, unkept]) flag.value = false;
  lost.value = [];
  attempts = 0;
  clearTimeout(retry);
  waiting.clear();
  forgetIds();
}

/** How many changes of the person wait in other tabs, or were left by tabs that are closed. */
export async function pendingElsewhere(): Promise<number> {
  const keys = owner === null ? [] : (await keysKept(owner)).filter((key) => !key.endsWith(tab));
  const kept = await Promise.all(keys.map((key) => readKept<readonly Entry[]>(key)));
  return kept.reduce((sum, list) => sum + (list?.filter(isWrite).length ?? 0), 0);
}

/** Throws away what waits in any tab: the person logs out and says so. */
export async function clearOutbox(): Promise<void> {
  const whose = owner;
  leaveOutbox();
  if (whose !== null) await forgetKept(whose);
}
