// The team calendar: who is away on which day of a month, holidays, people with nothing booked, and how many are not away.
import { computed } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { colleaguesSeen, countAway, isPartial, type TeamMember } from '../domain/away.ts';
import type { CivilDate } from '../domain/civil.ts';
import { isEmployedIn } from '../domain/employed.ts';
import type { AbsenceDay, Id, Person } from '../domain/rows.ts';
import { DayGrid, type GridCell, type GridDay } from '../parts/day-grid.tsx';
import { Problem } from '../parts/field.tsx';
import { useKeys } from '../parts/keys.ts';
import { refusalText } from '../refusal-text.ts';
import { reading, type Query } from '../store/readings.ts';
import { who } from '../store/session.ts';
import { settingOf, stored } from '../store/tables.ts';
import { awayWords } from '../words/away-words.ts';
import { amount } from '../words/dates.ts';
import { dayLong, language, words } from '../words/words.ts';
import { CalendarDay } from './calendar-day.tsx';
import { holidayDates, useHolidayDates } from './calendar-holidays.ts';
import { absenceType } from './day-off.ts';
import { Empty } from './screen-parts.tsx';
import { daySize } from './size-of.ts';
import {
  departmentOf,
  gridDays,
  monthDates,
  people,
  peopleFound,
  TeamHead,
  turnMonth,
} from './team-head.tsx';
import { useReading } from './use-reading.ts';

const days = reading<AbsenceDay>('calendar');
const byPlace = computed(() => {
  const found = new Map<string, AbsenceDay>();
  for (const day of days.rows.value ?? []) {
    const key = placeOf(day.user_id, day.date);
    const before = found.get(key);
    if (day.status === 2 || day.status === 3) continue;
    if (before === undefined || rankOf(day) > rankOf(before)) found.set(key, day);
  }
  return found;
});

/** Of several on a day a granted absence is shown, else the holiday, else what is asked for. */
function rankOf(day: AbsenceDay): number {
  return day.type === 'public_holiday' ? 1 : day.status === 1 ? 2 : 0;
}

/** The question of whose days of absence a person sees; the server's number of it holds for ever. */
const mayReadDays = 21;
const mayRead = reading<{
  readonly resolve_user_id: Id | null;
  readonly resolve_user_wildcard: string | null;
}>('calendar.people');
const seesAll = computed(() => who.value?.rights['readAbsenceDays'] === 'all');
const isGrantedAll = computed(() =>
  (mayRead.rows.value ?? []).some((row) => row.resolve_user_wildcard === '*'),
);

/** Which colleagues see the absences of each other, by the account's setting. */
const setting = computed(() => settingOf('team_sees_absences') ?? 'department');
const members = reading<TeamMember>('calendar.members');
const ofTeams = (): Query | null => (setting.value === 'team' && !seesAll.value ? {} : null);

/**
 * The people whose days of absence the person sees: of others an empty line would say that they are there. The answers about
 * rights leave out colleagues, of whom one sees that they are away, and never why.
 */
const inSight = computed((): readonly Person[] => {
  const found = mayRead.rows.value ?? [];
  if (seesAll.value || isGrantedAll.value) return people.value;
  const me = stored('users').value.get(who.value?.user_id ?? 0);
  const company = { people: people.value, members: members.rows.value ?? [] };
  const ids = new Set([
    who.value?.user_id,
    ...found.map((row) => row.resolve_user_id),
    ...colleaguesSeen(setting.value, me, company),
    ...(days.rows.value ?? []).map((row) => row.user_id),
  ]);
  return people.value.filter(({ id }) => ids.has(id));
});

/** Whether the person sees people whose public holidays they do not see. */
const isPartly = computed(() => {
  if (seesAll.value || isGrantedAll.value) return false;
  const seen = new Set([who.value?.user_id, ...(mayRead.rows.value ?? []).map((row) => row.resolve_user_id)]);
  return inSight.value.some(({ id }) => !seen.has(id));
});

/** The person's own public holidays, by date. */
const ownHolidays = computed(
  () =>
    new Map(
      (days.rows.value ?? [])
        .filter((day) => day.type === 'public_holiday' && day.user_id === who.value?.user_id)
        .map((day) => [day.date, day.comment ?? words.value.week.holiday]),
    ),
);

/** Days of absence stay when the employment is made shorter: then the person is neither there nor away. */
const awayByDate = computed(() => {
  const known = new Map(inSight.value.map((person) => [person.id, person]));
  const isAway = ({ status, user_id, date }: AbsenceDay): boolean => {
    const person = known.get(user_id);
    return status === 1 && person !== undefined && isEmployedIn(person, date, date);
  };
  return countAway((days.rows.value ?? []).filter(isAway));
});

function placeOf(person: Id, date: CivilDate): string {
  return `${person} ${date}`;
}

/** The screen. */
export function TeamCalendar() {
  const [text, setText] = useState('');
  const [at, setAt] = useState({ person: 0, date: '', isAsking: false });
  const search = useRef<HTMLInputElement>(null);
  const ofMonth = () => ({
    date: `${monthDates.value[0] ?? ''}|${monthDates.value.at(-1) ?? ''}`,
    _op__date: 'betw',
  });
  useHolidayDates(() => !seesAll.value);
  useReading(days, 'absenceDays', () => ({
    ...ofMonth(),
    _fields: 'id,user_id,date,type,type_id,subtype_id,value,value_unit,request_id,status,comment,begin',
  }));
  useReading(mayRead, 'permissionResolveUsers', () =>
    seesAll.value ? null : { subject_user_id: who.value?.user_id ?? 0, resolve_question_id: mayReadDays },
  );
  // Rows without id cannot be merged with what is here: they are read anew.
  const refresh = async (): Promise<void> => {
    const query = ofTeams();
    if (query !== null) await members.load('teamMembers', query, { isBackground: true });
  };
  useReading({ load: members.load, refresh }, 'teamMembers', ofTeams);
  useKeys({
    j: () => turnMonth('calendar', 1),
    k: () => turnMonth('calendar', -1),
    '/': () => search.current?.focus(),
  });
  const w = words.value.team;
  const dates = monthDates.value;
  const found = peopleFound(text, inSight.value);
  const all = inSight.value.length;
  const cell = (row: number, column: number): GridCell => {
    const day = byPlace.value.get(placeOf(found[row]?.id ?? 0, dates[column] ?? ''));
    return day === undefined ? { look: '' } : cellOf(day);
  };
  const foot = (date: CivilDate) => {
    if (isPartly.value && holidayDates.value?.has(date) !== false)
      return <span title={awayWords[language.value].unknown(dayLong(date))}>–</span>;
    const { whole, part } = awayByDate.value.get(date) ?? { whole: 0, part: 0 };
    const employed = inSight.value.filter((person) => isEmployedIn(person, date, date)).length;
    const here = employed - whole;
    const said = awayWords[language.value].coverage(dayLong(date), here, employed);
    return <span title={`${said}${part === 0 ? '' : awayWords[language.value].partly(part)}`}>{here}</span>;
  };
  const refusal = days.refusal.value;
  const chosen = inSight.value.find(({ id }) => id === at.person);
  const day = byPlace.value.get(placeOf(at.person, at.date));
  const goTo = (row: number, column: number, isAsking = false): void =>
    setAt({ person: found[row]?.id ?? 0, date: dates[column] ?? '', isAsking });
  return (
    <div class="team">
      <TeamHead screen="calendar" search={search} onSearch={setText}>
        {all > 1 && <span class="muted">{w.shown(found.length)}</span>}
      </TeamHead>
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      {all <= 1 && (seesAll.value || mayRead.rows.value !== null) && (
        <Empty said={w.alone} hint={w.aloneHint} />
      )}
      {found.length === 0 && <p class="muted">{words.value.presence.noMatch(text)}</p>}
      {found.length > 0 && (
        <DayGrid
          label={w.grid}
          help={w.gridHelp}
          corner={w.person}
          days={gridDays(dates, foot).map(withHoliday)}
          rows={found.map((person) => ({
            id: person.id,
            name: person.fullname,
            under: departmentOf(person),
          }))}
          cell={cell}
          onAt={goTo}
          onOpen={(row, column) => goTo(row, column, true)}
          {...(all > 1 ? { footName: w.here } : {})}
        />
      )}
      <ul class="legend" aria-label={words.value.week.legend}>
        <li class="absence">{words.value.week.absence}</li>
        <li class="asked">{words.value.week.requested}</li>
        <li class="holiday">{words.value.week.holiday}</li>
      </ul>
      {chosen !== undefined && dates.includes(at.date) && (
        <CalendarDay
          key={chosen.id}
          {...{ ...at, person: chosen, day, label: day && cellOf(day).label }}
          onAsk={(isAsking) => setAt({ ...at, isAsking })}
          onDone={days.refresh}
        />
      )}
    </div>
  );
}

/** The column of a day, with the name of the person's own public holiday. */
function withHoliday(day: GridDay): GridDay {
  const name = ownHolidays.value.get(day.date);
  if (name === undefined) return day;
  return {
    ...day,
    head: (
      <span title={name}>
        {day.head}
        <span class="sr">{name}</span>
      </span>
    ),
  };
}

function cellOf(day: AbsenceDay): GridCell {
  const w = words.value;
  const isHoliday = day.type === 'public_holiday';
  const name = isHoliday
    ? (day.comment ?? w.week.holiday)
    : (absenceType(day.type_id, day.subtype_id)?.name_const ?? w.week.absence);
  const isPart = isPartial(day);
  const sized = isPart || day.value_unit === 'hs' ? `${name}, ${daySize(day)}` : name;
  const label = day.status === 1 ? sized : w.team.requested(sized);
  const look = isHoliday ? 'holiday' : day.status === 1 ? 'absence' : 'asked';
  return {
    look: `${look} ${isPart ? 'part' : ''}`,
    text: isPart ? partSign(name, day) : name.slice(0, 1),
    label,
  };
}

/** `D½`, `2 h`: there is no room for more. */
function partSign(name: string, { value, value_unit }: AbsenceDay): string {
  if (value_unit === 'hs') return words.value.general.hoursOf(amount(Math.round((value ?? 0) * 10) / 10));
  return `${name.slice(0, 1)}${value === 0.5 ? '½' : amount(value ?? 0)}`;
}
