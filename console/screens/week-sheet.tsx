// The week as a sheet: tasks down, days across, a sum in each cell that is typed over.
import { useRef, useState } from 'preact/hooks';
import { formatBalance, formatDuration, parseDuration } from '../domain/duration.ts';
import type { Id } from '../domain/rows.ts';
import { cellChange, freeFrom, nextCell, sheetOf, type Cell, type SheetRow } from '../domain/sheet.ts';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/field.tsx';
import { TaskName } from '../parts/task-name.tsx';
import { TaskPicker } from '../parts/task-picker.tsx';
import { refusalText } from '../refusal-text.ts';
import { create, move, tasks } from '../store/bookings.ts';
import { removeAll } from '../store/bookings-week.ts';
import { now } from '../store/clock.ts';
import type { Refusal } from '../store/http.ts';
import { zone } from '../store/session.ts';
import { dayLong, dayShort, words } from '../words/words.ts';
import { attemptBooking } from './booking-write.ts';
import { bookableTasks, taskName } from './timer-actions.ts';
import { week } from './week-model.ts';

const tickFor = 2800;

/** The sheet. */
export function WeekSheet() {
  const w = words.value;
  const [extra, setExtra] = useState<readonly Id[]>([]);
  const table = useRef<HTMLTableElement>(null);
  const { days } = week.value;
  const rows = sheetOf(days, extra, now.value);
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
        <SheetSums />
      </table>
    </div>
  );
}

function SheetSums() {
  const w = words.value.week;
  const { days, worked, target, balance } = week.value;
  const dash = (value: number | null): string =>
    value === null || value === 0 ? '–' : formatDuration(value);
  return (
    <tfoot>
      <tr>
        <th scope="row">{w.worked}</th>
        {days.map((day) => (
          <td class="num" key={day.date}>
            {dash(day.worked)}
          </td>
        ))}
        <td class="num">{formatDuration(worked)}</td>
      </tr>
      <tr class="muted">
        <th scope="row">{w.target}</th>
        {days.map((day) => (
          <td class="num" key={day.date}>
            {dash(day.target)}
          </td>
        ))}
        <td class="num">{formatDuration(target)}</td>
      </tr>
      <tr>
        <th scope="row">{w.balance}</th>
        <td colSpan={days.length} />
        <td class="num">{formatBalance(balance)}</td>
      </tr>
    </tfoot>
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
    <tr>
      <th scope="row">
        <TaskName task={tasks.value.get(row.taskId)} />
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
  const isFixed = cell.spans.some((span) => span.isLocked || span.end === null) || day?.isApproved === true;
  // A refused value stays where it was typed; only what is accepted replaces it.
  if (input.current !== null && error === null && document.activeElement !== input.current) {
    input.current.value = text;
  }
  const restore = (): void => {
    if (input.current !== null) input.current.value = text;
    setError(null);
  };
  const save = async (): Promise<void> => {
    const typed = input.current?.value ?? '';
    if (typed === text) return setError(null);
    const minutes = parseDuration(typed);
    if (minutes === null) return setError(words.value.week.badDuration(typed));
    setError(null);
    setState('saving');
    const problem = await write(cell, minutes, { taskId, column });
    setState(problem === null ? 'saved' : 'still');
    setError(problem);
    if (problem === null) setTimeout(() => setState('still'), tickFor);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
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
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => void save()}
        onKeyDown={press}
      />
      {state === 'saved' && <Icon name="check" size={12} />}
      {isFixed && <Icon name="lock" size={12} />}
      {error !== null && <Problem text={error} />}
    </td>
  );
}

/** Writes what a typed sum asks for; answers what is wrong with it. */
async function write(
  cell: Cell,
  minutes: number,
  { taskId, column }: { readonly taskId: Id; readonly column: number },
): Promise<string | null> {
  const day = week.value.days[column];
  if (day === undefined) return null;
  const asked = cellChange(cell, minutes, freeFrom(day, zone.value));
  if (asked.kind === 'none') return null;
  if (asked.kind === 'tooShort') return words.value.week.tooShort;
  if (asked.kind === 'delete') return textOf(await removeAll(asked.spans.map((span) => span.id)));
  if (asked.kind === 'create') {
    const times = { start: asked.from, end: asked.from + asked.seconds };
    return textOf(
      await attemptBooking({
        taskId,
        times,
        kind: 'created',
        write: (at, insist) => create({ taskId, start: at.start, end: at.end }, insist),
      }),
    );
  }
  const { span, end } = asked;
  return textOf(
    await attemptBooking({
      taskId,
      times: { start: span.start, end },
      kind: 'changed',
      write: (at, insist) => move(span, at, insist),
    }),
  );
}

function textOf(refusal: Refusal | null): string | null {
  return refusal === null ? null : refusalText(refusal);
}
