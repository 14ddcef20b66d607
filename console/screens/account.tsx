// The working time account: a month day by day, the balance as a line, and why each number is what it is.
import { computed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  addDays,
  addMonths,
  datesFrom,
  daysBetween,
  isCivilDate,
  monthOf,
  shownDate,
  type CivilDate,
} from '../domain/civil.ts';
import { isConfirmable, isDecidable, type Confirming } from '../domain/confirmable.ts';
import { formatBalance, formatDuration, secondsOfHours } from '../domain/duration.ts';
import type { AccountDay } from '../domain/rows.ts';
import { Button } from '../parts/button.tsx';
import { Figures } from '../parts/figures.tsx';
import { useKeys } from '../parts/keys.ts';
import { LinePlot } from '../parts/line-plot.tsx';
import { addressOf, go, route } from '../router.ts';
import { running } from '../store/bookings.ts';
import { viewOf } from '../store/outbox.ts';
import { who } from '../store/session.ts';
import { amount, dayMedium, monthLong } from '../words/dates.ts';
import { words } from '../words/words.ts';
import { AccountRow } from './account-row.tsx';
import { countedName } from './behind.ts';
import { confirmAndTell } from './confirm-days.ts';
import { DatesMissing } from './dates-missing.tsx';
import { ExportMonth } from './export-month.tsx';
import { today } from './progress.ts';
import { Empty, PrintButton, Turn } from './screen-parts.tsx';
import { useDates } from './use-dates.ts';
import { WhyNumber, type WhyLine } from './why.tsx';

const view = viewOf('timesheetAccountings');
const ownDays = computed(
  () =>
    new Map(
      [...view.value.values()]
        .filter((row) => row.user_id === who.value?.user_id)
        .map((row) => [row.date, row]),
    ),
);
/** The day that the address names: it is unfolded. */
const opened = computed((): CivilDate | null =>
  isCivilDate(route.value.detail) ? route.value.detail : null,
);
const first = computed((): CivilDate => {
  const named = opened.value ?? `${route.value.detail}-01`;
  return monthOf(shownDate(named, today.value)).first;
});
const monthName = computed(() => first.value.slice(0, 7));

const circumstances = computed((): Confirming => ({
  today: today.value,
  running: running.value,
  isActedFor: typeof who.value?.actor_id === 'number',
}));

/** The screen. */
export function Account() {
  const w = words.value.account;
  const { last } = monthOf(first.value);
  const dates = datesFrom(first.value, daysBetween(first.value, last) + 1);
  const rows = dates.flatMap((date) => ownDays.value.get(date) ?? []);
  const missing = useDates(addDays(first.value, -1), last);
  const isHere = rows.some((row) => row.date === opened.value);
  useEffect(() => {
    if (isHere) document.querySelector('.explained')?.scrollIntoView({ block: 'center' });
  }, [isHere, opened.value]);
  const turn = (by: number): void => {
    go(addressOf('account', addMonths(first.value, by).slice(0, 7)));
  };
  useKeys({
    j: () => turn(1),
    k: () => turn(-1),
    c: () => {
      const row = rows.find((one) => one.date === (opened.value ?? today.value));
      if (row !== undefined && isDecidable(row, circumstances.value)) void confirm([row]);
    },
  });
  const open = rows.filter((row) => isConfirmable(row, circumstances.value));
  return (
    <div class="account">
      <div class="screen-head">
        <Turn {...w} onTurn={turn}>
          <h1>{monthLong(first.value)}</h1>
        </Turn>
        <p class="only-print">{who.value?.fullname}</p>
        <div class="actions push no-print">
          {open.length > 0 && (
            <Button icon="check" onClick={() => void confirm(open)}>
              {w.confirmMonth}
            </Button>
          )}
          <ExportMonth month={monthName.value} person={who.value?.user_id ?? 0} />
          <PrintButton />
        </div>
      </div>
      <DatesMissing dates={missing} />
      {rows.length === 0 ? (
        !missing.isLoading &&
        missing.refusal === null && (
          <Empty said={w.empty} hint={last < today.value ? w.emptyHint : undefined} />
        )
      ) : (
        <>
          <MonthFigures rows={rows} />
          <LinePlot
            label={w.plot}
            values={dates.map((date) => balanceOn(date))}
            tick={(hours) => formatBalance(secondsOfHours(hours))}
          />
          <MonthTable
            rows={rows}
            onOpen={(date) =>
              go(addressOf('account', date === opened.value ? monthName.value : date), 'replace')
            }
            onConfirm={(row) => void confirm([row])}
          />
          <p class="signatures only-print">
            <span>{w.signature}</span>
            <span>{w.signatureBoss}</span>
          </p>
        </>
      )}
    </div>
  );
}

function balanceOn(date: CivilDate): number | null {
  return date > today.value ? null : (ownDays.value.get(date)?.working_time_total_balance ?? null);
}

async function confirm(rows: readonly AccountDay[]): Promise<void> {
  const isBack = rows.length === 1 && rows[0]?.approved_by_user === 1;
  await confirmAndTell({ rows, isBack, canUndo: true });
}

function MonthFigures({ rows }: { readonly rows: readonly AccountDay[] }) {
  const w = words.value.account;
  const until = rows.filter((row) => row.date <= today.value);
  const last = until.at(-1);
  // In a month that has not begun it is known what is to be worked and, as planned days off take theirs, how much holiday is left.
  const known = until.length === 0 ? rows : until;
  const sum = (
    name: string,
    of: (row: AccountDay) => number | null,
    format: (seconds: number) => string,
    days: readonly AccountDay[] = until,
  ) => {
    const terms = days.map((row) => ({ row, seconds: secondsOfHours(of(row) ?? 0) }));
    const lines = () =>
      terms
        .filter(({ seconds }) => seconds !== 0)
        .map(({ row: { date }, seconds }) => ({
          name: dayMedium(date),
          shown: format(seconds),
          href: addressOf('account', date),
        }));
    const shown = format(terms.reduce((total, { seconds }) => total + seconds, 0));
    return [name, <WhyNumber {...{ name, shown }} why={lines} />] as const;
  };
  const balance = last?.working_time_total_balance ?? null;
  const shownBalance = balance === null ? '–' : formatBalance(secondsOfHours(balance));
  const nameOfBalance = last?.date === today.value ? countedName(w.balance) : w.balance;
  const left = known.at(-1)?.holiday_balance ?? null;
  const shownLeft = left === null ? '–' : amount(left);
  const figures = [
    sum(w.worked, (row) => row.total_working_time, formatDuration),
    sum(w.target, (row) => row.target_working_hours, formatDuration, known),
    last === undefined
      ? ([w.difference, '–'] as const)
      : sum(w.difference, (row) => row.working_time_daily_balance, formatBalance),
    [
      nameOfBalance,
      balance === null ? (
        shownBalance
      ) : (
        <WhyNumber name={nameOfBalance} shown={shownBalance} why={addressOf('account', last?.date ?? '')} />
      ),
    ],
    [
      w.holidayLeft,
      left === null ? (
        shownLeft
      ) : (
        <WhyNumber name={w.holidayLeft} shown={shownLeft} why={() => holidayLines(known)} />
      ),
    ],
  ] as const;
  return <Figures of={figures} />;
}

/** What holiday was left before the month, and each day on which that changed. */
function holidayLines(days: readonly AccountDay[]): readonly WhyLine[] {
  const w = words.value.account;
  const before = ownDays.value.get(addDays(days[0]?.date ?? '', -1))?.holiday_balance ?? 0;
  const lines = [{ name: w.before, shown: amount(before) }];
  let left = before;
  for (const { date, holiday_balance: after } of days) {
    if (after !== null && after !== left) lines.push({ name: dayMedium(date), shown: signed(after - left) });
    left = after ?? left;
  }
  return lines;
}

function signed(days: number): string {
  return days > 0 ? `+${amount(days)}` : amount(days);
}

interface TableProps {
  readonly rows: readonly AccountDay[];
  readonly onOpen: (date: CivilDate) => void;
  readonly onConfirm: (row: AccountDay) => void;
}

function MonthTable({ rows, onOpen, onConfirm }: TableProps) {
  const w = words.value.account;
  const heads = [w.begin, w.end, w.break, w.worked, w.target, w.difference, w.balance] as const;
  return (
    <div class="month-scroll">
      <table class="month">
        <caption class="sr">{w.table}</caption>
        <thead>
          <tr>
            <th scope="col">{w.day}</th>
            {heads.map((name, index) => (
              <th
                key={name}
                scope="col"
                class={`num ${index < 3 ? 'wide-only' : ''} ${index === 4 ? 'roomy' : ''}`}
              >
                {name}
              </th>
            ))}
            <th scope="col">
              <span class="sr">{w.confirmed}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <AccountRow
              key={row.date}
              row={row}
              before={ownDays.value.get(addDays(row.date, -1)) ?? null}
              isOpen={row.date === opened.value}
              onOpen={() => onOpen(row.date)}
              onConfirm={isDecidable(row, circumstances.value) ? () => onConfirm(row) : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
