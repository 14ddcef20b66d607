// A day of the calendar: its bookings, absences and holidays, the present moment, and odd hours where clocks change.
import { computed } from '@preact/signals';
import { formatDuration } from '../domain/duration.ts';
import type { Id } from '../domain/rows.ts';
import { lengthOf, type Segment } from '../domain/spans.ts';
import type { DayOff, WeekDay } from '../domain/week.ts';
import { dayStart, localTime } from '../domain/zones.ts';
import { Icon } from '../parts/icon.tsx';
import { taskStyle } from '../parts/task-name.tsx';
import { tasks } from '../store/bookings.ts';
import { now } from '../store/clock.ts';
import { pendingIds } from '../store/outbox.ts';
import { zone } from '../store/session.ts';
import { stored } from '../store/tables.ts';
import { dayLong, words } from '../words/words.ts';
import { dayOffName } from './day-off.ts';
import { daySize } from './size-of.ts';
import { taskName, timesText } from './timer-actions.ts';
import { drag, focused } from './week-model.ts';
import { stops } from './week-keys.ts';

interface DayProps {
  readonly day: WeekDay;
  readonly index: number;
  readonly isShown: boolean;
  readonly onOpen: (id: Id) => void;
}

/** Draws the column. */
export function DayColumn({ day, index, isShown, onOpen }: DayProps) {
  const w = words.value.week;
  const look = `cal-day ${day.isFree ? 'free' : ''} ${isShown ? 'shown' : ''}`;
  return (
    <div
      class={look}
      data-day={index}
      style={{ '--minutes': String(day.minutes) }}
      role="group"
      aria-label={dayLong(day.date)}
      tabIndex={-1}
    >
      {day.daysOff.map((off) => (
        <div
          key={`${off.kind}-${off.requestId ?? off.name ?? ''}`}
          class={`day-off ${off.kind} ${off.isOpen ? 'open' : ''} ${off.value < 1 && off.unit === 'd' ? 'part' : ''}`}
        >
          <p>
            <strong>{dayOffName(off)}</strong>
            <span>{off.kind === 'holiday' ? w.publicHoliday : sizeOfDay(off, day)}</span>
            {off.isOpen && <span>{w.requested}</span>}
          </p>
        </div>
      ))}
      {day.minutes !== 1440 && <OddHours day={day} />}
      {day.segments.map((part) => (
        <Block key={`${part.span.id}-${part.beginsHere ? 'a' : 'b'}`} part={part} day={day} onOpen={onOpen} />
      ))}
      {day.isToday && <Now day={day} />}
    </div>
  );
}

function sizeOfDay({ value, unit, requestId }: DayOff, { date }: WeekDay): string {
  const begin = stored('absences').value.get(requestId ?? 0)?.begin ?? null;
  return daySize({ value, value_unit: unit, date, begin });
}

function Now({ day }: { readonly day: WeekDay }) {
  const minute = Math.floor((now.value - dayStart(day.date, zone.value)) / 60);
  return <div class="now-line" style={{ '--from': String(minute) }} aria-hidden="true" />;
}

/** Where clocks change, the hours of the day do not match those beside it: the column has its own. */
function OddHours({ day }: { readonly day: WeekDay }) {
  const begins = dayStart(day.date, zone.value);
  const hours = Array.from({ length: day.minutes / 60 - 3 }, (_, index) => (index + 3) * 60);
  return (
    <div class="odd-hours" title={words.value.week.dayShort(day.minutes / 60)}>
      {hours.map((minute) => (
        <span key={minute} style={{ '--from': String(minute) }}>
          {Number(localTime(begins + minute * 60, zone.value).slice(11, 13))}
        </span>
      ))}
    </div>
  );
}

const dragged = computed(() => {
  const held = drag.value;
  return held === null || held.isCopy ? null : held.id;
});

interface BlockProps {
  readonly part: Segment;
  readonly day: WeekDay;
  readonly onOpen: (id: Id) => void;
}

function Block({ part, day, onOpen }: BlockProps) {
  const { span, from, to } = part;
  const task = tasks.value.get(span.taskId);
  const length = formatDuration(lengthOf(span, now.value));
  const times = `${timesText(span)} · ${length}`;
  const minutes = to - from;
  const look = [
    'block',
    span.isBreak ? 'pause' : '',
    span.end === null ? 'running' : '',
    span.isLocked ? 'locked' : '',
    minutes < 30 ? 'tiny' : minutes < 50 ? 'short' : '',
    dragged.value === span.id ? 'lifted' : '',
    pendingIds.value.has(span.id) ? 'waiting' : '',
    part.beginsHere ? '' : 'goes-on',
  ].join(' ');
  const isStop = span.id === (isFocusedHere() ? focused.value : stops()[0]?.id);
  return (
    <button
      type="button"
      class={look}
      data-id={span.id}
      tabIndex={isStop && part.beginsHere ? 0 : -1}
      style={{ ...taskStyle(task), '--from': String(from), '--length': String(Math.max(minutes, 1)) }}
      aria-label={words.value.week.blockLabel(taskName(span.taskId), dayLong(day.date), times)}
      onClick={() => onOpen(span.id)}
      onFocus={() => (focused.value = span.id)}
    >
      {part.beginsHere && !span.isLocked && <span class="handle top" data-edge="start" />}
      <span class="inside">
        <strong>
          <span class="name">{span.isBreak ? words.value.week.break : taskName(span.taskId)}</span>
          {span.isLocked && <Icon name="lock" size={12} />}
        </strong>
        <span class="times">{span.isBreak ? length : times}</span>
        {span.notes !== null && minutes >= 80 && <span class="notes">{span.notes}</span>}
      </span>
      {part.endsHere && !span.isLocked && span.end !== null && <span class="handle bottom" data-edge="end" />}
    </button>
  );
}

/** Whether the booking that had the focus is in this week. */
function isFocusedHere(): boolean {
  return stops().some((stop) => stop.id === focused.value);
}
