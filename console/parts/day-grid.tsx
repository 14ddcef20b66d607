// A table of people and days with one tab stop: arrows walk, Shift chooses a range, rows out of sight are not rendered.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { followed, isIn, rowsInSight, walkRange, type Cell, type Range } from '../domain/range.ts';

/** A column. */
export interface GridDay {
  readonly date: string;
  readonly head: ComponentChildren;
  readonly look: string;
  readonly foot?: ComponentChildren;
}

/** What stands in a cell: its look, its text for eyes, and the text for ears. */
export interface GridCell {
  readonly look: string;
  readonly text?: ComponentChildren;
  readonly label?: string;
}

/** A row. */
export interface GridRow {
  readonly id: number;
  readonly name: string;
  readonly under?: string | undefined;
  readonly after?: ComponentChildren;
}

/** The ids of the rows and the dates of the columns in which days are chosen. */
export interface Chosen {
  readonly ids: ReadonlySet<number>;
  readonly dates: ReadonlySet<string>;
}

interface GridProps {
  readonly label: string;
  readonly help: string;
  readonly corner: string;
  readonly days: readonly GridDay[];
  readonly rows: readonly GridRow[];
  readonly cell: (row: number, column: number) => GridCell;
  /** Heads of what stands between name and days. */
  readonly between?: readonly string[];
  readonly footName?: string;
  /** Where today stands when not all days fit. */
  readonly todayAs?: 'first' | 'last';
  readonly chosen?: Chosen | null;
  /** Days can be chosen. */
  readonly onChosen?: (chosen: Chosen) => void;
  /** A day was tapped, or reached by a key. */
  readonly onAt?: (row: number, column: number) => void;
  readonly onOpen?: (row: number, column: number) => void;
}

/** Rows of the first drawing, before the height of a row is known. */
const rowsAtOnce = 24;

const corner = { row: 0, column: 0 };
const start = { range: { anchor: corner, at: corner }, names: [] as readonly string[] };

/** Draws the table. */
export function DayGrid(props: GridProps) {
  const { label, help, days, rows, cell, between = [], footName, chosen = null, onChosen, onOpen } = props;
  const box = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(start);
  // A second key may come before the first one is rendered.
  const latest = useRef(start);
  // People come and go, and a search shows some of them: a range goes with its rows, and no anchor leads into another month.
  const names = rows.map(({ id }) => `${id} ${days[0]?.date ?? ''}`);
  const range = followed(held.range, held.names, names);
  const anchor = chosen?.ids.has(rows[range.anchor.row]?.id ?? 0) === true ? range.anchor : null;
  const [sight, setSight] = useState({ first: 0, last: Math.min(rows.length, rowsAtOnce) });
  const look = (): void => {
    const element = box.current;
    if (element === null) return;
    const height = element.querySelector<HTMLElement>('tbody tr:not(.gap)')?.offsetHeight ?? 36;
    const next = rowsInSight(element.scrollTop, element.clientHeight, Math.max(1, height), rows.length);
    setSight((now) => (now.first === next.first && now.last === next.last ? now : next));
  };
  useLayoutEffect(look, [rows.length]);
  useWholeInPrint(rows.length, setSight, look);
  useTodayInSight(box, days[0]?.date, props.todayAs ?? 'first');
  const choose = (next: Range): void => {
    latest.current = { range: next, names };
    setHeld(latest.current);
    props.onAt?.(next.at.row, next.at.column);
    onChosen?.(chosenIn(next, rows, days));
  };
  const focus = ({ row, column }: Cell): void => {
    const find = (): HTMLElement | null =>
      box.current?.querySelector(`[data-cell="${row}-${column}"]`) ?? null;
    if (find() === null && box.current !== null) {
      const height = box.current.querySelector<HTMLElement>('tbody tr:not(.gap)')?.offsetHeight ?? 36;
      box.current.scrollTop = row * height;
    }
    requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()));
  };
  const inside = ({ row, column }: Cell): Cell => ({
    row: Math.min(row, rows.length - 1),
    column: Math.min(column, days.length - 1),
  });
  const at = inside(range.at);
  const rowHeight = { '--gap-before': sight.first, '--gap-after': Math.max(0, rows.length - sight.last) };
  const stop = at.row >= sight.first && at.row < sight.last ? at.row : sight.first;
  return (
    <div class="day-grid" ref={box} onScroll={look} style={rowHeight}>
      <table
        role="grid"
        aria-label={label}
        aria-description={help}
        aria-rowcount={rows.length + 1}
        aria-multiselectable={onChosen !== undefined}
        onKeyDown={(event) => {
          // Buttons beside the days have keys of their own.
          if ((event.target as HTMLElement).dataset['cell'] === undefined) return;
          const last = followed(latest.current.range, latest.current.names, names);
          const from = { ...last, at: inside(last.at) };
          const next = walkRange(from, event, { rows: rows.length, columns: days.length });
          if (next !== null) {
            event.preventDefault();
            choose(onChosen === undefined ? { anchor: next.at, at: next.at } : next);
            focus(next.at);
          } else if (event.key === 'Enter') {
            // What opens takes the focus: the key must not press its button.
            event.preventDefault();
            onOpen?.(from.at.row, from.at.column);
          }
        }}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" class="name">
              {props.corner}
            </th>
            {between.map((name, index) => (
              <th key={name} scope="col" class={`num between ${index === between.length - 1 ? 'last' : ''}`}>
                {name}
              </th>
            ))}
            {days.map((day) => (
              <th key={day.date} scope="col" class={day.look}>
                {day.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sight.first > 0 && <tr class="gap before" aria-hidden="true" />}
          {rows.slice(sight.first, sight.last).map((row, index) => (
            <Line
              key={row.id}
              {...{ row, days, cell, anchor, chosen }}
              y={sight.first + index}
              stop={sight.first + index === stop ? at.column : null}
              onChoose={choose}
              onOpen={onOpen}
            />
          ))}
          {sight.last < rows.length && <tr class="gap after" aria-hidden="true" />}
        </tbody>
        {footName !== undefined && <Foot name={footName} days={days} gaps={between} />}
      </table>
    </div>
  );
}

function chosenIn(range: Range, rows: readonly GridRow[], days: readonly GridDay[]): Chosen {
  const { row: y, column: x } = range.at;
  return {
    ids: new Set(rows.filter((_, row) => isIn(range, row, x)).map(({ id }) => id)),
    dates: new Set(days.filter((_, column) => isIn(range, y, column)).map(({ date }) => date)),
  };
}

interface LineProps {
  readonly row: GridRow;
  readonly y: number;
  readonly days: readonly GridDay[];
  readonly cell: GridProps['cell'];
  /** Where a range begins that Shift chooses; `null`: with the day itself. */
  readonly anchor: Cell | null;
  /** The column that Tab reaches; `null` in other rows. */
  readonly stop: number | null;
  readonly chosen: Chosen | null;
  readonly onChoose: (range: Range) => void;
  readonly onOpen: GridProps['onOpen'];
}

function Line({ row, y, days, cell, anchor, stop, chosen, onChoose, onOpen }: LineProps) {
  return (
    <tr aria-rowindex={y + 2}>
      <th scope="row" class="name" title={row.under === undefined ? row.name : `${row.name}, ${row.under}`}>
        {row.name}
      </th>
      {row.after}
      {days.map((day, x) => {
        const { look, text, label } = cell(y, x);
        const isChosen = chosen !== null && chosen.ids.has(row.id) && chosen.dates.has(day.date);
        return (
          <td
            key={day.date}
            role="gridcell"
            data-cell={`${y}-${x}`}
            tabIndex={x === stop ? 0 : -1}
            aria-selected={chosen === null ? undefined : isChosen}
            class={`${day.look} ${isChosen ? 'chosen' : ''}`}
            onMouseDown={(event) => {
              // Shift chooses days: the browser would mark text from here to there.
              if (event.shiftKey) event.preventDefault();
            }}
            onClick={(event) => {
              const to = { row: y, column: x };
              onChoose({ anchor: event.shiftKey ? (anchor ?? to) : to, at: to });
              event.currentTarget.focus();
            }}
            onDblClick={() => onOpen?.(y, x)}
          >
            {text !== undefined && (
              <span class={`mark ${look}`} title={label}>
                <span class="sr">{label}</span>
                <span aria-hidden="true">{text}</span>
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

interface FootProps {
  readonly name: string;
  readonly days: readonly GridDay[];
  readonly gaps: readonly string[];
}

function Foot({ name, days, gaps }: FootProps) {
  return (
    <tfoot>
      <tr>
        <th scope="row" class="name">
          {name}
        </th>
        {gaps.map((gap) => (
          <td key={gap} class="between" />
        ))}
        {days.map((day) => (
          <td key={day.date} class={day.look}>
            {day.foot}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** Where not all days fit, today is the first or the last one that is seen. */
function useTodayInSight(
  box: RefObject<HTMLDivElement | null>,
  first: string | undefined,
  as: 'first' | 'last',
): void {
  useLayoutEffect(() => {
    const element = box.current;
    const name = element?.querySelector<HTMLElement>('thead .name');
    const column = element?.querySelector<HTMLElement>('thead .today');
    if (element == null || name == null) return;
    if (column == null) element.scrollLeft = 0;
    else if (as === 'first') element.scrollLeft = column.offsetLeft - name.offsetWidth - column.offsetWidth;
    else element.scrollLeft = column.offsetLeft + column.offsetWidth - element.clientWidth;
  }, [first]);
}

/** Paper shows every row. */
function useWholeInPrint(
  count: number,
  show: (sight: { first: number; last: number }) => void,
  look: () => void,
): void {
  useEffect(() => {
    const whole = (): void => show({ first: 0, last: count });
    addEventListener('beforeprint', whole);
    addEventListener('afterprint', look);
    addEventListener('resize', look);
    return () => {
      removeEventListener('beforeprint', whole);
      removeEventListener('afterprint', look);
      removeEventListener('resize', look);
    };
  }, [count]);
}
