// Absences: what is left, the year at a glance, requests and what became of them.
import { computed, effect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { CivilDate } from '../domain/civil.ts';
import { formatBalance, secondsOfHours } from '../domain/duration.ts';
import type { Absence } from '../domain/rows.ts';
import { Button } from '../parts/button.tsx';
import { useKeys } from '../parts/keys.ts';
import {
  cancelAbsence,
  readSummary,
  requestAbsence,
  summaries,
  wishOf,
  type HolidayYear,
} from '../store/absences.ts';
import { viewOf } from '../store/outbox.ts';
import { who } from '../store/session.ts';
import { stored } from '../store/tables.ts';
import { note, showRefusal } from '../store/undo.ts';
import { amount, dateMedium, dateRange, words } from '../words/words.ts';
import type { Range } from './absence-fields.tsx';
import { AbsenceForm } from './absence-form.tsx';
import { absenceType } from './day-off.ts';
import { today } from './progress.ts';
import { Empty } from './screen-parts.tsx';
import { YearStrip } from './year-strip.tsx';

const rows = viewOf('absences');
const own = computed(() =>
  [...rows.value.values()]
    .filter((row) => row.user_id === who.value?.user_id)
    .sort((a, b) => b.from_date.localeCompare(a.from_date)),
);

/** The screen. */
export function Absences() {
  const [asking, setAsking] = useState<Range | null>(null);
  const w = words.value.absences;
  useEffect(
    () =>
      effect(() => {
        const person = who.value?.user_id;
        // Whatever happens to absences changes the account.
        if (person !== undefined && stored('absences').value.size >= 0) void readSummary(person);
      }),
    [],
  );
  const ask = (): void => setAsking({ from: today.value, to: today.value });
  useKeys({ n: ask });
  const upcoming = own.value.filter((row) => row.to_date >= today.value).toReversed();
  const past = own.value.filter((row) => row.to_date < today.value);
  return (
    <div class="absences">
      <div class="screen-head">
        <h1>{words.value.screens.absences}</h1>
        <Button class="push no-print" look="primary" icon="plus" onClick={ask}>
          {w.request}
        </Button>
      </div>
      <Balances />
      <YearStrip onPick={setAsking} />
      {own.value.length === 0 ? (
        <Empty said={w.empty} />
      ) : (
        <>
          {upcoming.length > 0 && <AbsenceList title={w.upcoming} list={upcoming} />}
          {past.length > 0 && <AbsenceList title={w.past} list={past} />}
        </>
      )}
      {asking !== null && <AbsenceForm range={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

function Balances() {
  const w = words.value.absences;
  const summary = summaries.value.get(who.value?.user_id ?? 0);
  if (summary === undefined) return <div class="balances" aria-busy="true" />;
  const { current_period: now, next_period: next, overtime } = summary;
  const years = [now, ...(next.show_period === 1 ? [next] : [])].filter((year) => year.claim_holiday !== 0);
  return (
    <div class="balances">
      {years.length === 0 && <p class="muted">{w.noHoliday}</p>}
      {years.map((year, index) => (
        <HolidayCard key={year.period_from} year={year} isMain={index === 0} />
      ))}
      {overtime !== null && (
        <section class="card" aria-label={w.overtime}>
          <h2>{w.overtime}</h2>
          <p class="big-figure">{formatBalance(secondsOfHours(overtime.overtime_available))}</p>
          <dl class="lines">
            <Line name={w.requested} value={overtime.overtime_requested} />
            <Line name={w.granted} value={overtime.overtime_granted} />
          </dl>
        </section>
      )}
    </div>
  );
}

function HolidayCard({ year, isMain }: { readonly year: HolidayYear; readonly isMain: boolean }) {
  const w = words.value.absences;
  const name = year.period_from.slice(0, 4);
  const expiry = expiryOf(year.expiration_tooltip ?? '');
  return (
    <section class={`card ${isMain ? 'main' : ''}`} aria-label={`${w.balance} ${name}`}>
      <h2>
        {w.balance} {name}
      </h2>
      <p class="big-figure">
        {amount(year.holiday_available)} <span class="unit">{w.left}</span>
      </p>
      <dl class="lines">
        <Line name={w.carried} value={year.claim_from_last_period} />
        <Line name={w.expired} value={-year.expired_from_last_period} />
        <Line name={w.entitled} value={year.claim_period} />
        <Line name={w.taken} value={-year.consumption_period} />
        {isMain && year.claim_holiday !== year.holiday_available && (
          <Line name={w.now} value={year.claim_holiday} />
        )}
        <Line name={w.granted} value={-year.holiday_granted} />
        <Line name={w.requested} value={-year.holiday_requested} />
      </dl>
      {expiry !== null && <p class="muted">{w.expires(expiry.days, dateMedium(expiry.date))}</p>}
    </section>
  );
}

/** What expires when, out of the only place where the server says it: a sentence. `null`: nothing, or it says it otherwise. */
function expiryOf(sentence: string): { readonly days: string | null; readonly date: CivilDate } | null {
  const [, days, date] = /^(?:([\d.]+) days carried|Days left) over expire after (\S+) /.exec(sentence) ?? [];
  return date === undefined ? null : { days: days === undefined ? null : amount(Number(days)), date };
}

function Line({ name, value }: { readonly name: string; readonly value: number }) {
  if (value === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd class="num">{amount(value)}</dd>
    </div>
  );
}

function AbsenceList({ title, list }: { readonly title: string; readonly list: readonly Absence[] }) {
  return (
    <section class="absence-list">
      <h2>{title}</h2>
      <ul>
        {list.map((row) => (
          <AbsenceLine key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

const looks = { 0: 'break', 1: 'absence', 2: 'violation', 3: '', 5: 'break' } as const;

function AbsenceLine({ row }: { readonly row: Absence }) {
  const w = words.value;
  const canCancel =
    row.status === 0 || row.status === 5 || (row.status === 1 && row.from_date >= today.value);
  const name = absenceType(row.type_id, row.subtype_id)?.name_const ?? w.week.absence;
  const size = row.duration_unit === 'hs' ? w.general.hoursOf : w.general.day;
  return (
    <li class={`absence-line ${row.status === 3 || row.status === 2 ? 'over' : ''}`}>
      <span class="when">{dateRange(row.from_date, row.to_date)}</span>
      <strong>{name}</strong>
      <span class="muted">
        {row.duration === null || row.duration === undefined ? '' : size(amount(row.duration))}
      </span>
      <span class={`chip ${looks[row.status]}`}>{w.absences.status[row.status]}</span>
      {canCancel && row.id > 0 && (
        <Button look="small" onClick={() => void takeBack(row, name)}>
          {row.status === 1 ? w.absences.cancelGranted : w.absences.cancel}
        </Button>
      )}
      {(row.request_comment ?? '') !== '' && <p class="muted comment">{row.request_comment}</p>}
      {(row.granted_comment ?? '') !== '' && <p class="muted comment">{row.granted_comment}</p>}
    </li>
  );
}

async function takeBack(row: Absence, name: string): Promise<void> {
  const { refusal } = await cancelAbsence(row.id);
  if (refusal !== null) return showRefusal(refusal);
  note(
    { kind: 'cancelled', subject: name, detail: '' },
    async () => (await requestAbsence(wishOf(row))).refusal,
  );
}
