// What is booked today, in order of time; each line opens to be changed.
import { useState } from 'preact/hooks';
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
import { lazyDialog } from './lazy.tsx';
import { day, today } from './progress.ts';
import { timesText } from './timer-actions.ts';

const BookingEditor = lazyDialog(async () => (await import('./booking-editor.tsx')).BookingEditor);

/** The list, and the editor over it. */
export function TodayBookings() {
  const [editing, setEditing] = useState<Editing | null>(null);
  const w = words.value.today;
  const segments = day.value?.segments ?? [];
  return (
    <section class="today-bookings">
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
          {segments.map(({ span }) => (
            <li key={span.id}>
              <BookingLine span={span} onOpen={() => setEditing({ kind: 'existing', span })} />
            </li>
          ))}
        </ol>
      )}
      {editing !== null && <BookingEditor editing={editing} onClose={() => setEditing(null)} />}
    </section>
  );
}

function BookingLine({ span, onOpen }: { readonly span: Span; readonly onOpen: () => void }) {
  const isWaiting = pendingIds.value.has(span.id);
  return (
    <button type="button" class={`booking-line ${isWaiting ? 'waiting' : ''}`} onClick={onOpen}>
      <span class="muted times">{timesText(span)}</span>
      <TaskName task={tasks.value.get(span.taskId)} />
      {span.isLocked && <Icon name="lock" />}
      <span class="num">{formatDuration(lengthOf(span, now.value))}</span>
    </button>
  );
}
