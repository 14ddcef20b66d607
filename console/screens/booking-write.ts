// Writing a booking from any screen: what to ask when something is in the way or needs a request, what to say after.
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Id } from '../domain/rows.ts';
import type { Span } from '../domain/spans.ts';
import { takesRequest } from '../domain/takes-request.ts';
import { dateAt } from '../domain/zones.ts';
import { addressOf } from '../router.ts';
import type { Insistence, Verdict } from '../store/bookings.ts';
import type { Refusal } from '../store/http.ts';
import { ownFields } from '../store/own-fields.ts';
import { zone } from '../store/session.ts';
import { note, showRefusal, tell, type Deed } from '../store/undo.ts';
import { dayMedium } from '../words/dates.ts';
import { loadRefusals, words } from '../words/words.ts';
import { taskName, timesText } from './timer-actions.ts';
import { namedRefusal, type Answered } from './use-send.ts';

/** Where a booking is to be; moments, `end` is `null` while it runs. */
export interface Times {
  readonly start: number;
  readonly end: number | null;
}

/** Something to write that may have to be asked about. */
export interface Attempt {
  readonly taskId: Id;
  readonly times: Times;
  readonly kind: 'created' | 'changed';
  readonly write: (times: Times, insist: Insistence) => Promise<Verdict>;
  /** Called when it is written, be it after a question, or given up for what is in the way. */
  readonly onDone?: () => void;
  /** Called when the question about it is closed without an answer. */
  readonly onGivenUp?: (refusal: Refusal) => void;
}

/** What the person is asked. */
export interface Question {
  readonly kind: 'conflict' | 'request';
  readonly attempt: Attempt;
  readonly refusal: Refusal;
  /** What the person has answered before. */
  readonly insist: Insistence;
  /** The booking that is changed; `null`: it would be a new one. */
  readonly id: Id | null;
}

/** Others that give way: what the toast says of them, and what takes all of it back. */
export interface Yielded {
  readonly said: string;
  readonly wayBack: (own: Verdict['undo']) => Verdict['undo'];
}

const asked = signal<Question | null>(null);
/** The question that is open. */
export const question: ReadonlySignal<Question | null> = asked;

/** How many places show the question. */
let places = 0;

/** Begins to show questions; answers what ends that, and closes the question that is open. */
export function showQuestions(): () => void {
  places += 1;
  return () => {
    places -= 1;
    closeQuestion();
  };
}

/** Closes the question without an answer. */
export function closeQuestion(): void {
  ask(null);
}

/** Opens a question, or none; one that is open and about another write is given up. */
function ask(next: Question | null): void {
  const open = asked.peek();
  asked.value = next;
  if (open?.attempt.write !== next?.attempt.write) open?.attempt.onGivenUp?.(open.refusal);
}

/** Closes the question, and the form from which it came. */
export function closeWith({ onDone }: Attempt): void {
  asked.value = null;
  onDone?.();
}

const solved = { refusal: null };

/** Writes; answers a refusal that no question can solve. Its own question closes when it is written; another takes its place. */
export async function attemptBooking(
  attempt: Attempt,
  insist: Insistence = {},
  others?: Yielded,
): Promise<Answered> {
  const { kind, taskId, times } = attempt;
  const key = `${kind} ${taskId} ${times.start} ${times.end}`;
  const { refusal, id, undo } = await attempt.write(times, insist);
  const isInserted = insist['_insert_into_conflicting'] === 1;
  if (refusal === null) {
    if (asked.peek()?.attempt.write === attempt.write) asked.value = null;
    const deed = deedOf(attempt, insist);
    if (!isInserted) note(deed, undo, key);
    else note({ ...deed, detail: deed.detail + (others?.said ?? '') }, others?.wayBack(undo) ?? null, key);
    attempt.onDone?.();
    return solved;
  }
  // The person has left: a question would wait for them, and be about what they no longer see.
  if (places === 0) {
    await loadRefusals().catch(() => undefined);
    showRefusal(namedRefusal(refusal, ...namesOf(attempt, refusal)), key);
    return solved;
  }
  const isAsked = insist['_request_user_comment'] !== undefined;
  const isConflict = refusal.code === 'conflict' && !isInserted;
  if (isConflict || (takesRequest(refusal) && !isAsked)) {
    ask({ kind: isConflict ? 'conflict' : 'request', attempt, refusal, insist, id });
    return solved;
  }
  return { refusal, key, named: namesOf(attempt, refusal) };
}

/** The task, the day, the times and the field of a booking that was refused, and the address of its week. */
function namesOf(
  { taskId, times }: Pick<Attempt, 'taskId' | 'times'>,
  { field }: Refusal,
): readonly [string, string] {
  const date = dateAt(times.start, zone.value);
  const { task, from, to, notes } = words.value.editor;
  const names: Readonly<Record<string, string>> = { task_id: task, start_time: from, end_time: to, notes };
  const own = ownFields.value.find(({ name }) => name === field)?.title;
  const parts = [taskName(taskId), dayMedium(date), timesText(times), own ?? names[field ?? ''] ?? ''];
  return [parts.filter(Boolean).join(', '), addressOf('week', date)];
}

/** Tells what was done to a booking, or why it was not, with its name and the way to its week. */
export async function tellOf(
  { taskId, start, end }: Span,
  { refusal, undo }: Verdict,
  kind: 'deleted' | 'split',
): Promise<void> {
  const times = { start, end };
  const deed = { kind, subject: taskName(taskId), detail: timesText(times) };
  if (refusal !== null) await loadRefusals().catch(() => undefined);
  tell({ refusal: refusal && namedRefusal(refusal, ...namesOf({ taskId, times }, refusal)), undo }, deed);
}

/** Says that a booking was deleted elsewhere while the person was at it. */
export function tellGone(): void {
  const message = words.peek().week.changedBeside;
  showRefusal({ kind: 'refused', code: 'gone', field: null, message, data: {} });
}

function deedOf({ taskId, times, kind }: Attempt, insist: Insistence): Deed {
  const isRequest = insist['_request_user_comment'] !== undefined;
  return { kind: isRequest ? 'requested' : kind, subject: taskName(taskId), detail: timesText(times) };
}
