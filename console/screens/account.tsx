// The working time account: a month day by day, the balance as a line, and why each number is what it is.
import { computed } from '@preact/signals';
import { useState } from 'preact/hooks';
import {
  addDays,
  addMonths,
  datesFrom,
  daysBetween,
  isCivilDate,
  monthOf,
  type CivilDate,
} from '../domain/civil.ts';
import { formatBalance, formatDuration, secondsOfHours } from '../domain/duration.ts';
import type { AccountDay } from '../domain/rows.ts';
import { Button } from '../parts/button.tsx';
import { Figures } from '../parts/figures.tsx';
import { useKeys } from '../parts/keys.ts';
import { LinePlot } from '../parts/line-plot.tsx';
import { addressOf, go, route } from '../router.ts';
import { confirmDays } from '../store/account.ts';
import { viewOf } from '../store/outbox.ts';
import { who } from '../store/session.ts';
import { note, showRefusal } from '../store/undo.ts';
import { amount, dayMedium, monthLong, words } from '../words/words.ts';
import { AccountRow } from './account-row.tsx';
import { ExportMonth } from './export-month.tsx';
import { today } from './progress.ts';
import { DatesMissing, Empty, PrintButton, Turn } from './screen-parts.tsx';
import { useDates } from './use-dates.ts';

const view = viewOf('timesheetAccountings');
const ownDays = computed(
  () =>
    new Map(
      [...view.value.values()]
        .filter((row) => row.user_id === who.value?.user_id)
        .map((row) => [row.date, row]),
    ),
);
const first = computed((): CivilDate => {
  const { detail } = route.value;
  return monthOf(isCivilDate(`${detail}-01`) ? `${detail}-01` : today.value).first;
});

/** The screen. */
export function Account() {
  const [opened, setOpened] = useState<CivilDate | null>(null);
  const w = words.value.account;
  const { last } = monthOf(first.value);
  const dates = datesFrom(first.value, daysBetween(first.value, last) + 1);
  const rows = dates.flatMap((date) => ownDays.value.get(date) ?? []);
  const missing = useDates(addDays(first.value, -1), last);
  const turn = (by: number): void => {
    setOpened(null);
    go(addressOf('account', addMonths(first.value, by).slice(0, 7)));
  };
  useKeys({
    j: () => turn(1),
    k: () => turn(-1),
    c: () => {
      const row = rows.find((one) => one.date === (opened ?? today.value));
      if (row !== undefined) void confirm([row]);
    },
  });
  const open = rows.filter((row) => isConfirmable(row));
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
          <ExportMonth month={first.value.slice(0, 7)} person={who.value?.user_id ?? 0} />
          <PrintButton />
        </div>
      </div>
      <DatesMissing dates={missing} />
      {rows.length === 0 ? (
        !missing.isLoading && missing.refusal === null && <Empty said={w.empty} hint={w.emptyHint} />
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
            opened={opened}
            onOpen={(date) => setOpened(date === opened ? null : date)}
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

/** Whether the person can still confirm the day. */
function isConfirmable(row: AccountDay): boolean {
  return (
    row.date <= today.value &&
    row.approved_by_user === 0 &&
    row.approved_by_admin === 0 &&
    (row.workday === 1 || (row.total_working_time ?? 0) > 0)
  );
}

async function confirm(rows: readonly AccountDay[]): Promise<void> {
  const isBack = rows.length === 1 && rows[0]?.approved_by_user === 1;
  const { days, refusal } = await confirmDays(rows, isBack);
  if (refusal !== null) showRefusal(refusal);
  if (days.length === 0 || refusal !== null) return;
  const done = rows.filter((row) => days.includes(row.date));
  const subject = days.length === 1 ? dayMedium(days[0] ?? '') : words.value.account.days(days.length);
  note({ kind: isBack ? 'cancelled' : 'confirmed', subject, detail: '' }, async () => {
    const back = await confirmDays(done, !isBack);
    return back.refusal;
  });
}

function MonthFigures({ rows }: { readonly rows: readonly AccountDay[] }) {
  const w = words.value.account;
  const until = rows.filter((row) => row.date <= today.value);
  const sum = (of: (row: AccountDay) => number | null): number =>
    until.reduce((total, row) => total + secondsOfHours(of(row) ?? 0), 0);
  const last = until.at(-1);
  const figures = [
    [w.worked, formatDuration(sum((row) => row.total_working_time))],
    [w.target, formatDuration(sum((row) => row.target_working_hours))],
    [w.difference, formatBalance(sum((row) => row.working_time_daily_balance))],
    [
      w.balance,
      last?.working_time_total_balance == null
        ? '–'
        : formatBalance(secondsOfHours(last.working_time_total_balance)),
    ],
    [w.holidayLeft, last?.holiday_balance == null ? '–' : amount(last.holiday_balance)],
  ] as const;
  return <Figures of={figures} />;
}

interface TableProps {
  readonly rows: readonly AccountDay[];
  readonly opened: CivilDate | null;
  readonly onOpen: (date: CivilDate) => void;
  readonly onConfirm: (row: AccountDay) => void;
}

function MonthTable({ rows, opened, onOpen, onConfirm }: TableProps) {
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
              isOpen={row.date === opened}
              onOpen={() => onOpen(row.date)}
              onConfirm={() => onConfirm(row)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
