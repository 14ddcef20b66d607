// Today: start, switch and stop; what is done, what is left; the tasks that are used most.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { clockOf, formatBalance, formatDuration } from '../domain/duration.ts';
import type { Task } from '../domain/rows.ts';
import { lengthOf, type Span } from '../domain/spans.ts';
import { isForgotten } from '../domain/today.ts';
import { dateAt } from '../domain/zones.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { useKeys } from '../parts/keys.ts';
import { TaskName, pathOf, taskStyle } from '../parts/task-name.tsx';
import { TaskPicker } from '../parts/task-picker.tsx';
import { addressOf } from '../router.ts';
import { running, tasks } from '../store/bookings.ts';
import { now } from '../store/clock.ts';
import { zone } from '../store/session.ts';
import { dayLong, words } from '../words/words.ts';
import type { Editing } from './booking-editor.tsx';
import { ownRequests } from './inbox-rows.ts';
import { accountDays, balance, day, homeAt, progress, today } from './progress.ts';
import { clockText, mayStart, startTask, startableTasks, stopTimer, taskName } from './timer-actions.ts';
import { TodayBookings } from './today-bookings.tsx';

const shown = 9;

/** The screen. */
export function Today() {
  const search = useRef<HTMLInputElement>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const w = words.value;
  const list = startableTasks.value.slice(0, shown);
  const numbers = Object.fromEntries(
    list.map((task, index) => [String(index + 1), () => void startTask(task.id)]),
  );
  useKeys({
    ...numbers,
    s: () => {
      const next = nextTask();
      if (running.value === null && next !== undefined) void startTask(next.id);
      else search.current?.focus();
    },
    '/': () => search.current?.focus(),
  });
  return (
    <div class="today-screen">
      <h1>{dayLong(today.value)}</h1>
      <Clock onForgotten={(span) => setEditing({ kind: 'existing', span })} />
      <Later>
        <Figures />
        {mayStart.value && (
          <section class="today-tasks" aria-label={w.today.tasks}>
            {running.value === null && <h2>{list.length > 0 ? w.today.pick : w.today.noTasks}</h2>}
            <TaskPicker
              tasks={startableTasks.value}
              value={null}
              onPick={(id) => void startTask(id)}
              noMatch={w.today.noMatch}
              listLabel={w.today.tasks}
              label={w.today.search}
              placeholder={w.today.search}
              inputRef={search}
              isInline
            />
            <TaskButtons />
          </section>
        )}
        <TodayBookings editing={editing} setEditing={setEditing} />
      </Later>
    </div>
  );
}

let isFirstDrawing = true;

/** Leaves its content out of the first drawing of the page: a slow phone shows the clock sooner, and the rest a frame later. */
function Later({ children }: { readonly children: ComponentChildren }) {
  const [isHere, setHere] = useState(!isFirstDrawing);
  // Effects run when the frame has been shown.
  useEffect(() => {
    isFirstDrawing = false;
    setHere(true);
  }, []);
  return isHere ? <>{children}</> : null;
}

/** What the big button starts: the task of the last booking that was no break. */
function nextTask(): Task | undefined {
  return startableTasks.value.find((task) => task.is_nonworking !== 1) ?? startableTasks.value[0];
}

/** The one big button, and what it is about. */
function Clock({ onForgotten }: { readonly onForgotten: (span: Span) => void }) {
  const w = words.value.timer;
  const span = running.value;
  const last = nextTask();
  if (span === null && !mayStart.value) return null;
  if (span === null) {
    return (
      <section class="clock idle" aria-label={w.notRunning}>
        <p class="muted">{w.notRunning}</p>
        <button
          type="button"
          class="button primary big"
          disabled={last === undefined}
          onClick={() => last !== undefined && void startTask(last.id)}
        >
          <Icon name="play" size={24} />
          <span class="big-text">
            {w.start}
            {last !== undefined && <span class="which">{taskName(last.id)}</span>}
          </span>
        </button>
      </section>
    );
  }
  const asked = ownRequests.value.findLast((row) => row.time_tracking_id === span.id)?.new_end_time;
  const task = tasks.value.get(span.taskId);
  const time = formatDuration(lengthOf(span, now.value));
  const date = dateAt(span.start, zone.value);
  const since = `${date === today.value ? '' : `${dayLong(date)}, `}${clockText(span.start)}`;
  return (
    <section class="clock" style={taskStyle(task)} aria-label={w.running(taskName(span.taskId))}>
      <div class="clock-text">
        <p class="clock-time" aria-hidden="true">
          {time}
          <span class="seconds">{String(lengthOf(span, now.value) % 60).padStart(2, '0')}</span>
        </p>
        <TaskName task={task} name={taskName(span.taskId)} />
        <p class="muted">{w.since(since)}</p>
        {isForgotten(span, now.value) &&
          (asked == null ? (
            <Button look="small" icon="triangle-alert" onClick={() => onForgotten(span)}>
              {w.forgotten}
            </Button>
          ) : (
            <a href={addressOf('inbox')}>{w.endAsked(clockOf(asked))}</a>
          ))}
      </div>
      <button type="button" class="button primary big" onClick={() => void stopTimer()}>
        <Icon name="square" size={24} />
        {w.stop}
      </button>
    </section>
  );
}

function Figures() {
  const w = words.value.today;
  const { worked, target, left } = progress.value;
  const share = target === null || target === 0 ? 0 : Math.min(1, worked / target);
  const home = homeAt.value;
  const off = day.value?.daysOff[0];
  return (
    <section class="today-figures" aria-label={w.worked}>
      <dl class="figures">
        <div class="figure">
          <dt>{w.worked}</dt>
          <dd>
            <Why name={w.worked}>
              {formatDuration(worked)}
              {target !== null && target > 0 && <span class="of"> / {formatDuration(target)}</span>}
            </Why>
          </dd>
        </div>
        {home !== null && (
          <div class="figure" title={w.homeHint}>
            <dt>{w.home}</dt>
            <dd>
              <Why name={w.home}>{clockText(home)}</Why>
            </dd>
          </div>
        )}
        {home === null && target !== null && target > 0 && (
          <div class="figure">
            <dt>{w.left}</dt>
            <dd>{left === 0 ? <Reached /> : <Why name={w.left}>{formatDuration(left)}</Why>}</dd>
          </div>
        )}
        {balance.value !== null && (
          <div class="figure" title={w.balanceHint}>
            <dt>{w.balance}</dt>
            <dd>
              <Why name={w.balance}>{formatBalance(balance.value)}</Why>
            </dd>
          </div>
        )}
      </dl>
      {target !== null && target > 0 ? (
        <div
          class="bar-track"
          role="meter"
          aria-label={w.worked}
          aria-valuemin={0}
          aria-valuemax={Math.round(target / 60)}
          aria-valuenow={Math.min(Math.round(worked / 60), Math.round(target / 60))}
          aria-valuetext={words.value.general.of(formatDuration(worked), formatDuration(target))}
        >
          <div class="bar-fill" style={{ inlineSize: `${share * 100}%` }} />
        </div>
      ) : (
        <p class="muted">{off?.name ?? w.free}</p>
      )}
    </section>
  );
}

function Reached() {
  return (
    <>
      <Icon name="check" size={24} />
      <span class="sr">{words.value.timer.done}</span>
    </>
  );
}

/** A number, with the way to what explains it: today's account, or without one the bookings. */
function Why({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  const { value: date } = today;
  return (
    <a
      class="why-number"
      href={addressOf(accountDays.value.has(date) ? 'account' : 'week', date)}
      title={name}
    >
      {children}
    </a>
  );
}

function TaskButtons() {
  const [touched, setTouched] = useState<number | null>(null);
  const w = words.value.today;
  const current = running.value?.taskId;
  return (
    <ol class="task-buttons">
      {startableTasks.value.slice(0, shown).map((task, index) => (
        <li key={task.id}>
          <button
            type="button"
            class={`task-button ${task.id === touched ? 'touched' : ''}`}
            style={taskStyle(task)}
            aria-label={w.startTask(taskName(task.id))}
            aria-pressed={task.id === current}
            onClick={() => {
              setTouched(task.id);
              void startTask(task.id);
            }}
          >
            <span class="words">
              <span class="name">{task.name}</span>
              <span class="path">{pathOf(task)}</span>
            </span>
            {task.is_nonworking === 1 && <Icon name="coffee" />}
            {task.id === current ? (
              <Icon name="check" />
            ) : (
              <kbd aria-label={w.key(String(index + 1))}>{index + 1}</kbd>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}
