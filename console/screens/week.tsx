// My week: the calendar or the sheet, with sums and targets, and what is wrong with it.
import { useState } from 'preact/hooks';
import { addDays } from '../domain/civil.ts';
import { formatBalance, formatDuration } from '../domain/duration.ts';
import { roomFor } from '../domain/sheet.ts';
import type { WeekDay } from '../domain/week.ts';
import { Button } from '../parts/button.tsx';
import { Figures } from '../parts/figures.tsx';
import { Icon } from '../parts/icon.tsx';
import { useKeys } from '../parts/keys.ts';
import { addressOf, go, route } from '../router.ts';
import { mayPostDate, spans } from '../store/bookings.ts';
import { copyWeek } from '../store/bookings-week.ts';
import { zone } from '../store/session.ts';
import { note, showRefusal } from '../store/undo.ts';
import { weekTitle } from '../words/dates.ts';
import { dayLong, words } from '../words/words.ts';
import type { Editing } from './booking-editor.tsx';
import { BookingQuestion } from './booking-question.tsx';
import { DatesMissing } from './dates-missing.tsx';
import { BookingEditor } from './lazy-booking.ts';
import { accountDays, today } from './progress.ts';
import { Turn } from './screen-parts.tsx';
import { useDates } from './use-dates.ts';
import { WeekCalendar } from './week-calendar.tsx';
import { isSheet, firstDay, timesOfSlot, turnWeek, week } from './week-model.ts';
import { WeekSheet } from './week-sheet.tsx';
import { WhyNumber, type WhyLine } from './why.tsx';

/** The screen. */
export function WeekScreen() {
  const [editing, setEditing] = useState<Editing | null>(null);
  const dates = useDates(addDays(firstDay.value, -8), addDays(firstDay.value, 8));
  const add = (): void => setEditing(newBooking());
  useKeys({
    j: () => turnWeek(1),
    k: () => turnWeek(-1),
    t: () => turnWeek(0),
    n: add,
    d: () => mayPostDate.value && void copyLast(),
  });
  const isEmpty = week.value.days.every((day) => day.segments.length === 0);
  return (
    <div class="week">
      <WeekHead onAdd={add} />
      <DatesMissing dates={dates} />
      {isEmpty && !dates.isLoading && dates.refusal === null && <Empty />}
      {isSheet.value ? (
        <WeekSheet />
      ) : (
        <WeekCalendar
          isLoading={dates.isLoading}
          onOpen={(id) => {
            const span = spans.value.find((one) => one.id === id);
            if (span !== undefined) setEditing({ kind: 'existing', span });
          }}
          onCreate={(slot) => {
            const date = week.value.days[slot.day]?.date ?? today.value;
            setEditing({ kind: 'new', date, ...timesOfSlot(slot) });
          }}
        />
      )}
      <Legend />
      {editing === null ? (
        <BookingQuestion />
      ) : (
        <BookingEditor editing={editing} onClose={() => setEditing(null)} />
      )}
    </div>
  );
}

/** A new booking today, or on the first day of another week, after what is booked there. */
function newBooking(): Editing {
  const { days } = week.value;
  const day = days.find((one) => one.isToday) ?? days[0];
  if (day === undefined) return { kind: 'new', date: today.value, start: null, end: null };
  const start = roomFor(day, 60, zone.value);
  return { kind: 'new', date: day.date, start, end: start === null ? null : start + 3600 };
}

async function copyLast(): Promise<void> {
  const from = addDays(firstDay.value, -7);
  const { count, before, refused, undo } = await copyWeek(from, firstDay.value);
  if (count > 0) note({ kind: 'copied', subject: String(count), detail: '' }, undo, 'copied');
  const first = refused[0];
  if (first !== undefined) showRefusal(first, 'copied');
  else if (count === 0) {
    const { copiedBefore, nothingToCopy } = words.value.week;
    const message = before > 0 ? copiedBefore : nothingToCopy;
    showRefusal({ kind: 'refused', code: 'nothing', field: null, message, data: {} }, 'copied');
  }
}

function WeekHead({ onAdd }: { readonly onAdd: () => void }) {
  const w = words.value;
  const { days, worked, target, balance, violations } = week.value;
  const figure = (name: string, shown: string, of: (day: WeekDay) => string | null) =>
    [
      name,
      <WhyNumber {...{ name, shown }} why={() => days.flatMap((day) => lineOf(day, of(day)))} />,
    ] as const;
  const figures = [
    figure(w.week.worked, formatDuration(worked), (day) => formatDuration(day.worked)),
    figure(w.week.target, formatDuration(target), (day) => formatDuration(day.target ?? 0)),
    figure(w.week.balance, formatBalance(balance), (day) =>
      day.date > today.value ? null : formatBalance(day.worked - (day.target ?? 0)),
    ),
  ] as const;
  return (
    <div class="screen-head week-head">
      <Turn {...w.week} onTurn={turnWeek}>
        <h1>{weekTitle(firstDay.value)}</h1>
      </Turn>
      <Figures of={figures} />
      {violations > 0 && (
        <span class="chip violation">
          <Icon name="triangle-alert" size={14} />
          {w.week.problems(violations)}
        </span>
      )}
      <div class="actions push no-print">
        {route.value.detail !== '' && <Button onClick={() => turnWeek(0)}>{w.week.today}</Button>}
        <div class="segments" role="group" aria-label={w.week.view}>
          <Button aria-pressed={!isSheet.value} onClick={() => go(addressOf('week', route.value.detail))}>
            {w.week.calendar}
          </Button>
          <Button
            aria-pressed={isSheet.value}
            onClick={() => go(addressOf('week', route.value.detail, { view: 'sheet' }))}
          >
            {w.week.sheet}
          </Button>
        </div>
        <Button icon="plus" onClick={onAdd}>
          {w.week.add}
        </Button>
      </div>
    </div>
  );
}

/** What a day adds to a sum of the week, with the way to its account. */
function lineOf({ date }: WeekDay, shown: string | null): readonly WhyLine[] {
  if (shown === null) return [];
  const line = { name: dayLong(date), shown };
  return [accountDays.value.has(date) ? { ...line, href: addressOf('account', date) } : line];
}

function Empty() {
  const w = words.value.week;
  return (
    <div class="week-empty no-print">
      <p class="said">{w.empty}</p>
      {mayPostDate.value && (
        <Button look="primary" icon="copy" onClick={() => void copyLast()}>
          {w.copyLast}
        </Button>
      )}
    </div>
  );
}

function Legend() {
  const w = words.value.week;
  const kinds = ['work', 'break', 'absence', 'holiday', 'violation'] as const;
  return (
    <ul class="legend" aria-label={w.legend}>
      {kinds.map((kind) => (
        <li key={kind}>
          <span class={`swatch ${kind}`} aria-hidden="true" />
          {w[kind]}
        </li>
      ))}
    </ul>
  );
}
