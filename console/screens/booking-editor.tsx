// One booking as a form: task, day, times, notes; cutting it in two, deleting it.
import { untracked, useSignalEffect } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { type CivilDate } from '../domain/civil.ts';
import { formatDuration } from '../domain/duration.ts';
import type { Row } from '../domain/form.ts';
import type { Id, Task } from '../domain/rows.ts';
import { lengthOf, type Span } from '../domain/spans.ts';
import { momentsOf, shownTimes, type Moments } from '../domain/typed-times.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Problem } from '../parts/field.tsx';
import { Form, Submit } from '../parts/form.tsx';
import { TextField } from '../parts/inputs.tsx';
import { TaskPicker } from '../parts/task-picker.tsx';
import { refusalText } from '../refusal-text.ts';
import { unlessTyped } from '../router.ts';
import { change, create, mayPostDate, move, tasks } from '../store/bookings.ts';
import { split } from '../store/bookings-week.ts';
import { remove } from '../store/bookings-whole.ts';
import { readClock } from '../store/clock.ts';
import type { Refusal } from '../store/http.ts';
import { storedId } from '../store/ids.ts';
import { zone } from '../store/session.ts';
import { stored } from '../store/tables.ts';
import { words } from '../words/words.ts';
import { attemptBooking, tellGone, tellOf, type Attempt } from './booking-write.ts';
import { BookingQuestion } from './booking-question.tsx';
import { useOwnFields, type OwnError } from './own-fields.tsx';
import { bookableTasks } from './timer-actions.ts';
import { useSend } from './use-send.ts';

/** What is edited: a booking that there is, or a new one with what is known of it. */
export type Editing =
  | { readonly kind: 'existing'; readonly span: Span }
  | {
      readonly kind: 'new';
      readonly date: CivilDate;
      readonly start: number | null;
      readonly end: number | null;
    };

type Errors = Readonly<Partial<Record<'task' | 'date' | 'from' | 'to' | 'notes' | 'form', string>>> & {
  readonly own?: OwnError;
};

interface Typed {
  readonly date: CivilDate;
  readonly from: string;
  readonly to: string;
  readonly notes: string;
}

/** Shows the form. */
export function BookingEditor({
  editing,
  onClose,
}: {
  readonly editing: Editing;
  readonly onClose: () => void;
}) {
  const span = editing.kind === 'existing' ? editing.span : null;
  const w = words.value;
  const [taskId, setTask] = useState<Id | null>(span?.taskId ?? bookableTasks.value[0]?.id ?? null);
  const [errors, setErrors] = useState<Errors>({});
  const [typed, setTyped] = useState<Typed>(() => typedOf(editing));
  const [start] = useState({ typed, taskId });
  const before = timesBefore(editing);
  const own = useOwnFields(span?.id ?? null);
  const isLocked = span?.isLocked === true;
  const { post, close } = useSend(onClose);
  useGone(span?.id ?? null, onClose);
  const update = (part: Partial<Typed>): void => setTyped({ ...typed, ...part });
  const isChanged =
    taskId !== start.taskId ||
    typed.notes !== start.typed.notes ||
    !isSame(readTimes(typed, before).times ?? typed, readTimes(start.typed, before).times ?? start.typed) ||
    Object.keys(own.body).length > 0;
  const save = async (): Promise<void> => {
    const read = readTimes(typed, before);
    const wrong = { ...read.errors, ...(taskId === null ? { task: w.editor.chooseTask } : {}) };
    setErrors(wrong);
    if (taskId === null || read.times === null || Object.keys(wrong).length > 0) return;
    const attempt = attemptOf({ span, taskId, times: read.times, notes: typed.notes, own: own.body }, close);
    if (attempt === null) return close();
    const refusal = await post(attemptBooking(attempt));
    if (refusal !== null) setErrors(errorsOf(refusal, own.names));
  };
  return (
    <>
      <Dialog
        title={span === null ? w.editor.new : w.editor.edit}
        closeLabel={w.general.close}
        onClose={onClose}
      >
        <Form onSend={save} isChanged={isChanged}>
          {isLocked && <p class="chip">{w.week.locked}</p>}
          {errors.form !== undefined && <Problem text={errors.form} />}
          <fieldset class="fields" disabled={isLocked}>
            <Field name={w.editor.task} error={errors.task}>
              {(control) => (
                <TaskPicker
                  control={control}
                  tasks={tasksWith(span?.taskId)}
                  value={taskId}
                  onPick={setTask}
                  noMatch={w.today.noMatch}
                  listLabel={w.today.tasks}
                />
              )}
            </Field>
            <TimeFields typed={typed} errors={errors} onChange={update} before={before} />
            <Field name={w.editor.notes} error={errors.notes}>
              {(control) => (
                <textarea
                  {...control}
                  rows={2}
                  defaultValue={typed.notes}
                  onInput={(event) => update({ notes: event.currentTarget.value })}
                />
              )}
            </Field>
            {own.draw(errors.own)}
          </fieldset>
          {!isLocked && (
            <div class="actions">
              <Submit>{w.general.save}</Submit>
              <Button look="plain" onClick={onClose}>
                {w.general.cancel}
              </Button>
              {span !== null && mayPostDate.value && <MoreActions span={span} onDone={onClose} />}
            </div>
          )}
        </Form>
      </Dialog>
      <BookingQuestion />
    </>
  );
}

/** What may be booked, and the task of the booking, which may be done or blocked by now. */
function tasksWith(own: Id | undefined): readonly Task[] {
  const task = tasks.value.get(own ?? 0);
  const offered = bookableTasks.value;
  return task === undefined || offered.includes(task) ? offered : [...offered, task];
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A booking that is deleted elsewhere closes its form, and that is said. What is deleted here has closed it before. */
function useGone(id: Id | null, onGone: () => void): void {
  const wasThere = useRef(false);
  useSignalEffect(() => {
    const isThere = id !== null && stored('timeTrackings').value.has(storedId(id));
    const isGone = wasThere.current && !isThere;
    wasThere.current = isThere;
    if (!isGone) return;
    untracked(() => {
      onGone();
      tellGone();
    });
  });
}

interface TimeFieldsProps {
  readonly typed: Typed;
  readonly errors: Errors;
  readonly onChange: (part: Partial<Typed>) => void;
  readonly before: Moments | null;
}

function TimeFields({ typed, errors, onChange, before }: TimeFieldsProps) {
  const w = words.value.editor;
  const { times } = readTimes(typed, before);
  return (
    <>
      <div class="pair">
        <TextField
          {...{ name: w.date, error: errors.date, type: 'date', value: typed.date }}
          onText={(date) => onChange({ date })}
        />
        <TextField
          {...{ name: w.from, error: errors.from, value: typed.from }}
          onText={(from) => onChange({ from })}
        />
        <TextField {...{ name: w.to, error: errors.to, value: typed.to }} onText={(to) => onChange({ to })} />
      </div>
      {times !== null && (
        <p class="muted">
          {w.length} {formatDuration(lengthOf(times, readClock()))}
        </p>
      )}
    </>
  );
}

function MoreActions({ span, onDone }: { readonly span: Span; readonly onDone: () => void }) {
  const w = words.value;
  const cut = async (): Promise<void> => {
    const middle = Math.floor((span.start + lengthOf(span, readClock()) / 2) / 300) * 300;
    onDone();
    await tellOf(span, await split(span, middle), 'split');
  };
  const drop = async (): Promise<void> => {
    onDone();
    await tellOf(span, await remove(span.id), 'deleted');
  };
  return (
    <span class="actions push">
      {lengthOf(span, readClock()) >= 600 && (
        <Button look="plain" icon="scissors" onClick={() => unlessTyped(() => void cut())}>
          {w.editor.split}
        </Button>
      )}
      <Button look="plain" icon="trash-2" onClick={() => void drop()}>
        {w.general.delete}
      </Button>
    </span>
  );
}

function typedOf(editing: Editing): Typed {
  if (editing.kind === 'existing') {
    const { span } = editing;
    return { ...shownTimes(span, zone.value), notes: span.notes ?? '' };
  }
  const { date, start, end } = editing;
  if (start === null) return { date, from: '', to: '', notes: '' };
  return { ...shownTimes({ start, end }, zone.value), notes: '' };
}

/** The moments that the form begins with: clocks alone do not tell which, in the hour that exists twice. */
function timesBefore(editing: Editing): Moments | null {
  if (editing.kind === 'existing') return editing.span;
  const { start, end } = editing;
  return start === null || end === null ? null : { start, end };
}

interface Read {
  readonly times: Moments | null;
  readonly errors: Errors;
}

/** The moments that were typed, and the sentences for what is wrong with them. */
function readTimes(typed: Typed, before: Moments | null): Read {
  const { times, faults } = momentsOf(typed, { zone: zone.value, before });
  const { editor } = words.value;
  const sentence = (field: 'date' | 'from' | 'to'): string => {
    if (faults[field] === 'missing') return editor.badDay;
    return faults[field] === 'order' ? editor.badOrder : editor.badTime(typed[field]);
  };
  const fields = (['date', 'from', 'to'] as const).filter((field) => faults[field] !== undefined);
  return { times, errors: Object.fromEntries(fields.map((field) => [field, sentence(field)])) };
}

interface Wanted {
  readonly span: Span | null;
  readonly taskId: Id;
  readonly times: Moments;
  readonly notes: string;
  /** Fields of the account's own that were changed. */
  readonly own: Row;
}

/** What is to be written, which closes the form then: a question in between leaves it open. `null`: nothing is changed. */
function attemptOf({ span, taskId, times, notes, own }: Wanted, onDone: () => void): Attempt | null {
  const text = notes === '' ? null : notes;
  if (span === null) {
    const write: Attempt['write'] = (at, insist) =>
      create({ taskId, start: at.start, end: at.end, notes: text, more: own }, insist);
    return { taskId, times, kind: 'created', write, onDone };
  }
  const fields = {
    ...(taskId === span.taskId ? {} : { task_id: taskId }),
    ...(text === span.notes ? {} : { notes: text }),
    ...own,
  };
  const isMoved = times.start !== span.start || times.end !== span.end;
  if (Object.keys(fields).length === 0 && !isMoved) return null;
  const write: Attempt['write'] = (at, insist) =>
    isMoved ? move(span, at, insist, fields) : change(span.id, fields, insist);
  return { taskId, times, kind: 'changed', write, onDone };
}

function errorsOf(refusal: Refusal, own: readonly string[]): Errors {
  const text = refusalText(refusal);
  const field = refusal.field ?? '';
  if (field.startsWith('start_time')) return { from: text };
  if (field.startsWith('end_time')) return { to: text };
  if (field === 'task_id') return { task: text };
  if (field === 'notes') return { notes: text };
  if (own.includes(field)) return { own: { field, text } };
  return { form: text };
}
