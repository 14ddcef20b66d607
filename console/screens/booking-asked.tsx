// What to do with a booking that something is in the way of, or that has to be asked for. Loaded with the first question.
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
import { readInTheWay, withOthers, type InTheWay, type Yielder } from '../store/bookings-trim.ts';
import { whileBusy } from '../store/busy.ts';
import { readClock } from '../store/clock.ts';
import type { Refusal } from '../store/http.ts';
import { zone } from '../store/session.ts';
import { conflictWords } from '../words/conflict-words.ts';
import { dayMedium } from '../words/dates.ts';
import { language, words } from '../words/words.ts';
import {
  attemptBooking,
  closeQuestion,
  closeWith,
  question,
  type Attempt,
  type Question,
  type Yielded,
} from './booking-write.ts';
import { today } from './progress.ts';
import { clockText, refusedStart, startTask, stopTimer, taskName, timesText } from './timer-actions.ts';
import { useSend, type Answered } from './use-send.ts';

/** Asks an open question. */
export function BookingAsked({ open }: { readonly open: Question }) {
  const { kind, attempt, refusal } = open;
  if (kind === 'conflict') return <Conflict key={open} open={open} />;
  const again = (insist: Insistence): Promise<Answered> =>
    attemptBooking(attempt, { ...open.insist, ...insist });
  return <AskFor reason={refusal} again={again} onClose={closeQuestion} onKept={() => closeWith(attempt)} />;
}

/** Asks when it is known what is in the way, and of each what trimming would do to it; keys do nothing until then. */
function Conflict({ open }: { readonly open: Question }) {
  const [found, setFound] = useState<InTheWay | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { general, timer } = words.value;
  const w = conflictWords[language.value];
  const { attempt, id } = open;
  const { post } = useSend(() => closeWith(attempt));
  const [isSending, setSending] = useState(false);
  const again = async (next: Attempt, insist: Insistence, given?: Yielded): Promise<void> =>
    setRefusal(await post(attemptBooking(next, { ...open.insist, ...insist }, given)));
  const once = async (act: () => Promise<void>): Promise<void> => {
    if (isSending) return;
    setSending(true);
    try {
      await act();
    } finally {
      setSending(false);
    }
  };
  const read = (): Promise<InTheWay> =>
    whileBusy(readInTheWay(attempt.times, { named: Number(open.refusal.data['id']), own: id }));
  useEffect(() => void read().then(setFound), []);
  if (found === null) return <dialog open hidden />;
  const { others } = found;
  // What would be left of a running booking behind one that ends later would begin in the future: only a stop helps.
  const running =
    (attempt.times.end ?? 0) > readClock() && others.find(({ span }) => span.end === null)?.span;
  const stopFirst = (): Promise<void> => {
    // The stop is sent before the booking, and both are kept without a connection.
    void stopTimer();
    return again(attempt, {});
  };
  const trim = async (): Promise<void> => {
    const now = await read();
    if (question.peek() !== open) return;
    if (textOf(now) !== textOf(found)) return setFound(now);
    await again(attempt, { _insert_into_conflicting: 1 }, yielded(now.others));
  };
  const [first, last] = [others[0]?.span, others.at(-1)?.span];
  const after = async (): Promise<void> => {
    const { start, end } = attempt.times;
    if (last?.end == null) return;
    const times = { start: last.end, end: end === null ? null : last.end + end - start };
    await again({ ...attempt, times }, {});
  };
  const problem = refusal ?? found.refusal ?? (first === undefined ? open.refusal : null);
  const press = (act: () => Promise<void>) => ({
    'aria-disabled': isSending || undefined,
    onClick: () => void once(act),
  });
  return (
    <Dialog
      title={running ? timer.running(taskName(running.taskId)) : w.title}
      closeLabel={general.close}
      onClose={closeQuestion}
    >
      {running ? (
        <p>{w.text(taskName(running.taskId), timer.since(sinceText(running.start)))}</p>
      ) : (
        others.map((other) => <p key={other.span.id}>{fateOf(other, attempt)}</p>)
      )}
      {!running && others.some(({ isLost }) => isLost) && <p>{w.final}</p>}
      {problem !== null && <Problem text={refusalText(problem)} />}
      <div class="actions">
        {first !== undefined && (
          <Button look="primary" {...press(running ? stopFirst : trim)}>
            {running ? timer.stop : others.some(isDeleted) ? w.makeRoom : w.trim}
          </Button>
        )}
        {last?.end != null && <Button {...press(after)}>{w.after}</Button>}
        {first !== undefined && <Jump to={first} onLeave={() => closeWith(attempt)} />}
        <Button look="plain" onClick={closeQuestion}>
          {general.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

const isDeleted = ({ left }: Yielder): boolean => left.length === 0;

/** What is shown of what is in the way, to tell whether it has changed. */
function textOf({ refusal, others }: InTheWay): string {
  return JSON.stringify([refusal, others.map(({ row, left, isLost }) => [row, left, isLost])]);
}

function yielded(others: readonly Yielder[]): Yielded {
  const w = conflictWords[language.value];
  const names = (which: readonly Yielder[]): string =>
    which.map(({ span }) => `${taskName(span.taskId)} ${timesText(span)}`).join(', ');
  const [gone, cut] = [others.filter(isDeleted), others.filter((other) => !isDeleted(other))];
  const parts = [gone.length > 0 && w.wasDeleted(names(gone)), cut.length > 0 && w.wasCut(names(cut))];
  return { said: ` (${parts.filter(Boolean).join('; ')})`, wayBack: (own) => withOthers(own, others) };
}

/** `Survey, 12:00–13:00 is in the way. It would be deleted.`, with the day where that is another. */
function fateOf({ span, left }: Yielder, { times }: Attempt): string {
  const w = conflictWords[language.value];
  const date = dateAt(span.start, zone.value);
  const day = date === dateAt(times.start, zone.value) ? '' : `${dayMedium(date)}, `;
  const fate = left.length === 0 ? w.deleted : w.cut(left.map(timesText).join(w.and));
  return `${w.text(taskName(span.taskId), day + timesText(span))} ${fate}`;
}

/** `3:57`, with the day before it unless that is today. */
function sinceText(moment: number): string {
  const date = dateAt(moment, zone.value);
  return `${date === today.value ? '' : `${dayMedium(date)}, `}${clockText(moment)}`;
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
  const w = conflictWords[language.value];
  const { general } = words.value;
  const other = spans.value.find(({ id }) => id === Number(refusal.data['id'])) ?? null;
  const day = other === null ? '' : dayMedium(dateAt(other.start, zone.value));
  return (
    <Dialog title={w.title} closeLabel={general.close} onClose={onClose}>
      <p>
        {other === null
          ? refusalText(refusal)
          : w.text(taskName(other.taskId), `${day}, ${timesText(other)}`)}
      </p>
      <div class="actions">
        {other !== null && <Jump to={other} onLeave={onClose} />}
        <Button look="plain" onClick={onClose}>
          {general.cancel}
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
