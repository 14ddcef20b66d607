// The year in one picture: a row a month, a cell a day. Dragging over days asks for them, and so do keys: arrows walk, with Shift
// they choose, Enter asks. The list below says the same.
import { computed, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import {
  addDays,
  addMonths,
  datesFrom,
  daysBetween,
  monthOf,
  weekday,
  type CivilDate,
} from '../domain/civil.ts';
import type { AbsenceDay } from '../domain/rows.ts';
import { IconButton } from '../parts/button.tsx';
import { firstYear } from '../store/fields.ts';
import { dateMedium, monthShort } from '../words/dates.ts';
import { words } from '../words/words.ts';
import { accountDays, ownAbsenceDays, today } from './progress.ts';
import type { Range } from './absence-fields.tsx';
import { PriceLine, usePrice } from './absence-price.tsx';
import { typesFor } from './absence-rights.ts';
import { absenceType } from './day-off.ts';

const picked = signal<{ readonly anchor: CivilDate; readonly at: CivilDate } | null>(null);
/** The day that has the focus when the strip gets it. */
const current = signal<CivilDate | null>(null);
const byDate = computed(() => {
  const days = new Map<CivilDate, AbsenceDay>();
  for (const day of ownAbsenceDays.value) {
    if (day.type !== 'public_holiday' || !days.has(day.date)) days.set(day.date, day);
  }
  return days;
});

const arrow = 'button plain icon no-print';

/** Whether a date has no work by the account, or by the weekday where the account does not say it. */
function isFreeDate(date: CivilDate): boolean {
  const workday = accountDays.value.get(date)?.workday;
  return workday == null ? weekday(date) > 5 : workday === 0;
}

/** The first date from this one on that has work and no absence or public holiday; this one, if none of a month has. */
export function nextWorkday(from: CivilDate): CivilDate {
  const dates = datesFrom(from, 31);
  return dates.find((date) => !isFreeDate(date) && !byDate.value.has(date)) ?? from;
}

/** Draws the strip. */
export function YearStrip({ onPick }: { readonly onPick: (range: Range) => void }) {
  const w = words.value.absences;
  const [year, setYear] = useState(() => today.value.slice(0, 4));
  const months = Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01-01`, index));
  // A drag that has not ended when a key leads to another screen does not wait for the next visit.
  useEffect(() => () => void (picked.value = null), []);
  const isShown = (date: CivilDate): boolean => date.startsWith(year);
  const stop = [current.value, today.value].find((date) => date !== null && isShown(date)) ?? months[0] ?? '';
  const turn = (by: number): void => setYear(String(Number(year) + by));
  const release = (): void => {
    const range = rangeOf();
    picked.value = null;
    if (range !== null) onPick(range);
  };
  const press = (event: KeyboardEvent): void => {
    const next = walked(stop, event.key);
    if (next !== null && isShown(next)) {
      picked.value = event.shiftKey ? { anchor: picked.value?.anchor ?? stop, at: next } : null;
      current.value = next;
      document.querySelector<HTMLElement>(`.strip [data-date="${next}"]`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      picked.value ??= { anchor: stop, at: stop };
      release();
    } else if (event.key === 'Escape' && picked.value !== null) picked.value = null;
    else if (next === null) return;
    event.preventDefault();
  };
  return (
    <section class="strip">
      <div class="screen-head">
        <h2>{w.year(year)}</h2>
        <IconButton
          class={arrow}
          icon="chevron-left"
          label={words.value.general.previous}
          disabled={Number(year) <= firstYear(today.value)}
          onClick={() => turn(-1)}
        />
        <IconButton
          class={arrow}
          icon="chevron-right"
          label={words.value.general.next}
          onClick={() => turn(1)}
        />
        <DragPrice />
      </div>
      <div
        class="strip-months"
        role="grid"
        aria-label={w.strip(year)}
        aria-multiselectable="true"
        onKeyDown={press}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) picked.value = null;
        }}
        onPointerDown={(event) => {
          const date = dateUnder(event);
          if (date === null || event.button !== 0) return;
          if (event.target instanceof Element) event.target.releasePointerCapture(event.pointerId);
          picked.value = { anchor: date, at: date };
          current.value = date;
        }}
        onPointerMove={(event) => {
          const date = dateUnder(event);
          if (picked.value !== null && date !== null) picked.value = { ...picked.value, at: date };
        }}
        onPointerUp={release}
        onPointerCancel={() => (picked.value = null)}
        onPointerLeave={() => (picked.value = null)}
      >
        {months.map((first) => (
          <Month key={first} first={first} stop={stop} />
        ))}
      </div>
    </section>
  );
}

/** The day to which a key leads; `null` for other keys. */
function walked(date: CivilDate, key: string): CivilDate | null {
  const { first, last } = monthOf(date);
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return inMonth(addMonths(date, -1), date);
    case 'ArrowDown':
      return inMonth(addMonths(date, 1), date);
    case 'Home':
      return first;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** The day of another month below or above a date. */
function inMonth(first: CivilDate, date: CivilDate): CivilDate {
  return [first.slice(0, 8) + date.slice(8), monthOf(first).last].sort()[0] ?? first;
}

/** What the days cost over which one drags, as an absence of the first type. */
function DragPrice() {
  const range = rangeOf();
  const [type] = typesFor();
  const wish =
    range === null || type === undefined
      ? null
      : {
          type_id: type.absence_type_id,
          subtype_id: type.absence_subtype_id,
          from_date: range.from,
          to_date: range.to,
        };
  const price = usePrice(wish, () => {});
  if (wish === null) return <span class="muted hint no-print">{words.value.absences.dragHint}</span>;
  return <PriceLine {...{ wish, price }} />;
}

function rangeOf(): Range | null {
  const held = picked.value;
  if (held === null) return null;
  const [from = '', to = ''] = [held.anchor, held.at].sort();
  return { from, to };
}

function dateUnder(event: PointerEvent): CivilDate | null {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-date]') : null;
  return cell?.dataset['date'] ?? null;
}

function Month({ first, stop }: { readonly first: CivilDate; readonly stop: CivilDate }) {
  const { last } = monthOf(first);
  return (
    <div class="strip-month" role="row">
      <span class="name" role="rowheader">
        {monthShort(first)}
      </span>
      {datesFrom(first, daysBetween(first, last) + 1).map((date) => (
        <Cell key={date} date={date} isStop={date === stop} />
      ))}
    </div>
  );
}

function Cell({ date, isStop }: { readonly date: CivilDate; readonly isStop: boolean }) {
  const day = byDate.value.get(date);
  const range = rangeOf();
  const isPicked = range !== null && date >= range.from && date <= range.to;
  const kind = day === undefined ? '' : day.type === 'public_holiday' ? 'holiday' : 'absence';
  const isOpen = day?.status === 0 || day?.status === 5;
  const what = day === undefined ? '' : nameOf(day);
  const look = [
    'strip-day',
    kind,
    isOpen ? 'open' : '',
    isFreeDate(date) ? 'free' : '',
    date === today.value ? 'today' : '',
    isPicked ? 'picked' : '',
  ].join(' ');
  const label = `${dateMedium(date)}${what === '' ? '' : ` · ${what}`}`;
  return (
    <span
      class={look}
      role="gridcell"
      data-date={date}
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      aria-selected={isPicked}
      title={label}
    >
      {Number(date.slice(8))}
    </span>
  );
}

function nameOf(day: AbsenceDay): string {
  if (day.type === 'public_holiday') return day.comment ?? words.value.week.holiday;
  return absenceType(day.type_id, day.subtype_id)?.name_const ?? words.value.week.absence;
}
