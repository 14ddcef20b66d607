// What was done here and is not stored by the server yet, in order. The screen shows it at once; it is sent one by one,
// again and again while no answer comes, and kept when the page closes meanwhile.
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Id } from '../domain/rows.ts';
import { refusalOf, rowsOf, send, type Call, type Envelope, type Refusal } from './http.ts';
import { keep, readKept } from './keep.ts';
import { endSession, sessionState, who } from './session.ts';
import { pull } from './sync.ts';
import type { TableName } from './fields.ts';
import { dropRow, stored, takeWritten, type Rows } from './tables.ts';

/** What the screen shows meanwhile: fields of a row, or `null` where it goes. */
export interface Patch {
  readonly table: TableName;
  readonly id: Id;
  readonly row: Readonly<Record<string, unknown>> | null;
}

/** Something to send. Plain data, so that it can be kept. */
export interface Entry {
  readonly key: string;
  readonly resource: string;
  readonly action: string;
  readonly method: Call['method'];
  /** The row in the address; negative while another entry is about to create it. */
  readonly id: Id | null;
  readonly body: unknown;
  /** Merged into the body when it is not the first attempt: what makes a late clock count. */
  readonly late: Readonly<Record<string, unknown>> | null;
  readonly patches: readonly Patch[];
}

/** What became of an entry. */
export interface Outcome {
  readonly refusal: Refusal | null;
  readonly rows: readonly { readonly id: Id }[];
  /** Of a batch: what was refused, item by item. */
  readonly refused: readonly Refusal[];
}

const entries = signal<readonly Entry[]>([], { name: 'outbox.entries' });
const stuck = signal(false, { name: 'outbox.stuck' });
const lost = signal<Refusal | null>(null, { name: 'outbox.lost' });
const ids = new Map<Id, Id>();
const waiting = new Map<string, (outcome: Outcome) => void>();
const tab = crypto.randomUUID();
let nextId = -1;
let draining = false;
let attempts = 0;
let retry: ReturnType<typeof setTimeout> | undefined;

/** How many changes wait to be sent. */
export const pending: ReadonlySignal<number> = computed(() => entries.value.length);
/** Whether the last attempt to send found no server. */
export const isStuck: ReadonlySignal<boolean> = stuck;
/** A refusal of something that was done before the page was loaded. */
export const lostChange: ReadonlySignal<Refusal | null> = lost;

/** An id for a row that the server has not named yet. */
export function temporaryId(): Id {
  nextId -= 1;
  return nextId;
}

/** The id that the server gave to a row, if it has by now. */
export function storedId(id: Id): Id {
  return ids.get(id) ?? id;
}

/** Rows of the server with what waits to be sent laid over them. */
export function viewOf<Name extends TableName>(name: Name): ReadonlySignal<Rows<Name>> {
  return computed(() => {
    const rows = stored(name).value;
    const patches = entries.value.flatMap((entry) => entry.patches.filter((patch) => patch.table === name));
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
  () => new Set(entries.value.flatMap((entry) => entry.patches.map((patch) => storedId(patch.id)))),
);

/** Adds an entry and answers what became of it, which may take as long as there is no connection. */
export function post(entry: Omit<Entry, 'key' | 'late'> & Partial<Pick<Entry, 'late'>>): Promise<Outcome> {
  const full: Entry = { late: null, ...entry, key: crypto.randomUUID() };
  entries.value = [...entries.value, full];
  void remember();
  return new Promise((resolve) => {
    waiting.set(full.key, resolve);
    void drain();
  });
}

/** Sends what waits, in order, until nothing is left or no answer comes. */
export async function drain(): Promise<void> {
  if (draining || sessionState.value !== 'open') return;
  draining = true;
  clearTimeout(retry);
  let sent = 0;
  for (let entry = entries.value[0]; entry !== undefined; entry = entries.value[0]) {
    if (!(await sendOne(entry))) break;
    sent += 1;
  }
  draining = false;
  if (sent > 0) void pull(false);
}

async function sendOne(entry: Entry): Promise<boolean> {
  const account = who.value?.account ?? '';
  const isLate = attempts > 0;
  const answer = await send({ account, ...callOf(entry, isLate) });
  if (!answer.ok && answer.refusal.kind === 'ended') {
    endSession();
    return false;
  }
  if (!answer.ok && answer.refusal.kind !== 'refused') {
    stuck.value = true;
    attempts += 1;
    retry = setTimeout(() => void drain(), Math.min(15_000, 500 * 2 ** attempts));
    return false;
  }
  attempts = 0;
  batch(() => {
    stuck.value = false;
    const outcome = answer.ok ? accepted(entry, answer.envelope) : refused(answer.refusal);
    entries.value = entries.value.filter((other) => other.key !== entry.key);
    settle(entry, outcome);
  });
  await remember();
  return true;
}

function callOf(entry: Entry, isLate: boolean): Omit<Call, 'account'> {
  const id = entry.id === null ? '' : `${storedId(entry.id)}/`;
  const path = `v4/${entry.resource}/${entry.action}/${id}`;
  const body = isLate && entry.late !== null ? { ...(entry.body as object), ...entry.late } : entry.body;
  return { method: entry.method, path, ...(body === null ? {} : { body }) };
}

function accepted(entry: Entry, envelope: Envelope): Outcome {
  const items = rowsOf<Envelope | { readonly id: Id }>(envelope);
  const isBatch = Array.isArray(entry.body);
  const parts = isBatch ? (items as readonly Envelope[]) : [envelope];
  const good = parts.filter((part) => part.Success);
  for (const part of good) takeWritten(entry.resource, part);
  const rows = good.flatMap((part) => rowsOf<{ readonly id: Id }>(part));
  const made = entry.patches.filter((patch) => patch.id < 0 && !ids.has(patch.id) && patch.row !== null);
  if (made.length === 1 && rows[0] !== undefined && entry.action !== 'delete') {
    for (const patch of made) ids.set(patch.id, rows[0].id);
  }
  if (entry.action === 'delete' && entry.id !== null)
    dropRow(entry.resource as TableName, storedId(entry.id));
  const failed = parts.filter((part) => !part.Success).map((part) => refusalOf(part.Error ?? 422, part));
  return { refusal: null, rows, refused: failed };
}

function refused(refusal: Refusal): Outcome {
  return { refusal, rows: [], refused: [refusal] };
}

function settle(entry: Entry, outcome: Outcome): void {
  const resolve = waiting.get(entry.key);
  waiting.delete(entry.key);
  if (resolve !== undefined) resolve(outcome);
  else if (outcome.refusal !== null) lost.value = outcome.refusal;
}

function keyOf(owner: string): string {
  const person = who.value;
  return `${person?.account ?? ''}/${person?.user_id ?? 0}/${owner}`;
}

async function remember(): Promise<void> {
  await keep(keyOf(tab), entries.value.length === 0 ? null : entries.value);
  const tabs = new Set((await readKept<readonly string[]>(keyOf('tabs'))) ?? []);
  if (entries.value.length === 0) tabs.delete(tab);
  else tabs.add(tab);
  await keep(keyOf('tabs'), tabs.size === 0 ? null : [...tabs]);
}

/** Takes over what tabs that are closed have left, and begins to send. A living tab holds the lock of its name. */
export async function openOutbox(): Promise<void> {
  void navigator.locks.request(`hourbook:tab:${tab}`, () => new Promise(() => {}));
  addEventListener('online', () => void drain());
  const owners = (await readKept<readonly string[]>(keyOf('tabs'))) ?? [];
  for (const owner of owners.filter((name) => name !== tab)) {
    await navigator.locks.request(`hourbook:tab:${owner}`, { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      const left = (await readKept<readonly Entry[]>(keyOf(owner))) ?? [];
      entries.value = [...left, ...entries.value];
      attempts = Math.max(attempts, left.length > 0 ? 1 : 0);
      nextId = Math.min(nextId, ...left.flatMap((entry) => entry.patches.map((patch) => patch.id)));
      await keep(keyOf(owner), null);
    });
  }
  await keep(keyOf('tabs'), null);
  await remember();
  void drain();
}

/** Throws away what waits: the person logs out and says so. */
export async function clearOutbox(): Promise<void> {
  entries.value = [];
  waiting.clear();
  ids.clear();
  await remember();
}
