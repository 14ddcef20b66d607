// What was refused when nobody waited for it any more: each with what it was, when it was done, and why.
import { dateAt } from '../domain/zones.ts';
import { IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { refusalText } from '../refusal-text.ts';
import type { Lost } from '../store/entry.ts';
import type { TableName } from '../store/fields.ts';
import { dismissLost, lostChanges } from '../store/outbox.ts';
import { zone } from '../store/session.ts';
import { stored } from '../store/tables.ts';
import { lostWords } from '../words/lost-words.ts';
import { dateRange, dayMedium } from '../words/dates.ts';
import { language, words } from '../words/words.ts';
import { clockText, taskName } from './timer-actions.ts';

/** A toast for each. */
export function LostToasts() {
  return (
    <>
      {lostChanges.value.map((lost) => (
        <div class="toast refused" key={`${lost.entry.key} ${lost.refusal.item}`}>
          <Icon name="triangle-alert" />
          <span>{lostText(lost)}</span>
          <IconButton icon="x" label={words.value.general.close} onClick={() => dismissLost(lost)} />
        </div>
      ))}
    </>
  );
}

/** `Refused: Book Design, Mon 16 Nov, 8:00–12:00 (done Tue 17 Nov, 9:05). This overlaps …`. */
function lostText({ entry, refusal, shift }: Lost): string {
  const { resource, action, id, patches, body, at } = entry;
  const w = lostWords[language.value];
  const [place, own] = Array.isArray(body) ? [refusal.item, null] : [-1, body as object | null];
  // Of what is no table, nothing is known here.
  const known = stored(resource as TableName)?.value.get(id ?? 0);
  const row = { ...known, ...patches.at(place)?.row, ...own };
  const text = subjectOf(row);
  const did = w.deeds[`${resource}/${action}`] ?? w.deed;
  const moment = (at ?? 0) + shift;
  const done = at === undefined ? null : `${dayMedium(dateAt(moment, zone.value))}, ${clockText(moment)}`;
  return w.text(text === '' ? did : `${did} ${text}`, done, refusalText(refusal));
}

/** The task, the day or the days, and the times: what there is of it. */
function subjectOf(row: Readonly<Record<string, unknown>>): string {
  const [from, to, day, last] = ['start_time', 'end_time', 'date', 'to_date'].map((name) =>
    String(row[name] ?? ''),
  );
  const first = String(row['from_date'] ?? (day || from?.slice(0, 10)));
  const clocks = [from, to].map((time) => time?.slice(11, 16).replace(/^0/, '')).filter(Boolean);
  const dates = first === '' ? '' : last ? dateRange(first, last) : dayMedium(first);
  const task = row['task_id'] === undefined ? '' : taskName(Number(row['task_id']));
  return [task, dates, clocks.join('–')].filter(Boolean).join(', ');
}
