// Who is in: people by department, what they do and since when, who is missing in core time, who is away until when.
import { computed } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isAwayAt, minuteOf } from '../domain/away.ts';
import { addDays, type CivilDate } from '../domain/civil.ts';
import { formatDuration } from '../domain/duration.ts';
import { isEmployedIn } from '../domain/employed.ts';
import { compare, matching } from '../domain/match.ts';
import type { AbsenceDay, Presence } from '../domain/rows.ts';
import { localTime, momentOf } from '../domain/zones.ts';
import { Problem } from '../parts/field.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { SearchField } from '../parts/inputs.tsx';
import { useKeys } from '../parts/keys.ts';
import { tasks } from '../store/bookings.ts';
import { now } from '../store/clock.ts';
import { reading } from '../store/readings.ts';
import { who, zone } from '../store/session.ts';
import { pulls } from '../store/sync.ts';
import { stored } from '../store/tables.ts';
import { awayWords } from '../words/away-words.ts';
import { dayMedium } from '../words/dates.ts';
import { language, words } from '../words/words.ts';
import { today } from './progress.ts';
import { Empty } from './screen-parts.tsx';
import { daySize } from './size-of.ts';
import { clockText } from './timer-actions.ts';
import { useReading } from './use-reading.ts';

const rows = stored('userStatusOverview');
const people = computed(() => {
  const known = stored('users').value;
  return [...rows.value.values()]
    .filter((row) => {
      const person = known.get(row.user_id);
      return (
        person === undefined ||
        (person.active !== 0 && (row.is_running === 1 || isEmployedIn(person, today.value, today.value)))
      );
    })
    .sort((a, b) => a.user_fullname.localeCompare(b.user_fullname));
});

/** Of colleagues it is known whether they work, and on which days they are away. */
const isPartly = computed(() => people.value.some((row) => row.status === undefined));
const daysAway = reading<AbsenceDay>('presence.away');
const away = computed(() => Map.groupBy(daysAway.rows.value ?? [], (day) => day.user_id));
/** The minute of the day. Where a colleague's clocks show another one is not known. */
const minute = computed(() => minuteOf(localTime(now.value, zone.value).slice(11)));

function statusOf(row: Presence): keyof typeof states {
  if (row.status !== undefined) return row.status;
  if (row.is_running === 1) return 1;
  const days = away.value.get(row.user_id) ?? [];
  return days.some((day) => isAwayAt(day, minute.value)) ? 3 : 0;
}

/** The screen. */
export function PresenceScreen() {
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const w = words.value.presence;
  useKeys({ '/': () => search.current?.focus() });
  const found = matching(people.value, text, (row) => row.user_fullname);
  useReading(daysAway, 'absenceDays', () =>
    isPartly.value
      ? { date: today.value, status: 1, _fields: 'id,user_id,date,value,value_unit,begin' }
      : null,
  );
  const drawn = useDrawn(found.length);
  const inside = people.value.filter((row) => [1, 2].includes(statusOf(row))).length;
  return (
    <div class="presence">
      <div class="screen-head">
        <h1>{words.value.screens.presence}</h1>
        {people.value.length > 1 && <span class="muted">{w.count(inside, people.value.length)}</span>}
        <SearchField label={w.search} inputRef={search} look="push no-print" onText={setText} />
      </div>
      {pulls.value === 0 && <Problem text={words.value.status.offline} />}
      {pulls.value > 0 && people.value.length <= 1 && <Empty said={w.empty} hint={w.emptyHint} />}
      {text !== '' && found.length === 0 && <p class="muted">{w.noMatch(text)}</p>}
      {firstOf(groupsOf(found), drawn).map(([name, list]) => (
        <section key={name} class="presence-group">
          <h2>{name}</h2>
          <ul>
            {list.map((row) => (
              <PersonLine key={row.user_id} row={row} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** More lines than a window has in sight, and how many each frame adds. */
const [linesAtOnce, linesOfFrame] = [40, 20];

/** How many lines are drawn: those in sight at once, the others frame by frame, because 300 would keep the first ones waiting. */
function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(linesAtOnce);
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + linesOfFrame));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return drawn;
}

type Group = readonly [name: string, list: readonly Presence[]];

/** The groups as far as so many lines. */
function firstOf(groups: readonly Group[], lines: number): readonly Group[] {
  let left = lines;
  return groups.flatMap(([name, list]): readonly Group[] => {
    const some = list.slice(0, Math.max(left, 0));
    left -= list.length;
    return some.length === 0 ? [] : [[name, some]];
  });
}

function groupsOf(list: readonly Presence[]): readonly Group[] {
  const departments = stored('departments').value;
  const groups = new Map<string, Presence[]>();
  for (const row of list) {
    const name =
      departments.get(row.department_id ?? 0)?.department_name ?? words.value.presence.noDepartment;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups].sort((a, b) => a[0].localeCompare(b[0]));
}

const states: Readonly<
  Record<
    0 | 1 | 2 | 3 | 5,
    {
      readonly word: 'in' | 'break' | 'leave' | 'out' | 'core';
      readonly icon: IconName;
      readonly look: string;
    }
  >
> = {
  0: { word: 'out', icon: 'circle', look: '' },
  1: { word: 'in', icon: 'check', look: 'work' },
  2: { word: 'break', icon: 'coffee', look: 'break' },
  3: { word: 'leave', icon: 'plane', look: 'absence' },
  5: { word: 'core', icon: 'triangle-alert', look: 'violation' },
};

function PersonLine({ row }: { readonly row: Presence }) {
  const w = words.value;
  const status = statusOf(row);
  const { word, icon, look } = states[status];
  const started = row.time_tracking_start_time ?? null;
  const since =
    started === null ? null : momentOf(started, row.time_tracking_start_time_timezone_id ?? zone.value);
  const task = tasks.value.get(row.time_tracking_task_id ?? 0);
  const until = status === 3 ? awayUntil(row) : null;
  const expected = status === 5 ? (row.core_time_start ?? null) : null;
  const hours = (row.status === undefined ? (away.value.get(row.user_id) ?? []) : [])
    .filter((day) => day.value_unit === 'hs')
    .map(daySize);
  return (
    <li class="person">
      <span class="person-name">
        {row.user_fullname}
        {row.user_id === who.value?.user_id && <span class="muted"> ({w.general.you})</span>}
      </span>
      <span class={`chip ${look}`}>
        <Icon name={icon} size={14} />
        {w.presence[word]}
      </span>
      <span class="muted person-detail">
        {since !== null && (
          <>
            {w.presence.since(clockText(since))} · {formatDuration(now.value - since)}
            {task === undefined ? '' : ` · ${task.name}`}
          </>
        )}
        {until !== null && w.presence.awayUntil(dayMedium(until))}
        {hours.length > 0 && awayWords[language.value].today(hours.join(', '))}
        {expected !== null && w.presence.expected(`${Number(expected.slice(0, 2))}:${expected.slice(3, 5)}`)}
      </span>
    </li>
  );
}

/** The last day of an absence that reaches over today, and of those that follow at once; `null` when none may be seen. */
function awayUntil(row: Presence): CivilDate | null {
  const ids = (row.current_absence_ids ?? '').split(',').filter(Boolean).map(Number);
  const absences = [...stored('absences').value.values()].filter(
    ({ user_id: person, status }) => person === row.user_id && status === 1,
  );
  const ends = absences.filter(({ id }) => ids.includes(id)).map((absence) => absence.to_date);
  let last = ends.sort().at(-1) ?? null;
  for (const { from_date: from, to_date: to } of absences.sort((a, b) => compare(a.from_date, b.from_date)))
    if (last !== null && from <= addDays(last, 1) && to > last) last = to;
  return last;
}
