// What to do with a booking that something is in the way of, or that has to be asked for.
import { useEffect, useState } from 'preact/hooks';
import type { Span } from '../domain/spans.ts';
import { dateAt } from '../domain/zones.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Problem } from '../parts/field.tsx';
import { Form, Submit } from '../parts/form.tsx';
import { refusalText } from '../refusal-text.ts';
import { addressOf, go, unlessTyped } from '../router.ts';
import { spans, type Insistence } from '../store/bookings.ts';
import { readClock } from '../store/clock.ts';
import type { Refusal } from '../store/http.ts';
import { zone } from '../store/session.ts';
import { dayMedium } from '../words/dates.ts';
import { words } from '../words/words.ts';
import {
  attemptBooking,
  closeQuestion,
  closeWith,
  question,
  showQuestions,
  type Attempt,
  type Question,
} from './booking-write.ts';
import { today } from './progress.ts';
import { clockText, refusedStart, startTask, stopTimer, taskName, timesText } from './timer-actions.ts';
import { useSend, type Answered } from './use-send.ts';

/** Shows the open question, if there is one. */
export function BookingQuestion() {
  useEffect(showQuestions, []);
  const open = question.value;
  if (open === null) return null;
  if (open.kind === 'conflict') return <Conflict open={open} />;
  const { attempt, refusal } = open;
  const again = (insist: Insistence): Promise<Answered> => attemptBooking(attempt, insist);
  return <AskFor reason={refusal} again={again} onClose={closeQuestion} onKept={() => closeWith(attempt)} />;
}

function Conflict({ open }: { readonly open: Extract<Question, { kind: 'conflict' }> }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const w = words.value;
  const { attempt, other } = open;
  const { post } = useSend(() => closeWith(attempt));
  const [isSending, setSending] = useState(false);
  const again = async (next: Attempt, insist: Insistence): Promise<void> => {
    if (isSending) return;
    setSending(true);
    try {
      setRefusal(await post(attemptBooking(next, insist)));
    } finally {
      setSending(false);
    }
  };
  // What would be left of a running booking behind one that ends later would begin in the future: only a stop helps.
  const isRunning = other?.end === null && (attempt.times.end ?? 0) > readClock();
  const stopFirst = (): void => {
    // The stop is sent before the booking, and both are kept without a connection.
    void stopTimer();
    void again(attempt, {});
  };
  const after = (): void => {
    const end = other?.end;
    if (end == null) return;
    const length = attempt.times.end === null ? null : attempt.times.end - attempt.times.start;
    void again({ ...attempt, times: { start: end, end: length === null ? null : end + length } }, {});
  };
  return (
    <Dialog
      title={isRunning ? w.timer.running(taskName(other.taskId)) : w.conflict.title}
      closeLabel={w.general.close}
      onClose={closeQuestion}
    >
      <p>
        {isRunning
          ? w.conflict.text(taskName(other.taskId), w.timer.since(sinceText(other.start)))
          : conflictText(other, open.refusal)}
      </p>
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      <div class="actions">
        <Button
          look="primary"
          aria-disabled={isSending || undefined}
          onClick={() => (isRunning ? stopFirst() : void again(attempt, { _insert_into_conflicting: 1 }))}
        >
          {isRunning ? w.timer.stop : w.conflict.trim}
        </Button>
        {other?.end != null && (
          <Button aria-disabled={isSending || undefined} onClick={after}>
            {w.conflict.after}
          </Button>
        )}
        {other !== null && <Jump to={other} onLeave={() => closeWith(attempt)} />}
        <Button look="plain" onClick={closeQuestion}>
          {w.general.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

/** `3:57`, with the day before it unless that is today. */
function sinceText(moment: number): string {
  const date = dateAt(moment, zone.value);
  return `${date === today.value ? '' : `${dayMedium(date)}, `}${clockText(moment)}`;
}

function conflictText(other: Span | null, refusal: Refusal, day = ''): string {
  if (other === null) return refusalText(refusal);
  return words.value.conflict.text(taskName(other.taskId), day + timesText(other));
}

/** Leads to a booking in My week. */
function Jump({ to, onLeave }: { readonly to: Span; readonly onLeave: () => void }) {
  const jump = (): void => {
    onLeave();
    go(addressOf('week', dateAt(to.start, zone.value), { at: String(to.id) }));
  };
  return (
    <Button look="plain" onClick={() => unlessTyped(jump)}>
      {words.value.conflict.jump}
    </Button>
  );
}

/** Says what is in the way of a start. It cannot be trimmed: what has no end would delete all that is booked later. */
function StartConflict({ refusal, onClose }: { readonly refusal: Refusal; readonly onClose: () => void }) {
  const w = words.value;
  const other = spans.value.find(({ id }) => id === Number(refusal.data['id'])) ?? null;
  const day = other === null ? '' : dayMedium(dateAt(other.start, zone.value));
  return (
    <Dialog title={w.conflict.title} closeLabel={w.general.close} onClose={onClose}>
      <p>{conflictText(other, refusal, `${day}, `)}</p>
      <div class="actions">
        {other !== null && <Jump to={other} onLeave={onClose} />}
        <Button look="plain" onClick={onClose}>
          {w.general.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

/** Asks whether to request a start that was refused, or says what is in its way. */
export function StartQuestion() {
  const open = refusedStart.value;
  // It is the person's who pressed, and not the next one's.
  useEffect(() => () => void (refusedStart.value = null), []);
  if (open === null) return null;
  const again = async (insist: Insistence) => {
    await startTask(open.taskId, insist);
    return { refusal: null };
  };
  const close = (): void => void (refusedStart.value = null);
  if (open.refusal.code === 'conflict') return <StartConflict refusal={open.refusal} onClose={close} />;
  return <AskFor reason={open.refusal} again={again} onClose={close} />;
}

interface AskForProps {
  readonly reason: Refusal;
  readonly again: (insist: Insistence) => Promise<Answered>;
  readonly onClose: () => void;
  /** Closes all that led here: what was sent is kept for later. */
  readonly onKept?: () => void;
}

function AskFor({ reason, again, onClose, onKept = onClose }: AskForProps) {
  const [error, setError] = useState<string | null>(null);
  const { post } = useSend(onKept);
  const w = words.value;
  const ask = async (typed: (name: string) => string): Promise<void> => {
    const comment = typed('comment').trim();
    if (comment === '') return setError(w.login.missing);
    const refusal = await post(again({ _request_user_comment: comment }));
    if (refusal !== null) setError(refusalText(refusal));
  };
  return (
    <Dialog title={w.request.title} closeLabel={w.general.close} onClose={onClose}>
      <Form onSend={ask}>
        <p>
          {refusalText(reason)} {w.request.text}
        </p>
        <Field name={w.request.comment} error={error}>
          {(control) => <textarea {...control} name="comment" rows={3} />}
        </Field>
        <div class="actions">
          <Submit>{w.request.send}</Submit>
          <Button look="plain" onClick={onClose}>
            {w.general.cancel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
