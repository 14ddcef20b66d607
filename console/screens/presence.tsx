// Who is in: people by department, what they do and since when, who is missing in core time, who is back when.
import { computed } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { addDays, type CivilDate } from '../domain/civil.ts';
import { formatDuration } from '../domain/duration.ts';
import { matching } from '../domain/match.ts';
import type { Presence } from '../domain/rows.ts';
import { momentOf } from '../domain/zones.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useKeys } from '../parts/keys.ts';
import { tasks } from '../store/bookings.ts';
import { now } from '../store/clock.ts';
import { who, zone } from '../store/session.ts';
import { stored } from '../store/tables.ts';
import { dayMedium, words } from '../words/words.ts';
import { clockText } from './timer-actions.ts';

const rows = stored('userStatusOverview');
const people = computed(() => {
  const active = stored('users').value;
  return [...rows.value.values()]
    .filter((row) => active.get(row.user_id)?.active !== 0)
    .sort((a, b) => a.user_fullname.localeCompare(b.user_fullname));
});

/** The screen. */
export function PresenceScreen() {
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const w = words.value.presence;
  useKeys({ '/': () => search.current?.focus() });
  const found = matching(people.value, text, (row) => row.user_fullname);
  const inside = people.value.filter((row) => row.status === 1 || row.status === 2).length;
  return (
    <div class="presence">
      <div class="screen-head">
        <h1>{words.value.screens.presence}</h1>
        {people.value.length > 1 && <span class="muted">{w.count(inside, people.value.length)}</span>}
        <input
          ref={search}
          class="input push presence-search no-print"
          type="search"
          aria-label={w.search}
          placeholder={w.search}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {people.value.length <= 1 && (
        <p class="empty">
          <span class="said">{w.empty}</span>
          {w.emptyHint}
        </p>
      )}
      {text !== '' && found.length === 0 && <p class="muted">{w.noMatch(text)}</p>}
      {groupsOf(found).map(([name, list]) => (
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

function groupsOf(list: readonly Presence[]): readonly (readonly [string, readonly Presence[]])[] {
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
    Presence['status'],
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
  const { word, icon, look } = states[row.status];
  const started = row.time_tracking_start_time;
  const since =
    started === null ? null : momentOf(started, row.time_tracking_start_time_timezone_id ?? zone.value);
  const task = row.time_tracking_task_id === null ? undefined : tasks.value.get(row.time_tracking_task_id);
  const back = row.status === 3 ? backOn(row) : null;
  const expected = row.status === 5 && row.core_time_start !== null ? row.core_time_start : null;
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
        {back !== null && w.presence.backOn(dayMedium(back))}
        {expected !== null && w.presence.expected(`${Number(expected.slice(0, 2))}:${expected.slice(3, 5)}`)}
      </span>
    </li>
  );
}

/** The day after the last absence that reaches over today; `null` when the absence may not be seen. */
function backOn(row: Presence): CivilDate | null {
  const ids = (row.current_absence_ids ?? '').split(',').filter(Boolean).map(Number);
  const last = ids
    .flatMap((id) => stored('absences').value.get(id)?.to_date ?? [])
    .sort()
    .at(-1);
  return last === undefined ? null : addDays(last, 1);
}
