// Writing a booking from any screen: what to ask when something is in the way or needs a request, what to say after.
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Id } from '../domain/rows.ts';
import type { Span } from '../domain/spans.ts';
import { takesRequest } from '../domain/takes-request.ts';
import { spans, type Insistence, type Verdict } from '../store/bookings.ts';
import type { Refusal } from '../store/http.ts';
import { note, showRefusal, type Deed } from '../store/undo.ts';
import { taskName, timesText } from './timer-actions.ts';

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
}

/** What the person is asked. */
export type Question =
  | {
      readonly kind: 'conflict';
      readonly attempt: Attempt;
      readonly other: Span | null;
      readonly refusal: Refusal;
    }
  | { readonly kind: 'request'; readonly attempt: Attempt; readonly refusal: Refusal };

const asked = signal<Question | null>(null, { name: 'booking.question' });
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
  asked.value = null;
}

/** Writes; answers a refusal that no question can solve. */
export async function attemptBooking(attempt: Attempt, insist: Insistence = {}): Promise<Refusal | null> {
  asked.value = null;
  const { times } = attempt;
  const verdict = await attempt.write(times, insist);
  const { refusal } = verdict;
  if (refusal === null) {
    note(deedOf(attempt, insist), verdict.undo);
    attempt.onDone?.();
    return null;
  }
  // The person has left: a question would wait for them, and be about what they no longer see.
  if (places === 0) {
    showRefusal(refusal);
    return null;
  }
  if (refusal.code === 'conflict' && insist['_insert_into_conflicting'] !== 1) {
    const other = spans.peek().find((span) => span.id === Number(refusal.data['id'])) ?? null;
    asked.value = { kind: 'conflict', attempt, other, refusal };
    return null;
  }
  if (takesRequest(refusal) && insist['_request_user_comment'] === undefined) {
    asked.value = { kind: 'request', attempt, refusal };
    return null;
  }
  return refusal;
}

function deedOf({ taskId, times, kind }: Attempt, insist: Insistence): Deed {
  const isRequest = insist['_request_user_comment'] !== undefined;
  return { kind: isRequest ? 'requested' : kind, subject: taskName(taskId), detail: timesText(times) };
}
