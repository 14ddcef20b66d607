// Keeps the tables in step with the server: first everything, then what changed since. Knows no screen.
import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { CivilDate } from '../domain/civil.ts';
import { dateAt } from '../domain/zones.ts';
import { now, readClock } from './clock.ts';
import { deltaQuery, fieldsOf, firstWindow, tableNames, type TableName, type Window } from './fields.ts';
import { ownRefusal, send, type Envelope, type Refusal } from './http.ts';
import { endSession, readSession, sessionProblem, who, zone } from './session.ts';
import { clearTables, settingOf, takeRows } from './tables.ts';

/** `empty`: nothing is here yet; `away`: the last attempt found no server. */
export type SyncState = 'empty' | 'fresh' | 'away';

const state = signal<SyncState>('empty');
const pulling = signal(false);
const pulled = signal(0);
/** Whether the tables hold data, and whether the server was there at the last attempt. */
export const syncState: ReadonlySignal<SyncState> = state;
/** How many pulls have brought an answer: screens refresh by it what they read themselves. */
export const pulls: ReadonlySignal<number> = pulled;
/** Whether a pull is going on. */
export const isPulling: ReadonlySignal<boolean> = pulling;

let since: string | null = null;
let serverZone: string | undefined;
let held: Window | null = null;
let again = false;
let running: Promise<void> | null = null;
let generation = 0;
/** Whether something is being written, and whether a pull was asked for meanwhile. */
const writes = { isOpen: false, count: 0, wasAsked: false };

/** Forgets everything: the next pull is the first one. */
export function resetSync(): void {
  generation += 1;
  since = null;
  held = null;
  state.value = 'empty';
  clearTables();
}

/** Shows rows that were kept, until the server answers. */
export function showKept(rows: Readonly<Partial<Record<TableName, readonly object[]>>>): void {
  if (state.value !== 'empty') return;
  batch(() => {
    for (const [name, Results] of Object.entries(rows))
      takeRows(name as TableName, { Success: true, Results }, true);
    state.value = 'away';
  });
}

/**
 * Something begins to be written. A pull beside it could tell of it before its own answer does, and the screen would show a row
 * twice, or not tell of it yet, and the screen would show what was: it waits until {@link endWrites}.
 */
export function beginWrites(): void {
  writes.isOpen = true;
  writes.count += 1;
}

/** Nothing is being written any more; `isChanged`: something was stored. */
export function endWrites(isChanged: boolean): void {
  const isNeeded = isChanged || writes.wasAsked;
  Object.assign(writes, { isOpen: false, wasAsked: false });
  if (isNeeded) void pull(false);
}

/** Pulls what has changed; while one pull is going on, another one follows it. */
export function pull(isBackground = true): Promise<void> {
  if (writes.isOpen && since !== null) {
    writes.wasAsked = true;
    return Promise.resolve();
  }
  if (running !== null) {
    again = true;
    return running;
  }
  running = pullOnce(isBackground).finally(() => {
    running = null;
    if (again) {
      again = false;
      void pull(true);
    }
  });
  return running;
}

async function pullOnce(isBackground: boolean): Promise<void> {
  const person = who.value;
  if (person === null) return;
  // A page that began without connection has only its memory of who is logged in. For another person another pull follows.
  if (sessionProblem.value !== null && (await readSession(person.account)) !== null) return;
  if (who.value?.user_id !== person.user_id) return;
  const [asked, today] = [generation, dateAt(readClock(), zone.value)];
  const writesBefore = writes.count;
  held ??= firstWindow(today);
  pulling.value = true;
  const answer = await send({
    account: person.account,
    method: 'GET',
    path: 'v4/deltaSync/read/',
    query: {
      ...deltaQuery(person.user_id, held, today),
      ...(since === null ? {} : { _since: since, _fetch_deleted: 1 }),
    },
    isBackground,
  });
  pulling.value = false;
  if (asked !== generation) return;
  if (!answer.ok) {
    if (answer.refusal.kind === 'ended') endSession();
    else if (state.value === 'fresh') state.value = 'away';
    return;
  }
  if (since === null || writes.count === writesBefore) takeDelta(answer.envelope, since === null);
  else if (writes.isOpen) writes.wasAsked = true;
  else again = true;
}

function takeDelta(envelope: Envelope, isFirst: boolean): void {
  const parts = envelope.Results as Readonly<Partial<Record<TableName, Envelope>>>;
  batch(() => {
    for (const name of tableNames) {
      const part = parts[name];
      if (part !== undefined) takeRows(name, part, isFirst || part.FullResync === 1);
    }
    state.value = 'fresh';
    pulled.value += 1;
  });
  since = envelope.RequestStartTime ?? since;
  const told = settingOf('server_timezone');
  // Rows that are here tell their moments in the zone before: all are read anew.
  if (!isFirst && told !== serverZone) [since, again] = [null, true];
  serverZone = told;
}

/** Sees to it, as time goes on, that the days of the first window are here: a page may stay open for weeks. */
export function followDays(): void {
  const today = computed(() => dateAt(now.value, zone.value));
  effect(() => {
    // After a failure the next pull tries again.
    if (pulled.value === 0 || state.value !== 'fresh') return;
    const { to } = firstWindow(today.value);
    const from = held?.to ?? to;
    if (from < to) void untracked(() => loadDates(from, to));
  });
}

/** Whether bookings and accounts of these dates are here. */
export function holdsDates(from: CivilDate, to: CivilDate): boolean {
  return held !== null && state.value !== 'empty' && held.from <= from && to <= held.to;
}

/** Sees to it that bookings and accounts of these dates are here; answers why they are not, or `null`. */
export async function loadDates(from: CivilDate, to: CivilDate): Promise<Refusal | null> {
  const person = who.value;
  if (person === null) return noAnswer;
  if (held === null || state.value === 'empty') await pull(false);
  if (held === null || state.value === 'empty') return noAnswer;
  const [asked, had] = [generation, held];
  const pieces: Window[] = [];
  if (from < had.from) pieces.push({ from, to: had.from });
  if (to > had.to) pieces.push({ from: had.to, to });
  const read = pieces.map((piece) => readPiece(person.account, person.user_id, piece));
  const refusal = (await Promise.all(read)).find((one) => one !== null) ?? null;
  if (asked !== generation) return noAnswer;
  if (refusal === null) held = { from: least(held.from, from), to: most(held.to, to) };
  return refusal;
}

const noAnswer = ownRefusal('offline', 'offline');
const least = (a: CivilDate, b: CivilDate): CivilDate => (a < b ? a : b);
const most = (a: CivilDate, b: CivilDate): CivilDate => (a > b ? a : b);

async function readPiece(account: string, person: number, piece: Window): Promise<Refusal | null> {
  const read = async (name: TableName, field: string): Promise<Refusal | null> => {
    const query = {
      user_id: person,
      [field]: `${piece.from}|${piece.to}`,
      [`_op__${field}`]: 'betw',
      _fields: fieldsOf(name),
      _limit: 10_000,
    };
    const answer = await send({ account, method: 'GET', path: `v4/${name}/read/`, query });
    if (!answer.ok) {
      if (answer.refusal.kind === 'ended') endSession();
      return answer.refusal;
    }
    takeRows(name, answer.envelope, false);
    return null;
  };
  const done = await Promise.all([read('timeTrackings', 'start_date'), read('timesheetAccountings', 'date')]);
  return done.find((one) => one !== null) ?? null;
}
