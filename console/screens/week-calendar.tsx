// The calendar of the week: hours down, days across, bookings as blocks that are dragged with pointer or keys.
import { computed, useSignalEffect } from '@preact/signals';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Slot } from '../domain/drag.ts';
import type { Id } from '../domain/rows.ts';
import { firstMinute } from '../domain/scroll.ts';
import { beside, type Stop } from '../domain/walk.ts';
import { taskStyle } from '../parts/task-name.tsx';
import { route } from '../router.ts';
import { spans, tasks } from '../store/bookings.ts';
import { words } from '../words/words.ts';
import { tellGone } from './booking-write.ts';
import { DayColumn } from './week-day.tsx';
import { DayHead } from './week-day-head.tsx';
import { slotText } from './week-drop.ts';
import { press } from './week-gesture.ts';
import { pressKey, putBack, stops } from './week-keys.ts';
import { drag, focused, groundOf, spoken, week } from './week-model.ts';

interface CalendarProps {
  /** Whether bookings of the week are still on their way. */
  readonly isLoading: boolean;
  readonly onOpen: (id: Id) => void;
  readonly onCreate: (slot: Slot) => void;
}

const hours = Array.from({ length: 23 }, (_, index) => index + 1);

/** Draws the calendar. */
export function WeekCalendar({ isLoading, onOpen, onCreate }: CalendarProps) {
  const w = words.value.week;
  const scroller = useRef<HTMLDivElement>(null);
  const help = useId();
  const { days } = week.value;
  const [shown, setShown] = useState(() =>
    Math.max(
      0,
      days.findIndex((day) => day.isToday),
    ),
  );
  useScrollToWork(scroller.current, isLoading);
  useFocusFromAddress();
  const stop = useRef<(() => void) | null>(null);
  useLayoutEffect(
    () => () => {
      stop.current?.();
      // What was lifted by a key, and what was said of it, does not wait for the next visit.
      drag.value = null;
      spoken.value = '';
    },
    [],
  );
  useGoneWhileDragging();
  useHeldFocus(scroller.current, setShown);
  const begin = (event: PointerEvent): void => {
    const element = scroller.current;
    if (element === null || drag.value !== null) return;
    stop.current?.();
    // Two fingers that hold still are about to zoom.
    if (!event.isPrimary) return;
    stop.current = press(event, {
      scroller: element,
      columns: () =>
        [...element.querySelectorAll<HTMLElement>('[data-day]')].filter((one) => one.offsetWidth > 0),
      onCreate,
    });
  };
  return (
    <div class="cal" style={{ '--shown': String(shown) }}>
      <div class="cal-scroll" ref={scroller} tabIndex={stops().length === 0 ? 0 : -1}>
        <div class="cal-heads">
          <span class="cal-corner" />
          {days.map((day, index) => (
            <DayHead key={day.date} day={day} isShown={index === shown} onShow={() => setShown(index)} />
          ))}
        </div>
        <div class="cal-body">
          <div class="cal-hours" aria-hidden="true">
            {hours.map((hour) => (
              <span key={hour} style={{ '--at': String(hour * 60) }}>
                {hour}:00
              </span>
            ))}
          </div>
          <div
            class="cal-columns"
            role="group"
            aria-label={w.grid}
            aria-describedby={help}
            onPointerDown={begin}
            onFocusOut={() => {
              const lifted = drag.value;
              // A booking that was deleted meanwhile loses the focus too, and is told of.
              if (lifted === null || (lifted.id !== null && !isThere(lifted.id))) return;
              stop.current?.();
              putBack(lifted);
            }}
            onKeyDown={(event) => pressKey(event, { onOpen, onFocus: (id) => focusBlock(id, setShown) })}
          >
            {days.map((day, index) => (
              <DayColumn key={day.date} day={day} index={index} isShown={index === shown} onOpen={onOpen} />
            ))}
            <Ghost />
          </div>
        </div>
      </div>
      <p id={help} class="sr">
        {w.gridHelp}
      </p>
      <p class="sr" role="status">
        {spoken}
      </p>
    </div>
  );
}

function focusBlock(id: Id, show: (day: number) => void): void {
  focused.value = id;
  const day = stops().find((stop) => stop.id === id)?.day;
  if (day !== undefined) show(day);
  const focus = (): void => document.querySelector<HTMLElement>(`.block[data-id="${id}"]`)?.focus();
  focus();
  // A narrow window has to show its day first.
  requestAnimationFrame(focus);
}

/** The booking that had the focus keeps it on another day; where it is gone, the next one of its day gets it, else the day. */
function useHeldFocus(element: HTMLElement | null, show: (day: number) => void): void {
  const held = useRef<HTMLElement | null>(null);
  const before = useRef<readonly Stop[]>([]);
  const now = stops();
  const block = document.activeElement?.closest<HTMLElement>('.block') ?? null;
  // A dialog gives the focus back to the booking that it is about; else the focus has left it.
  if (block !== null || (held.current?.isConnected === true && !isDialogOpen())) held.current = block;
  useLayoutEffect(() => {
    const was = before.current;
    const id = Number(held.current?.dataset['id'] ?? 0);
    const isHere = now.some((stop) => stop.id === id);
    // The dialog may still be open when its booking has gone already.
    if (held.current === null || isHere) before.current = now;
    if (held.current === null || held.current.isConnected || isDialogOpen()) return;
    held.current = null;
    if (document.activeElement !== document.body) return;
    const next = isHere ? id : beside(was, id);
    if (next !== null) return focusBlock(next, show);
    const day = was.find((stop) => stop.id === id)?.day;
    element?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  });
}

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** The first work of the days that are shown is what is seen first: a narrow window shows one of them. */
function useScrollToWork(element: HTMLElement | null, isLoading: boolean): void {
  const { days } = week.value;
  const date = days[0]?.date;
  const opened = useRef<{ readonly date: string | undefined; readonly top: number } | null>(null);
  useLayoutEffect(() => {
    const scroller = element ?? document.querySelector<HTMLElement>('.cal-scroll');
    const column = scroller?.querySelector<HTMLElement>('.cal-hours');
    if (scroller == null || column == null) return;
    // What comes later moves nothing that a person has scrolled, or holds. The browser itself scrolls when heads grow.
    const isScrolled = Math.abs(scroller.scrollTop - (opened.current?.top ?? 0)) > 12;
    if (opened.current?.date === date && (isScrolled || drag.value !== null)) return;
    const columns = [...scroller.querySelectorAll<HTMLElement>('[data-day]')];
    const isShown = (day: number): boolean => columns[day]?.offsetWidth !== 0;
    const { now } = groundOf(0);
    const present = now !== null && isShown(now.day) ? now.minute : null;
    const from = firstMinute(
      days.filter((_, day) => isShown(day)),
      present,
    );
    scroller.scrollTop = (from / 1440) * column.offsetHeight - 6;
    opened.current = { date, top: scroller.scrollTop };
  }, [date, isLoading]);
}

/** An address may name a booking: it gets the focus. */
function useFocusFromAddress(): void {
  const named = Number(route.value.query['at'] ?? 0);
  useEffect(() => {
    if (named === 0) return;
    focused.value = named;
    const block = document.querySelector<HTMLElement>(`.block[data-id="${named}"]`);
    block?.scrollIntoView({ block: 'center' });
    block?.focus();
  }, [named]);
}

const isThere = (id: Id): boolean => spans.value.some((span) => span.id === id);

/** A booking that is deleted elsewhere while it is dragged: the gesture ends, and says so. */
function useGoneWhileDragging(): void {
  useSignalEffect(() => {
    const held = drag.value;
    if (held === null || held.id === null || isThere(held.id)) return;
    drag.value = null;
    tellGone();
  });
}

const isDragging = computed(() => drag.value !== null);
const ghostLook = computed(() => {
  const held = drag.value;
  const clash = held?.conflict == null ? '' : 'clash';
  return `ghost ${held?.isCopy === true ? 'copy' : ''} ${clash}`;
});
const isCopying = computed(() => drag.value?.isCopy === true);
const ghostText = computed(() => (drag.value === null ? '' : slotText(drag.value.slot)));
const ghostTask = computed(() => {
  const span = spans.value.find((one) => one.id === drag.value?.id);
  return span === undefined ? undefined : tasks.value.get(span.taskId);
});

/** What is dragged: moves change the style of one element, and render nothing. */
function Ghost() {
  const element = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const shared = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const held = drag.value;
    if (held === null) return;
    place(element.current, held.slot);
    place(shared.current, held.shared);
    const attracted = held.line === null ? null : { ...held.slot, from: held.line, length: 0 };
    place(line.current, attracted);
  });
  if (!isDragging.value) return null;
  const task = ghostTask.value;
  return (
    <>
      <div ref={shared} class="ghost shared" aria-hidden="true" hidden />
      <div ref={line} class="snap-line" aria-hidden="true" hidden />
      <div ref={element} class={ghostLook} style={taskStyle(task)} aria-hidden="true">
        <strong>{task?.name ?? words.value.editor.new}</strong>
        <span>{ghostText}</span>
        {isCopying.value && <span class="sign">+</span>}
      </div>
    </>
  );
}

function place(element: HTMLElement | null, slot: Slot | null): void {
  if (element === null) return;
  element.hidden = slot === null;
  if (slot === null) return;
  for (const name of ['day', 'from', 'length'] as const)
    element.style.setProperty(`--${name}`, String(slot[name]));
}
