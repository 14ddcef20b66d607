// What is booked today, in order of time; each line opens to be changed.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatDuration } from '../domain/duration.ts';
import { lengthOf, type Span } from '../domain/spans.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { TaskName } from '../parts/task-name.tsx';
import { tasks } from '../store/bookings.ts';
import { now } from '../store/clock.ts';
import { pendingIds } from '../store/outbox.ts';
import { words } from '../words/words.ts';
import type { Editing } from './booking-editor.tsx';
import { BookingEditor } from './lazy-booking.ts';
import { day, today } from './progress.ts';
import { taskName, timesText } from './timer-actions.ts';

interface Props {
  readonly editing: Editing | null;
  readonly setEditing: (editing: Editing | null) => void;
}

/** The list, and the editor over it. */
export function TodayBookings({ editing, setEditing }: Props) {
  const w = words.value.today;
  const segments = day.value?.segments ?? [];
  const list = useRef<HTMLElement>(null);
  const opened = useRef<{ readonly line: Element; readonly index: number } | null>(null);
  // A line that its dialog has deleted leaves the focus to the next one, else to the one before or to the button above.
  useLayoutEffect(() => {
    const at = opened.current;
    if (at === null || at.line.isConnected || document.activeElement !== document.body) return;
    const buttons = list.current?.querySelectorAll('button');
    (buttons?.[at.index + 1] ?? buttons?.[at.index])?.focus();
    opened.current = null;
  });
  return (
    <section class="today-bookings" ref={list}>
      <div class="screen-head">
        <h2>{w.bookings}</h2>
        <Button
          class="push"
          look="plain"
          icon="plus"
          onClick={() => setEditing({ kind: 'new', date: today.value, start: null, end: null })}
        >
          {w.addTime}
        </Button>
      </div>
      {segments.length === 0 ? (
        <p class="muted">{w.nothingYet}</p>
      ) : (
        <ol class="booking-list">
          {segments.map(({ span }, index) => (
            <li key={span.id}>
              <BookingLine
                span={span}
                onOpen={(line) => {
                  opened.current = { line, index };
                  setEditing({ kind: 'existing', span });
                }}
              />
            </li>
          ))}
        </ol>
      )}
      {editing !== null && <BookingEditor editing={editing} onClose={() => setEditing(null)} />}
    </section>
  );
}

function BookingLine({ span, onOpen }: { readonly span: Span; readonly onOpen: (line: Element) => void }) {
  const isWaiting = pendingIds.value.has(span.id);
  return (
    <button
      type="button"
      class={`booking-line ${isWaiting ? 'waiting' : ''}`}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <span class="muted times">{timesText(span)}</span>
      <TaskName task={tasks.value.get(span.taskId)} name={taskName(span.taskId)} />
      {span.isLocked && <Icon name="lock" />}
      <span class="num">{formatDuration(lengthOf(span, now.value))}</span>
    </button>
  );
}
