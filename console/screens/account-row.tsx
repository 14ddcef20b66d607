// A day of the account: its numbers, and unfolded how they come about, down to the bookings.
import { computed } from '@preact/signals';
import { formatBalance, formatDuration, secondsOfHours } from '../domain/duration.ts';
import type { AccountDay } from '../domain/rows.ts';
import { violationsOf } from '../domain/week.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { addressOf } from '../router.ts';
import { storedSpans } from '../store/bookings.ts';
import { zone } from '../store/session.ts';
import { dayMedium } from '../words/dates.ts';
import { dayLong, words } from '../words/words.ts';
import { DayExplained } from './day-explained.tsx';
import { absenceType } from './day-off.ts';
import { laterText } from './home-time.ts';
import { balance, homeAt, ownAbsenceDays, progress, today } from './progress.ts';
import { clockText, timesText } from './timer-actions.ts';

interface RowProps {
  readonly row: AccountDay;
  readonly before: AccountDay | null;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** Confirms the day, or takes that back; `null` where the person cannot. */
  readonly onConfirm: (() => void) | null;
}

const daysOff = computed(
  () => new Map(ownAbsenceDays.value.filter((day) => day.status === 1).map((day) => [day.date, day])),
);

/** Draws the row, and its explanation when it is open. */
export function AccountRow(props: RowProps) {
  const { row, isOpen, onOpen } = props;
  const w = words.value;
  const hours = (value: number | null): string =>
    value === null ? '–' : formatDuration(secondsOfHours(value));
  const isIdle = row.workday === 0 && (row.total_working_time ?? 0) === 0;
  const isAhead = row.date > today.value || isIdle;
  const off = daysOff.value.get(row.date);
  const look = `${row.workday === 0 ? 'free' : ''} ${isAhead ? 'ahead' : ''} ${row.date === today.value ? 'today' : ''}`;
  const offName =
    off === undefined
      ? null
      : off.type === 'public_holiday'
        ? (off.comment ?? w.week.holiday)
        : (absenceType(off.type_id, off.subtype_id)?.name_const ?? w.week.absence);
  const wrong = violationsOf(row)
    .map((one) => w.week.violations[one])
    .join(', ');
  // What is marked to be copied stays marked; a key presses the button.
  const press = ({ detail }: MouseEvent): void => {
    if (detail === 0 || getSelection()?.isCollapsed !== false) onOpen();
  };
  return (
    <>
      <tr class={look} onClick={press}>
        <th scope="row">
          <button type="button" class="why" aria-expanded={isOpen} title={w.account.whyOpen}>
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
            {dayMedium(row.date)}
          </button>
          {offName !== null && (
            <span class={`chip ${off?.type === 'public_holiday' ? 'holiday' : 'absence'}`}>{offName}</span>
          )}
          {wrong !== '' && (
            <span class="chip violation" title={wrong}>
              <Icon name="triangle-alert" size={12} />
              <span class="wide-only">{wrong}</span>
            </span>
          )}
        </th>
        <td class="num wide-only">{clock(row.begin_time)}</td>
        <td class="num wide-only">{clock(row.end_time)}</td>
        <td class="num wide-only">{(row.break ?? 0) === 0 ? '' : hours(row.break)}</td>
        <td class="num">
          {isAhead && (row.total_working_time ?? 0) === 0 ? '' : hours(row.total_working_time)}
        </td>
        <td class="num muted roomy">{isIdle ? '' : hours(row.target_working_hours)}</td>
        <td class="num">
          {isAhead || row.working_time_daily_balance === null
            ? ''
            : formatBalance(secondsOfHours(row.working_time_daily_balance))}
        </td>
        <td class="num strong">
          {row.date > today.value || row.working_time_total_balance === null
            ? ''
            : formatBalance(secondsOfHours(row.working_time_total_balance))}
        </td>
        <td class="mark">
          {row.approved_by_admin === 1 && <Mark icon="lock" text={w.account.released} />}
          {row.approved_by_admin === 0 && row.approved_by_user === 1 && (
            <Mark icon="check" text={w.account.confirmed} />
          )}
        </td>
      </tr>
      {isOpen && (
        <tr class="explained">
          <td colSpan={9}>
            <Explanation {...props} />
          </td>
        </tr>
      )}
    </>
  );
}

function Mark({ icon, text }: { readonly icon: 'lock' | 'check'; readonly text: string }) {
  return (
    <span title={text}>
      <Icon name={icon} size={14} />
      <span class="sr">{text}</span>
    </span>
  );
}

function clock(time: string | null): string {
  return time === null ? '' : `${Number(time.slice(0, 2))}:${time.slice(3, 5)}`;
}

function Explanation({ row, before, onConfirm }: RowProps) {
  const w = words.value.account;
  return (
    <div class="explanation">
      <DayExplained
        row={row}
        before={before}
        spans={storedSpans.value.filter((span) => span.end !== null)}
        zone={zone.value}
        times={(span) => <a href={addressOf('week', row.date, { at: String(span.id) })}>{timesText(span)}</a>}
        head={<h3>{dayLong(row.date)}</h3>}
      >
        {row.date === today.value && <SoFar />}
        {onConfirm !== null && (
          <Button class="no-print" icon={row.approved_by_user === 1 ? 'undo-2' : 'check'} onClick={onConfirm}>
            {row.approved_by_user === 1 ? w.unconfirm : w.confirm}
          </Button>
        )}
      </DayExplained>
    </div>
  );
}

/** Today as its screen shows it: with what the server has not counted yet. */
function SoFar() {
  const { today: w, account, general } = words.value;
  const { worked, target, left } = progress.value;
  const lines = [
    [w.worked, formatDuration(worked)],
    [w.target, target === null ? general.nothing : formatDuration(target)],
    [w.left, formatDuration(left)],
    ...(homeAt.value === null ? [] : [[w.home, clockText(homeAt.value)] as const]),
    ...(balance.value === null ? [] : [[w.balance, formatBalance(balance.value)] as const]),
  ] as const;
  const later = laterText();
  return (
    <>
      <dl aria-label={account.soFar}>
        <div>{account.soFar}</div>
        {lines.map(([name, shown]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="num">{shown}</dd>
          </div>
        ))}
      </dl>
      {later !== '' && <p>{later}</p>}
    </>
  );
}
