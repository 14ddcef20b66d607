// What to do with a booking that something is in the way of, or that has to be asked for.
import { useEffect, useState } from 'preact/hooks';
import { addDays } from '../domain/civil.ts';
import { dateAt } from '../domain/zones.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Problem } from '../parts/field.tsx';
import { Form, Submit } from '../parts/form.tsx';
import { refusalText } from '../refusal-text.ts';
import { addressOf, go } from '../router.ts';
import type { Insistence } from '../store/bookings.ts';
import type { Refusal } from '../store/http.ts';
import { zone } from '../store/session.ts';
import { words } from '../words/words.ts';
import {
  attemptBooking,
  closeQuestion,
  question,
  showQuestions,
  type Attempt,
  type Question,
} from './booking-write.ts';
import { taskName, timesText } from './timer-actions.ts';

/** Shows the open question, if there is one. */
export function BookingQuestion() {
  useEffect(showQuestions, []);
  const open = question.value;
  if (open === null) return null;
  return open.kind === 'conflict' ? <Conflict open={open} /> : <AskFor open={open} />;
}

function Conflict({ open }: { readonly open: Extract<Question, { kind: 'conflict' }> }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const w = words.value;
  const { attempt, other } = open;
  const again = async (next: Attempt, insist: Insistence): Promise<void> => {
    setRefusal(await attemptBooking(next, insist));
  };
  const after = (): void => {
    const end = other?.end;
    if (end == null) return;
    const length = attempt.times.end === null ? null : attempt.times.end - attempt.times.start;
    void again({ ...attempt, times: { start: end, end: length === null ? null : end + length } }, {});
  };
  return (
    <Dialog title={w.conflict.title} closeLabel={w.general.close} onClose={closeQuestion}>
      <p>
        {other === null
          ? refusalText(open.refusal)
          : w.conflict.text(taskName(other.taskId), timesText(other))}
      </p>
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      <div class="actions">
        <Button look="primary" onClick={() => void again(attempt, { _insert_into_conflicting: 1 })}>
          {w.conflict.trim}
        </Button>
        {other?.end != null && <Button onClick={after}>{w.conflict.after}</Button>}
        {other !== null && (
          <Button
            look="plain"
            onClick={() => {
              closeQuestion();
              attempt.onDone?.();
              go(addressOf('week', addDays(dateAt(other.start, zone.value), 0), { at: String(other.id) }));
            }}
          >
            {w.conflict.jump}
          </Button>
        )}
        <Button look="plain" onClick={closeQuestion}>
          {w.general.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

function AskFor({ open }: { readonly open: Extract<Question, { kind: 'request' }> }) {
  const [error, setError] = useState<string | null>(null);
  const w = words.value;
  const { attempt, refusal: reason } = open;
  const send = async (typed: (name: string) => string): Promise<void> => {
    const comment = typed('comment').trim();
    if (comment === '') return setError(w.login.missing);
    const refusal = await attemptBooking(attempt, { _request_user_comment: comment });
    if (refusal !== null) setError(refusalText(refusal));
  };
  return (
    <Dialog title={w.request.title} closeLabel={w.general.close} onClose={closeQuestion}>
      <Form onSend={send}>
        <p>
          {refusalText(reason)} {w.request.text}
        </p>
        <Field name={w.request.comment} error={error}>
          {(control) => <textarea {...control} name="comment" rows={3} />}
        </Field>
        <div class="actions">
          <Submit>{w.request.send}</Submit>
          <Button look="plain" onClick={closeQuestion}>
            {w.general.cancel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
