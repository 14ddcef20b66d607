// One booking as a form: task, day, times, notes; cutting it in two, deleting it.
import { useRef, useState } from 'preact/hooks';
import { type CivilDate } from '../domain/civil.ts';
import { formatClock, formatDuration, parseClock } from '../domain/duration.ts';
import type { Id } from '../domain/rows.ts';
import { lengthOf, type Span } from '../domain/spans.ts';
import { dateAt, dayStart, localTime, momentOf } from '../domain/zones.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, focusFirstError, Problem } from '../parts/field.tsx';
import { TextField } from '../parts/inputs.tsx';
import { TaskPicker } from '../parts/task-picker.tsx';
import { refusalText } from '../refusal-text.ts';
import { change, create, move, remove } from '../store/bookings.ts';
import { split } from '../store/bookings-week.ts';
import { readClock } from '../store/clock.ts';
import type { Refusal } from '../store/http.ts';
import { unlessStuck } from '../store/outbox.ts';
import { zone } from '../store/session.ts';
import { words } from '../words/words.ts';
import { attemptBooking } from './booking-write.ts';
import { BookingQuestion } from './booking-question.tsx';
import { bookableTasks, clockText, taskName, tell, timesText } from './timer-actions.ts';

/** What is edited: a booking that there is, or a new one with what is known of it. */
export type Editing =
  | { readonly kind: 'existing'; readonly span: Span }
  | {
      readonly kind: 'new';
      readonly date: CivilDate;
      readonly start: number | null;
      readonly end: number | null;
    };

type Errors = Readonly<Partial<Record<'task' | 'date' | 'from' | 'to' | 'notes' | 'form', string>>>;

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
  const form = useRef<HTMLFormElement>(null);
  const [taskId, setTask] = useState<Id | null>(span?.taskId ?? bookableTasks.value[0]?.id ?? null);
  const [errors, setErrors] = useState<Errors>({});
  const [typed, setTyped] = useState<Typed>(() => typedOf(editing));
  const isLocked = span?.isLocked === true;
  const update = (part: Partial<Typed>): void => setTyped({ ...typed, ...part });
  const refuse = (refusal: Refusal | null): void => {
    if (refusal === null) return onClose();
    setErrors(errorsOf(refusal));
    focusFirstError(form);
  };
  const save = async (): Promise<void> => {
    const read = readTimes(typed, span?.end === null);
    const wrong = { ...read.errors, ...(taskId === null ? { task: w.editor.chooseTask } : {}) };
    setErrors(wrong);
    if (taskId === null || read.times === null || Object.keys(wrong).length > 0) return focusFirstError(form);
    refuse(await unlessStuck(store({ span, taskId, times: read.times, notes: typed.notes })));
  };
  return (
    <>
      <Dialog
        title={span === null ? w.editor.new : w.editor.edit}
        closeLabel={w.general.close}
        onClose={onClose}
      >
        <form
          ref={form}
          class="fields"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          {isLocked && <p class="chip">{w.week.locked}</p>}
          {errors.form !== undefined && <Problem text={errors.form} />}
          <fieldset class="fields" disabled={isLocked}>
            <Field name={w.editor.task} error={errors.task}>
              {(control) => (
                <TaskPicker
                  control={control}
                  tasks={bookableTasks.value}
                  value={taskId}
                  onPick={setTask}
                  noMatch={w.today.noMatch}
                  listLabel={w.today.tasks}
                />
              )}
            </Field>
            <TimeFields
              typed={typed}
              errors={errors}
              onChange={update}
              isRunning={span !== null && span.end === null}
            />
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
          </fieldset>
          {!isLocked && (
            <div class="actions">
              <Button type="submit" look="primary">
                {w.general.save}
              </Button>
              <Button look="plain" onClick={onClose}>
                {w.general.cancel}
              </Button>
              {span !== null && <MoreActions span={span} onDone={onClose} />}
            </div>
          )}
        </form>
      </Dialog>
      <BookingQuestion />
    </>
  );
}

interface TimeFieldsProps {
  readonly typed: Typed;
  readonly errors: Errors;
  readonly onChange: (part: Partial<Typed>) => void;
  readonly isRunning: boolean;
}

function TimeFields({ typed, errors, onChange, isRunning }: TimeFieldsProps) {
  const w = words.value.editor;
  const { times } = readTimes(typed, isRunning);
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
        {!isRunning && (
          <TextField
            {...{ name: w.to, error: errors.to, value: typed.to }}
            onText={(to) => onChange({ to })}
          />
        )}
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
  const name = taskName(span.taskId);
  const cut = async (): Promise<void> => {
    const middle = Math.floor((span.start + lengthOf(span, readClock()) / 2) / 300) * 300;
    onDone();
    tell(await split(span, middle), { kind: 'split', subject: name, detail: '' });
  };
  const drop = async (): Promise<void> => {
    onDone();
    tell(await remove(span.id), { kind: 'deleted', subject: name, detail: timesText(span) });
  };
  return (
    <span class="actions push">
      {lengthOf(span, readClock()) >= 600 && (
        <Button look="plain" icon="scissors" onClick={() => void cut()}>
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
  if (editing.kind === 'new') {
    const text = (moment: number | null): string => (moment === null ? '' : clockText(moment));
    return { date: editing.date, from: text(editing.start), to: text(editing.end), notes: '' };
  }
  const { span } = editing;
  return {
    date: dateAt(span.start, span.zone),
    from: clockText(span.start),
    to: span.end === null ? '' : clockText(span.end),
    notes: span.notes ?? '',
  };
}

interface Read {
  readonly times: { readonly start: number; readonly end: number | null } | null;
  readonly errors: Errors;
}

/** The moments that were typed; an end before the start lies on the next day. */
function readTimes(typed: Typed, isRunning: boolean): Read {
  const w = words.value.editor;
  const [from, to] = [parseClock(typed.from), parseClock(typed.to)];
  const errors: Errors = {
    ...(typed.date === '' ? { date: words.value.login.missing } : {}),
    ...(from === null ? { from: w.badTime(typed.from) } : {}),
    ...(to === null && !isRunning ? { to: w.badTime(typed.to) } : {}),
    ...(from !== null && from === to ? { to: w.badOrder } : {}),
  };
  if (Object.keys(errors).length > 0 || from === null) return { times: null, errors };
  const at = (minutes: number): number =>
    minutes === 1440
      ? dayStart(typed.date, zone.value) + 86_400
      : momentOf(`${typed.date} ${formatClock(minutes).padStart(5, '0')}:00`, zone.value);
  const start = at(from);
  if (isRunning || to === null) return { times: { start, end: null }, errors };
  return { times: { start, end: to > from ? at(to) : at(to) + 86_400 }, errors };
}

interface Wanted {
  readonly span: Span | null;
  readonly taskId: Id;
  readonly times: { readonly start: number; readonly end: number | null };
  readonly notes: string;
}

async function store({ span, taskId, times, notes }: Wanted): Promise<Refusal | null> {
  const text = notes === '' ? null : notes;
  if (span === null) {
    const write: Parameters<typeof attemptBooking>[0]['write'] = (at, insist) =>
      create({ taskId, start: at.start, end: at.end, notes: text }, insist);
    return attemptBooking({ taskId, times, kind: 'created', write });
  }
  const fields = {
    ...(taskId === span.taskId ? {} : { task_id: taskId }),
    ...(text === span.notes ? {} : { notes: text }),
  };
  const isMoved = clock(times.start) !== clock(span.start) || (span.end !== null && times.end !== span.end);
  if (Object.keys(fields).length === 0 && !isMoved) return null;
  return attemptBooking({
    taskId,
    times,
    kind: 'changed',
    write: (at, insist) => (isMoved ? move(span, at, insist, fields) : change(span.id, fields, insist)),
  });
}

/** Seconds do not show, so that they do not count as a change. */
function clock(moment: number): string {
  return localTime(moment, zone.value).slice(0, 16);
}

function errorsOf(refusal: Refusal): Errors {
  const text = refusalText(refusal);
  const field = refusal.field ?? '';
  if (field.startsWith('start_time')) return { from: text };
  if (field.startsWith('end_time')) return { to: text };
  if (field === 'task_id') return { task: text };
  if (field === 'notes') return { notes: text };
  return { form: text };
}
