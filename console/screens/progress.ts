// The present day as the shell and Today show it.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { addDays, datesFrom, daysBetween, type CivilDate } from '../domain/civil.ts';
import { secondsOfHours } from '../domain/duration.ts';
import type { AccountDay } from '../domain/rows.ts';
import { balanceOf, progressOf, uncountedOf, type DayProgress } from '../domain/today.ts';
import { layOutDays, type ToldDay, type WeekDay } from '../domain/week.ts';
import { dateAt } from '../domain/zones.ts';
import { running, spans, storedSpans } from '../store/bookings.ts';
import { now } from '../store/clock.ts';
import { viewOf } from '../store/outbox.ts';
import { who, zone } from '../store/session.ts';
import { stored } from '../store/tables.ts';

const absenceDays = viewOf('absenceDays');

/** Today's date on the person's calendar. */
export const today: ReadonlySignal<CivilDate> = computed(() => dateAt(now.value, zone.value));

/** The person's account, day by day. */
export const accountDays: ReadonlySignal<ReadonlyMap<CivilDate, AccountDay>> = computed(
  () =>
    new Map(
      [...stored('timesheetAccountings').value.values()]
        .filter((row) => row.user_id === who.value?.user_id)
        .map((row) => [row.date, row]),
    ),
);

/** The person's days of absence that are granted or asked for, and public holidays. */
export const ownAbsenceDays = computed(() =>
  [...absenceDays.value.values()].filter(
    (day) => day.user_id === who.value?.user_id && day.status !== 2 && day.status !== 3,
  ),
);

/** What the server says of today while a timer runs; `null`: it has not been asked, or something has changed since. */
export const told = signal<ToldDay | null>(null);

const source = computed(() => ({
  spans: spans.value,
  stored: storedSpans.value,
  account: accountDays.value,
  absenceDays: ownAbsenceDays.value,
  zone: zone.value,
  now: now.value,
  told: told.value,
}));

/** Today with its bookings and sums. */
export const day: ReadonlySignal<WeekDay | undefined> = computed(
  () => layOutDays(source.value, [today.value])[0],
);

/** What a timer adds that has run since before today, in seconds of those days. */
const carried = computed(() => {
  const from = dateAt(running.value?.start ?? now.value, zone.value);
  const days = layOutDays(source.value, datesFrom(from, daysBetween(from, today.value)));
  return uncountedOf(days, accountDays.value);
});

/** What is done and left today. */
export const progress: ReadonlySignal<DayProgress> = computed(() =>
  progressOf(
    { worked: day.value?.worked ?? 0, target: day.value?.target ?? null },
    running.value,
    now.value,
    told.value,
  ),
);

/** When the target is reached at this pace. */
export const homeAt: ReadonlySignal<number | null> = computed(() => progress.value.homeAt);

/** The overtime account in seconds: as of yesterday, and what today adds so far. */
export const balance: ReadonlySignal<number | null> = computed(() => {
  const before = balanceOf([...accountDays.value.values()], addDays(today.value, -1));
  if (before === null) return null;
  const { worked, target } = progress.value;
  return secondsOfHours(before) + carried.value + worked - (target ?? 0);
});
