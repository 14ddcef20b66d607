// A day of a person's account explained: its bookings, and the terms of its sums.
import type { ComponentChildren } from 'preact';
import { formatBalance, formatDuration, secondsOfHours } from '../domain/duration.ts';
import { explainDay } from '../domain/explain.ts';
import type { AccountDay } from '../domain/rows.ts';
import { segmentsOf, type Span } from '../domain/spans.ts';
import { TaskName } from '../parts/task-name.tsx';
import { tasks } from '../store/bookings.ts';
import { now } from '../store/clock.ts';
import { dayLong, words } from '../words/words.ts';

interface DayProps {
  readonly row: AccountDay;
  /** The day before, for its balance. */
  readonly before: AccountDay | null;
  /** Bookings that have ended; what lies on other dates does not count. */
  readonly spans: readonly Span[];
  /** The zone in which the day begins and ends. */
  readonly zone: string;
  /** How the times of a booking are shown. */
  readonly times: (span: Span) => ComponentChildren;
  /** Above the bookings. */
  readonly head?: ComponentChildren;
  /** Below the bookings. */
  readonly children?: ComponentChildren;
}

/** Shows both. */
export function DayExplained({ row, before, spans, zone, times, head, children }: DayProps) {
  const w = words.value.account;
  const parts = segmentsOf(spans, [row.date], zone, now.value)[0] ?? [];
  return (
    <>
      <section aria-label={w.bookings}>
        {head}
        <ul>
          {parts.map((part) => (
            <li key={part.span.id}>
              <span>{times(part.span)}</span>
              <TaskName task={tasks.value.get(part.span.taskId)} />
              <span class="num">{formatDuration(Math.round((part.to - part.from) * 60))}</span>
            </li>
          ))}
        </ul>
        {(row.break ?? 0) > 0 && (
          <p>
            {w.break}: {formatDuration(secondsOfHours(row.break ?? 0))}{' '}
            <span class="muted">{w.breakHint}</span>
          </p>
        )}
        {(row.comment ?? '') !== '' && (
          <p>
            {w.note}: {row.comment}
          </p>
        )}
        {children}
      </section>
      <dl aria-label={w.why(dayLong(row.date))}>
        {explainDay(row, parts, before?.working_time_total_balance ?? null).map((term) => (
          <div key={term.name} class={term.isSum ? 'sum' : ''}>
            <dt>{w[term.name]}</dt>
            <dd class="num">
              {term.name === 'bookings' || term.name === 'total'
                ? formatDuration(term.amount)
                : formatBalance(term.amount)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
