// Absences: what is left, the year at a glance, requests and what became of them.
import { computed, effect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { CivilDate } from '../domain/civil.ts';
import { formatBalance, secondsOfHours } from '../domain/duration.ts';
import type { Absence, AbsenceDay } from '../domain/rows.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/field.tsx';
import { useKeys } from '../parts/keys.ts';
import { holdsDays, readSummary, summaries, type HolidayYear } from '../store/absences.ts';
import { viewOf } from '../store/outbox.ts';
import { who } from '../store/session.ts';
import { pulls } from '../store/sync.ts';
import { stored } from '../store/tables.ts';
import { amount, dateMedium, dateRange } from '../words/dates.ts';
import { words } from '../words/words.ts';
import type { Range } from './absence-fields.tsx';
import { AbsenceForm } from './absence-form.tsx';
import { typesFor, useAbsenceRights } from './absence-rights.ts';
import { countedName } from './behind.ts';
import { absenceType } from './day-off.ts';
import { ownAbsenceDays, today } from './progress.ts';
import { Empty } from './screen-parts.tsx';
import { sizeOf } from './size-of.ts';
import { mayTakeBack, takeBack } from './take-back.ts';
import { WhyNumber, type WhyLine } from './why.tsx';
import { nextWorkday, YearStrip } from './year-strip.tsx';

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
  const canAsk = typesFor().length > 0;
  useAbsenceRights(who.value?.user_id ?? 0);
  useEffect(
    () =>
      effect(() => {
        const person = who.value?.user_id;
        // Whatever happens to absences changes the account.
        if (person !== undefined && stored('absences').value.size >= 0) void readSummary(person);
      }),
    [],
  );
  const ask = (): void => {
    const day = nextWorkday(today.value);
    setAsking({ from: day, to: day });
  };
  useKeys({ n: ask });
  const upcoming = own.value.filter((row) => row.to_date >= today.value).toReversed();
  const past = own.value.filter((row) => row.to_date < today.value);
  return (
    <div class="absences">
      <div class="screen-head">
        <h1>{words.value.screens.absences}</h1>
        <Button class="push no-print" look="primary" icon="plus" disabled={!canAsk} onClick={ask}>
          {w.request}
        </Button>
      </div>
      {pulls.value === 0 ? <Problem text={words.value.status.offline} /> : <Balances />}
      <YearStrip onPick={setAsking} />
      {own.value.length === 0 ? (
        pulls.value > 0 && <Empty said={w.empty} />
      ) : (
        <>
          {upcoming.length > 0 && <AbsenceList title={w.upcoming} list={upcoming} />}
          {past.length > 0 && <AbsenceList title={w.past} list={past} />}
        </>
      )}
      {asking !== null && canAsk && <AbsenceForm range={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

function Balances() {
  const w = words.value.absences;
  const summary = summaries.value.get(who.value?.user_id ?? 0);
  if (summary === undefined) return <div class="balances" aria-busy="true" />;
  const { current_period: present, next_period: next, overtime } = summary;
  const years = [present, ...(next.show_period === 1 ? [next] : [])].filter(holdsDays);
  return (
    <div class="balances">
      {years.length === 0 && <p class="muted">{w.noHoliday}</p>}
      {years.map((year, index) => (
        <HolidayCard key={year.period_from} year={year} isMain={index === 0} />
      ))}
      {overtime !== null && (
        <section class="card" aria-label={w.overtime}>
          <h2>{w.overtime}</h2>
          <Terms
            name={w.overtime}
            of={formatBalance(secondsOfHours(overtime.overtime_available))}
            terms={[
              [countedName(words.value.screens.account), overtime.overtime_saldo],
              [w.requested, -overtime.overtime_requested],
              [w.granted, -overtime.overtime_granted],
            ]}
            shownOf={(hours) => formatBalance(secondsOfHours(hours))}
          />
        </section>
      )}
    </div>
  );
}

function HolidayCard({ year, isMain }: { readonly year: HolidayYear; readonly isMain: boolean }) {
  const w = words.value.absences;
  const name = year.period_from.slice(0, 4);
  const expiry = expiryOf(year.expiration_tooltip ?? '');
  const left = year.claim_holiday;
  const taken = daysOf(year, ({ status, date }) => status === 1 && date <= today.value);
  const granted = daysOf(year, ({ status, date }) => status === 1 && date > today.value);
  const requested = daysOf(year, ({ status }) => status !== 1);
  const account: readonly Term[] = [
    [w.carried, year.claim_from_last_period],
    [w.expired, -year.expired_from_last_period],
    [w.entitled, year.claim_period],
    [w.taken, -year.consumption_period, taken],
  ];
  return (
    <section class={`card ${isMain ? 'main' : ''}`} aria-label={`${w.balance} ${name}`}>
      <h2>
        {w.balance} {name}
      </h2>
      <Terms
        name={`${w.balance} ${name}`}
        of={amount(year.holiday_available)}
        unit={w.left}
        terms={[
          ...account,
          [w.granted, -year.holiday_granted, granted],
          [w.requested, -year.holiday_requested, requested],
        ]}
        between={
          isMain && left !== year.holiday_available ? [w.now, left, () => linesOf(account, amount)] : null
        }
        shownOf={amount}
      />
      {expiry !== null && <p class="muted">{w.expires(expiry.days, dateMedium(expiry.date))}</p>}
    </section>
  );
}

/** What expires when, out of the only place where the server says it: a sentence. `null`: nothing, or it says it otherwise. */
function expiryOf(sentence: string): { readonly days: string | null; readonly date: CivilDate } | null {
  const [, days, date] = /^(?:([\d.]+) days carried|Days left) over expire after (\S+) /.exec(sentence) ?? [];
  return date === undefined ? null : { days: days === undefined ? null : amount(Number(days)), date };
}

/** The days of holiday in a year that are meant, each with what it costs. */
function daysOf(year: HolidayYear, isMeant: (day: AbsenceDay) => boolean): () => readonly WhyLine[] {
  return () =>
    ownAbsenceDays.value
      .filter((day) => day.type === 'holiday' && isMeant(day))
      .filter(({ date }) => date >= year.period_from && date <= year.period_to)
      .map(({ date, value }) => ({ name: dateMedium(date), shown: amount(-(value ?? 0)) }));
}

/** What a balance is made of; it says itself what it was added up from, or all terms together do. */
type Term = readonly [name: string, value: number, why?: () => readonly WhyLine[]];

interface TermsProps {
  readonly name: string;
  readonly of: string;
  readonly unit?: string;
  readonly terms: readonly Term[];
  /** A sum on the way. */
  readonly between?: Term | null;
  readonly shownOf: (value: number) => string;
}

/** A balance and its terms; each number opens to why. */
function Terms({ name, of, unit, terms, between, shownOf }: TermsProps) {
  const all = (): readonly WhyLine[] => linesOf(terms, shownOf);
  const shown = between == null ? terms : [...terms, between];
  return (
    <>
      <p class="big-figure">
        <WhyNumber name={name} shown={of} why={all} />{' '}
        {unit !== undefined && <span class="unit">{unit}</span>}
      </p>
      <dl class="lines">
        {shown
          .filter(([, value]) => value !== 0)
          .map(([term, value, why]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd class="num">
                <WhyNumber
                  name={term}
                  shown={shownOf(value)}
                  why={why ?? all}
                  of={why === undefined ? [name, of] : undefined}
                />
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}

function linesOf(terms: readonly Term[], shownOf: (value: number) => string): readonly WhyLine[] {
  return terms.filter(([, value]) => value !== 0).map(([name, value]) => ({ name, shown: shownOf(value) }));
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
  const name = absenceType(row.type_id, row.subtype_id)?.name_const ?? w.week.absence;
  return (
    <li
      class={`absence-line ${row.status === 3 || row.status === 2 ? 'over' : ''}`}
      data-absence={row.id}
      tabIndex={-1}
    >
      <span class="when">{dateRange(row.from_date, row.to_date)}</span>
      <strong>{name}</strong>
      <span class="muted">{sizeOf(row)}</span>
      <span class={`chip ${looks[row.status]}`}>{w.absences.status[row.status]}</span>
      {mayTakeBack(row) && row.id > 0 && (
        <Button look="small" class="no-print" onClick={() => void takeBack(row, name)}>
          {row.status === 1 ? w.absences.cancelGranted : w.absences.cancel}
        </Button>
      )}
      {(row.request_comment ?? '') !== '' && <p class="muted comment">{row.request_comment}</p>}
      {(row.granted_comment ?? '') !== '' && <p class="muted comment">{row.granted_comment}</p>}
    </li>
  );
}
