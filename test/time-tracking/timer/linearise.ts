// Whether what many clients saw of one person's timer can be told as one story: an order of their acts, each at a moment
// between being sent and answered, in which the model gives every answer and leaves every entry of the changelog.
import { isDeepStrictEqual } from 'node:util';
import { expectedOf, type Told } from './timer-acts.ts';
import { after, emptySheet, type Act, type Booked, type Sheet } from './timer-model.ts';

/** An entry of the changelog in the model's words; `row` null: the tracking was deleted. */
export interface Entry {
  readonly id: number;
  /** The second in which the server wrote it. */
  readonly at: number;
  readonly tracking: number;
  readonly row: Pick<Booked, 'start' | 'end' | 'task'> | null;
}

/** An act as its client saw it; a client does one after the other. */
export interface Seen {
  readonly client: number;
  readonly act: Act;
  /** Between which moments it happened, in seconds with fractions. */
  readonly sent: number;
  readonly answered: number;
  readonly told: Told;
  /** What it left in the changelog, in order. */
  readonly entries: readonly Entry[];
}

interface Judged extends Seen {
  readonly clockError: number;
}

/** How far a story has come. */
interface State {
  readonly sheet: Sheet;
  /** The second of the last act that wrote. */
  readonly second: number;
  /** How many acts of each client have been told. */
  readonly told: readonly number[];
  readonly written: number;
}

/**
 * The sheet at the end of a story that explains everything; throws an Error with the longest one that was found.
 * `clockError` is by how many seconds the servers' clocks may differ from the clients', `isEnd` whether a story may end so.
 */
export function linearise(
  seen: readonly Seen[],
  clockError = 0,
  isEnd: (sheet: Sheet) => boolean = () => true,
): Sheet {
  const all = seen.map((one): Judged => ({ ...one, clockError }));
  const clients = [...Map.groupBy(all, ({ client }) => client).values()];
  const writers = all.filter(({ entries }) => entries.length > 0).toSorted((a, b) => firstOf(a) - firstOf(b));
  const failed = new Set<string>();
  let furthest: Stuck = { length: -1, text: '' };

  const tell = (given: State): Sheet | null => {
    const state = passOver(given, clients);
    const heads = headsOf(state, clients);
    if (heads.length === 0 && isEnd(state.sheet)) return state.sheet;
    const key = JSON.stringify([state.told, state.sheet.booked, state.sheet.stood, canonical(state.sheet)]);
    if (failed.has(key)) return null;
    failed.add(key);
    for (const head of heads) {
      const isWriter = head.entries.length > 0;
      if (isWriter && head !== writers[state.written]) continue;
      for (const next of isWriter ? written(state, head) : remembered(state, head)) {
        const end = tell(advanced(next, clients, head));
        if (end !== null) return end;
      }
    }
    const length = state.told.reduce((sum, count) => sum + count, 0);
    if (length > furthest.length) furthest = { length, text: stuckAt(state, heads, writers[state.written]) };
    return null;
  };
  const end = tell({ sheet: emptySheet, second: 0, told: clients.map(() => 0), written: 0 });
  if (end === null) throw new Error(`no order explains more than ${furthest.length} acts: ${furthest.text}`);
  return end;
}

interface Stuck {
  readonly length: number;
  readonly text: string;
}

/** Uploads as far as it matters in which order they came: of one moment, and of one name, the first counts. */
function canonical({ uploads }: Sheet): readonly Sheet['uploads'][] {
  return [uploads.toSorted((a, b) => a.at - b.at), uploads.toSorted((a, b) => compare(a.name, b.name))];
}

function compare(a: string | null, b: string | null): number {
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
}

function firstOf({ entries }: Seen): number {
  return entries[0]?.id ?? Infinity;
}

/** The next act of each client, as far as no other was answered before it was sent. */
function headsOf({ told }: State, clients: readonly (readonly Judged[])[]): readonly Judged[] {
  const next = clients.flatMap((acts, index) => acts[told[index] as number] ?? []);
  return next.filter(({ sent }) => next.every(({ answered }) => answered >= sent));
}

/** Tells all that leaves nothing behind as soon as the model agrees: nothing is won by telling it later. */
function passOver(given: State, clients: readonly (readonly Judged[])[]): State {
  let state = given;
  for (;;) {
    const idle = headsOf(state, clients).find(
      (head) =>
        head.entries.length === 0 &&
        !isKeepable(head) &&
        outcomes(state, head).some((sheet) => sheet === state.sheet),
    );
    if (idle === undefined) return state;
    state = advanced(state, clients, idle);
  }
}

/** Whether it answers the same when it is kept for later and when it is repeated: the order counts. */
function isKeepable({ act, told }: Judged): boolean {
  return told.status === 200 && told.ids.length === 0 && 'offline' in act && act.offline;
}

/** An act that left entries, if it leads to exactly these. */
function written(state: State, act: Judged): readonly State[] {
  const second = act.entries[0]?.at as number;
  if (second < state.second || act.entries.some(({ at }) => at !== second)) return [];
  const sheet = outcome(state, act, second);
  if (sheet === null || !isDeepStrictEqual(spans(sheet), logged(state.sheet, act.entries))) return [];
  return [{ ...state, sheet, second, written: state.written + 1 }];
}

/** An act that left nothing but an upload to be remembered. */
function remembered(state: State, act: Judged): readonly State[] {
  return outcomes(state, act)
    .filter((sheet) => isDeepStrictEqual(sheet.booked, state.sheet.booked))
    .map((sheet) => ({ ...state, sheet }));
}

/** What an act without entries may have led to, in whatever second it happened; a refusal leaves the sheet. */
function outcomes(state: State, act: Judged): readonly Sheet[] {
  const first = Math.max(state.second, Math.floor(act.sent - act.clockError));
  const last = Math.max(first, Math.floor(act.answered + act.clockError));
  const seconds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return seconds.flatMap((second) => outcome(state, act, second) ?? []);
}

/** What the act leads to in that second; `null` when the model's answer is another. */
function outcome({ sheet }: State, { act, entries, told }: Seen, now: number): Sheet | null {
  const idAt = (start: number): number =>
    entries.find(({ row, tracking }) => row?.start === start && !holds(sheet, tracking))?.tracking ?? -1;
  const done = after(sheet, act, { now, idAt });
  const isAnswer = isDeepStrictEqual(expectedOf(sheet.booked, done), told);
  return isAnswer ? (done?.sheet ?? sheet) : null;
}

function holds({ booked }: Sheet, tracking: number): boolean {
  return booked.some(({ id }) => id === tracking);
}

type Spans = ReadonlyMap<number, Entry['row']>;

function spans({ booked }: Sheet): Spans {
  return new Map(booked.map(({ id, start, end, task }) => [id, { start, end, task }]));
}

function logged(sheet: Sheet, entries: readonly Entry[]): Spans {
  const rows = new Map(spans(sheet));
  for (const { tracking, row } of entries) {
    if (row === null) rows.delete(tracking);
    else rows.set(tracking, row);
  }
  return rows;
}

function advanced(state: State, clients: readonly (readonly Judged[])[], act: Judged): State {
  const index = clients.findIndex((acts) => acts.includes(act));
  return { ...state, told: state.told.map((count, client) => (client === index ? count + 1 : count)) };
}

function stuckAt(state: State, heads: readonly Seen[], writer: Seen | undefined): string {
  return `after ${JSON.stringify(state)} came one of ${JSON.stringify(heads)}; ${JSON.stringify(writer)} wrote next`;
}
