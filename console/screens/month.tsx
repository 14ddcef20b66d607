// The team month: hours of people by day against their targets, violations, approvals; a chosen range is approved at once.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CivilDate } from '../domain/civil.ts';
import type { DaySum } from '../domain/day-sum.ts';
import { formatBalance, formatDuration, secondsOfHours } from '../domain/duration.ts';
import type { Person } from '../domain/rows.ts';
import { violationsOf } from '../domain/week.ts';
import { Button } from '../parts/button.tsx';
import { DayGrid, type Chosen, type GridCell } from '../parts/day-grid.tsx';
import { Problem } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { useKeys } from '../parts/keys.ts';
import { refusalText } from '../refusal-text.ts';
import { daysAtOnce } from '../store/account.ts';
import { reachesOthers, who } from '../store/session.ts';
import { monthWords } from '../words/month-words.ts';
import { dayLong, words } from '../words/words.ts';
import { confirmAndTell, confirming } from './confirm-days.ts';
import { ExportMonth } from './export-month.tsx';
import { MonthDay } from './month-day.tsx';
import { byPlace, days, holders, useMonthRows } from './month-rows.ts';
import { today } from './progress.ts';
import { Empty } from './screen-parts.tsx';
import { departmentOf, gridDays, monthDates, peopleFound, TeamHead, turnMonth } from './team-head.tsx';
import { WhyDialog, WhyNumber } from './why.tsx';

/** The screen. */
export function TeamMonth() {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<Chosen | null>(null);
  const [opened, setOpened] = useState<DaySum | null>(null);
  const [summed, setSummed] = useState<Summed | null>(null);
  const search = useRef<HTMLInputElement>(null);
  useMonthRows();
  const w = monthWords.value;
  const dates = monthDates.value;
  const found = peopleFound(text, holders.value);
  const rowAt = (row: number, column: number): DaySum | undefined =>
    byPlace.value.get(`${found[row]?.id ?? 0} ${dates[column] ?? ''}`);
  // What is not shown is not approved, whatever was chosen.
  const places = found
    .filter(({ id }) => picked?.ids.has(id))
    .flatMap(({ id }) => dates.filter((date) => picked?.dates.has(date)).map((date) => `${id} ${date}`));
  const chosen = places.flatMap((place) => byPlace.value.get(place) ?? []).filter(isApprovable);
  useEffect(() => setPicked(null), [dates[0]]);
  const canApprove = reachesOthers('approveTimesheetAccountings');
  const part = confirming.value;
  const approve = (): void => {
    if (chosen.length > 0 && part === null) void approveDays(chosen);
  };
  useKeys({
    j: () => turnMonth('month', 1),
    k: () => turnMonth('month', -1),
    '/': () => search.current?.focus(),
    ...(canApprove ? { a: approve } : {}),
  });
  const refusal = days.refusal.value;
  const more = <ExportMonth month={dates[0]?.slice(0, 7) ?? ''} />;
  return (
    <div class="team">
      <TeamHead {...{ screen: 'month', search, onSearch: setText, more }}>
        <span class="muted no-print" role="status">
          {part !== null && part.of > daysAtOnce && w.approving(part.decided, part.of)}
        </span>
        {/* It is always there: if it came with the first chosen day, the table would move away from below a finger. */}
        {canApprove && found.length > 0 && (
          <Button
            class="no-print"
            look="primary"
            icon="check"
            disabled={chosen.length === 0 || part !== null}
            onClick={approve}
          >
            {approveText(places.length, chosen)}
          </Button>
        )}
      </TeamHead>
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      {days.rows.value !== null && !days.isPart.value && found.length === 0 && (
        <Empty
          said={text === '' ? w.empty : words.value.presence.noMatch(text)}
          hint={text === '' ? w.emptyHint : ''}
        />
      )}
      {found.length > 0 && (
        <DayGrid
          label={w.grid}
          help={w.gridHelp}
          corner={words.value.team.person}
          todayAs="last"
          days={gridDays(dates)}
          between={[w.difference, w.balance]}
          rows={found.map((person) => ({
            id: person.id,
            name: person.fullname,
            under: departmentOf(person),
            after: <Sums {...{ person, dates }} onWhy={setSummed} onOpen={setOpened} />,
          }))}
          cell={(row, column) => cellOf(rowAt(row, column))}
          chosen={picked}
          onChosen={setPicked}
          onOpen={(row, column) => setOpened(rowAt(row, column) ?? null)}
        />
      )}
      <Legend />
      {summed !== null && (
        <WhyDifference {...{ summed }} onOpen={setOpened} onClose={() => setSummed(null)} />
      )}
      {opened !== null && (
        <MonthDay
          sum={opened}
          onClose={() => setOpened(null)}
          onReopened={() => {
            setOpened(null);
            void days.refresh();
          }}
        />
      )}
    </div>
  );
}

function Legend() {
  const w = monthWords.value;
  return (
    <ul class="legend" aria-label={words.value.week.legend}>
      {(['less', 'met', 'more', 'violation'] as const).map((name) => (
        <li key={name} class={name}>
          {w.legend[name]}
        </li>
      ))}
    </ul>
  );
}

/** Whether the day has begun, and is not approved by the company yet. */
function isApprovable(day: DaySum): boolean {
  if (day.date > today.value || day.approved_by_admin === 1) return false;
  return day.user_id !== who.value?.user_id || day.approved_by_user === 0;
}

/** Whether all are own days, which other people approve: the person only confirms them. */
function areOwn(rows: readonly DaySum[]): boolean {
  return rows.every((row) => row.user_id === who.value?.user_id);
}

function approveText(places: number, chosen: readonly DaySum[]): string {
  const w = monthWords.value;
  if (chosen.length === 0) return places === 0 ? w.approveHint : w.approveNone;
  return w[areOwn(chosen) ? 'confirm' : 'approve'](chosen.length);
}

function approveDays(rows: readonly DaySum[]): Promise<void> {
  // What is asked about own days only confirms them, unless no one else can approve them.
  const isApproved = ({ user_id: id, date }: DaySum): boolean =>
    id !== who.value?.user_id || byPlace.value.get(`${id} ${date}`)?.approved_by_admin === 1;
  const canUndo = reachesOthers('unapproveTimesheetAccountings');
  return confirmAndTell({ rows, isBack: false, canUndo, onDone: days.refresh, isApproved });
}

/** What a difference of a person was added up from. */
interface Summed {
  readonly name: string;
  readonly rows: readonly DaySum[];
  readonly sum: string;
}

interface DifferenceProps {
  readonly summed: Summed;
  readonly onOpen: (row: DaySum) => void;
  readonly onClose: () => void;
}

function WhyDifference({ summed, onOpen, onClose }: DifferenceProps) {
  const open = (row: DaySum): void => {
    onClose();
    onOpen(row);
  };
  return (
    <WhyDialog
      title={`${monthWords.value.difference}, ${summed.name}`}
      lines={summed.rows.map((row) => ({
        name: dayLong(row.date),
        shown: differenceOf(row),
        onOpen: () => open(row),
      }))}
      sum={summed.sum}
      onClose={onClose}
    />
  );
}

interface SumsProps {
  readonly person: Pick<Person, 'id' | 'fullname'>;
  readonly dates: readonly CivilDate[];
  readonly onWhy: (summed: Summed) => void;
  readonly onOpen: (row: DaySum) => void;
}

function Sums({ person, dates, onWhy, onOpen }: SumsProps) {
  const w = monthWords.value;
  const rows = dates.flatMap((date) => byPlace.value.get(`${person.id} ${date}`) ?? []);
  const until = rows.filter((row) => row.date <= today.value);
  const last = until.at(-1);
  const difference = until.reduce((sum, row) => sum + secondsOfHours(row.working_time_daily_balance ?? 0), 0);
  const balance = last?.working_time_total_balance ?? null;
  const sum = formatBalance(difference);
  const why = { name: person.fullname, rows: until.filter((row) => differenceOf(row) !== '0:00'), sum };
  return (
    <>
      <td class="num between">
        {last === undefined ? (
          '–'
        ) : (
          <WhyNumber name={w.difference} shown={sum} why={{ open: () => onWhy(why) }} />
        )}
      </td>
      <td class="num between last">
        {last === undefined || balance === null ? (
          '–'
        ) : (
          <WhyNumber
            name={w.balance}
            shown={formatBalance(secondsOfHours(balance))}
            why={{ open: () => onOpen(last) }}
          />
        )}
      </td>
    </>
  );
}

function differenceOf(row: DaySum): string {
  return formatBalance(secondsOfHours(row.working_time_daily_balance ?? 0));
}

function cellOf(row: DaySum | undefined): GridCell {
  if (row === undefined) return { look: '' };
  const w = words.value;
  const worked = secondsOfHours(row.total_working_time ?? 0);
  const target = secondsOfHours(row.target_working_hours ?? 0);
  const marks = violationsOf(row);
  const isApproved = row.approved_by_admin === 1;
  if (row.date > today.value || (worked === 0 && target === 0)) return { look: '' };
  const level = worked < target - 900 ? 'less' : worked > target + 900 ? 'more' : 'met';
  const says = [
    monthWords.value.cell(formatDuration(worked), formatDuration(target)),
    ...marks.map((one) => w.week.violations[one]),
    ...(isApproved ? [monthWords.value.approved] : []),
  ];
  return {
    look: `heat ${level} ${marks.length > 0 ? 'violation' : ''} ${isApproved ? 'approved' : ''}`,
    label: says.join(', '),
    text: (
      <>
        {formatDuration(worked)}
        {(marks.length > 0 || isApproved) && (
          <Icon name={marks.length > 0 ? 'triangle-alert' : 'lock'} size={10} />
        )}
      </>
    ),
  };
}
