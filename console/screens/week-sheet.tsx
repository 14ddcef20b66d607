// The week as a sheet: tasks down, days across, a sum in each cell that is typed over.
import type { TargetedFocusEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { formatDuration, parseDuration } from '../domain/duration.ts';
import type { Id } from '../domain/rows.ts';
import { cellChange, nextCell, roomFor, sheetOf, type Cell, type SheetRow } from '../domain/sheet.ts';
import type { Span } from '../domain/spans.ts';
import { leaving } from '../domain/unsaved.ts';
import { dayStart } from '../domain/zones.ts';
import { Problem } from '../parts/field.tsx';
import { useUnsaved } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { TaskName } from '../parts/task-name.tsx';
import { TaskPicker } from '../parts/task-picker.tsx';
import { refusalText } from '../refusal-text.ts';
import { create, move, tasks } from '../store/bookings.ts';
import { removeAll } from '../store/bookings-whole.ts';
import type { Refusal } from '../store/http.ts';
import { zone } from '../store/session.ts';
import { note } from '../store/undo.ts';
import { dayShort } from '../words/dates.ts';
import { dayLong, words } from '../words/words.ts';
import { attemptBooking, question, type Attempt } from './booking-write.ts';
import { bookableTasks, taskName, timesText } from './timer-actions.ts';
import { week } from './week-model.ts';
import { SheetSums } from './week-sheet-sums.tsx';

const tickFor = 2800;

/** The sheet. */
export function WeekSheet() {
  const w = words.value;
  const [extra, setExtra] = useState<readonly Id[]>([]);
  const table = useRef<HTMLTableElement>(null);
  const { days } = week.value;
  const isBreak = (id: Id): boolean => tasks.value.get(id)?.is_nonworking === 1;
  const rows = sheetOf(days, extra, new Set(extra.filter(isBreak)));
  const go = (
    at: { readonly row: number; readonly column: number },
    step: Parameters<typeof nextCell>[1],
  ): void => {
    const next = nextCell(at, step, { rows: rows.length, columns: days.length });
    table.current?.querySelector<HTMLInputElement>(`input[data-cell="${next.row}-${next.column}"]`)?.focus();
  };
  return (
    <div class="sheet-scroll">
      <table class="sheet" ref={table}>
        <thead>
          <tr>
            <th scope="col">{w.week.task}</th>
            {days.map((day) => (
              <th scope="col" key={day.date} class={`num ${day.isToday ? 'today' : ''}`}>
                {dayShort(day.date)}
              </th>
            ))}
            <th scope="col" class="num">
              {w.week.sum}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <SheetLine key={row.taskId} row={row} index={index} onGo={go} />
          ))}
          <tr class="no-print">
            <td colSpan={days.length + 2}>
              <TaskPicker
                tasks={bookableTasks.value}
                value={null}
                label={w.week.addTask}
                placeholder={w.week.addTask}
                noMatch={w.today.noMatch}
                listLabel={w.today.tasks}
                onPick={(id) => setExtra([...extra, id])}
                isInline
              />
            </td>
          </tr>
        </tbody>
        <SheetSums breaks={rows.filter((row) => row.isBreak)} />
      </table>
    </div>
  );
}

interface LineProps {
  readonly row: SheetRow;
  readonly index: number;
  readonly onGo: (
    at: { readonly row: number; readonly column: number },
    step: { readonly rows: number; readonly columns: number },
  ) => void;
}

function SheetLine({ row, index, onGo }: LineProps) {
  return (
    <tr class={row.isBreak ? 'muted' : ''}>
      <th scope="row" title={taskName(row.taskId)}>
        <TaskName task={tasks.value.get(row.taskId)} name={taskName(row.taskId)} />
      </th>
      {row.cells.map((cell, column) => (
        <SheetCell
          key={week.value.days[column]?.date}
          cell={cell}
          taskId={row.taskId}
          row={index}
          column={column}
          onGo={onGo}
        />
      ))}
      <td class="num sum">{formatDuration(row.sum)}</td>
    </tr>
  );
}

interface CellProps extends Pick<LineProps, 'onGo'> {
  readonly cell: Cell;
  readonly taskId: Id;
  readonly row: number;
  readonly column: number;
}

type CellState = 'still' | 'saving' | 'saved';

function SheetCell({ cell, taskId, row, column, onGo }: CellProps) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<CellState>('still');
  const [error, setError] = useState<string | null>(null);
  const day = week.value.days[column];
  const text = cell.seconds === 0 ? '' : formatDuration(cell.seconds);
  const isHeld = cell.isCut || cell.spans.some((span) => span.isLocked || span.end === null);
  const isFixed = isHeld || day?.isApproved === true;
  /** What was put here last, not typed. */
  const shown = useRef(text);
  /** What was typed and sent last, until it is accepted. */
  const tried = useRef<string | null>(null);
  // A typed value stays until it is accepted; what nothing was typed over follows what is booked, with the focus too.
  if (input.current?.value === shown.current && shown.current !== text) {
    input.current.value = shown.current = text;
    if (document.activeElement === input.current) input.current.select();
  }
  useUnsaved(() => state !== 'saving' && input.current?.value !== shown.current);
  const restore = (): void => {
    if (input.current !== null) input.current.value = shown.current = text;
    tried.current = null;
    setError(null);
  };
  const save = async (): Promise<void> => {
    // A cell that goes away with the focus in it loses the focus, too: nothing is saved then.
    const typed = input.current?.value;
    if (typed === undefined) return;
    if (typed === shown.current) return restore();
    // It was refused, or waits for an answer: only Enter tries it again.
    if (typed === tried.current) return;
    const minutes = parseDuration(typed);
    if (minutes === null) return setError(words.value.week.badDuration(typed));
    tried.current = typed;
    setError(null);
    setState('saving');
    const end = (problem: string | null): void => {
      setState(problem === null ? 'saved' : 'still');
      setError(problem);
      if (problem !== null) return;
      if (input.current?.value === typed) shown.current = typed;
      tried.current = null;
      setTimeout(() => setState('still'), tickFor);
    };
    await write(cell, minutes, { taskId, column, end });
  };
  const focus = ({ currentTarget: at }: TargetedFocusEvent<HTMLInputElement>): void => {
    // What was being typed when a question came is typed on.
    at.setSelectionRange(at.value === shown.current ? 0 : at.value.length, at.value.length);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (error !== null) tried.current = null;
      onGo({ row, column }, { rows: event.shiftKey ? -1 : 1, columns: 0 });
      if (document.activeElement === input.current) void save();
    } else if (event.key === 'Escape') {
      restore();
      input.current?.select();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      onGo({ row, column }, { rows: event.key === 'ArrowDown' ? 1 : -1, columns: 0 });
    }
  };
  return (
    <td class={`cell ${state} ${error === null ? '' : 'wrong'}`}>
      <input
        ref={input}
        data-cell={`${row}-${column}`}
        inputMode="text"
        autocomplete="off"
        defaultValue={text}
        placeholder="–"
        readOnly={isFixed}
        aria-label={words.value.week.cell(taskName(taskId), day === undefined ? '' : dayLong(day.date))}
        aria-invalid={error !== null}
        onFocus={focus}
        // A question that opens takes the focus, and gives it back: what is being typed here is not done.
        onBlur={() => (question.peek() ?? leaving.peek()) === null && void save()}
        onKeyDown={press}
      />
      {state === 'saved' && <Icon name="check" size={12} />}
      {isFixed && <Icon name="lock" size={12} />}
      {error !== null && <Problem text={error} />}
    </td>
  );
}

interface Place {
  readonly taskId: Id;
  readonly column: number;
  /** Called when it is written, be it after a question, or with what is wrong. */
  readonly end: (problem: string | null) => void;
}

/** Writes what a typed sum asks for. */
async function write(cell: Cell, minutes: number, { taskId, column, end }: Place): Promise<void> {
  const day = week.value.days[column];
  if (day === undefined) return end(null);
  const asked = cellChange(cell, minutes, roomFor(day, minutes, zone.value));
  if (asked.kind === 'none') return end(null);
  const ending = asked.kind === 'end' ? asked.end : 0;
  if (ending > dayStart(day.date, zone.value) + day.minutes * 60) return end(words.value.week.full);
  if (asked.kind === 'tooShort' || asked.kind === 'full') return end(words.value.week[asked.kind]);
  if (asked.kind === 'delete') return end(await empty(asked.spans, taskId));
  const ends = { onDone: () => end(null), onGivenUp: (refusal: Refusal) => end(refusalText(refusal)) };
  const attempt: Attempt =
    asked.kind === 'create'
      ? {
          ...ends,
          taskId,
          times: { start: asked.from, end: asked.from + asked.seconds },
          kind: 'created',
          write: (at, insist) => create({ taskId, start: at.start, end: at.end }, insist),
        }
      : {
          ...ends,
          taskId,
          times: { start: asked.span.start, end: asked.end },
          kind: 'changed',
          write: (at, insist) => move(asked.span, at, insist),
        };
  const { refusal } = await attemptBooking(attempt);
  if (refusal !== null) end(refusalText(refusal));
}

/** Deletes all bookings of a cell, and tells which; answers why one was not. */
async function empty(spans: readonly Span[], taskId: Id): Promise<string | null> {
  const { ids, refusal, undo } = await removeAll(spans.map((span) => span.id));
  const gone = spans.filter((span) => ids.includes(span.id));
  const detail = gone.map(timesText).join(', ');
  if (gone.length > 0) note({ kind: 'deleted', subject: taskName(taskId), detail }, undo);
  return refusal === null ? null : refusalText(refusal);
}
