// What each screen of the console shows, beside what the interface answers to the person on the page. It knows the markup
// of screens and the fields of resources; it reads nothing of the console's own store.
import { formatBalance, formatDuration, secondsOfHours } from '../../console/domain/duration.ts';
import type { Ask, Rows } from './ask-as-page.ts';

/** One comparison: a script for the page that answers text, and the same text made of rows. */
export interface Shown {
  readonly script: string;
  /** `seen` is what the script answered: controls say by it which fields are on the page. */
  readonly stored: (ask: Ask, seen: string) => Promise<string>;
}

/** How the text of a screen is compared; `null` for screens that other comparisons cover. */
export function shownOn(screen: string): Shown | null {
  return shownScreens[screen] ?? null;
}

const presentDate = (): Temporal.PlainDate => Temporal.Now.plainDateISO('Europe/Vienna');

function presentMonth(): { readonly first: string; readonly last: string } {
  const first = presentDate().with({ day: 1 });
  return { first: first.toString(), last: first.add({ months: 1 }).subtract({ days: 1 }).toString() };
}

const inMonth = (): Readonly<Record<string, string>> => {
  const { first, last } = presentMonth();
  return { date: `${first}|${last}`, _op__date: 'betw' };
};

/** A script that answers a sorted line for each element. */
const linesOf = (selector: string, line: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => ${line}).sort().join('\\n')`;

const sorted = (lines: readonly string[]): string => lines.toSorted().join('\n');

const activeUsers = (ask: Ask): Promise<Rows> =>
  ask('users', { active: 1, _fields: 'id,fullname,active,entry_date,exit_date' });

/** Whether a person has begun by a date, and not left before another. Who may not see these days has no such fields. */
const worksIn = (user: Rows[number], { first, last }: ReturnType<typeof presentMonth>): boolean =>
  String(user['entry_date'] ?? '') <= last && first <= String(user['exit_date'] ?? '9999-12-31');

const inbox: Shown = {
  script: linesOf('[data-request]', `one.dataset.request + ' ' + one.getAttribute('aria-label')`),
  stored: async (ask) => {
    const [who] = await ask('session');
    const rights = who?.['rights'] as Readonly<Record<string, string>>;
    const reaches = (name: string): boolean => rights[name] === 'some' || rights[name] === 'all';
    const me = who?.['user_id'];
    const people = new Map((await ask('users')).map((row) => [row['id'], String(row['fullname'])]));
    const absences = (await ask('absences')).filter(
      (row) =>
        (row['status'] === 0 && row['user_id'] !== me && reaches('approveAbsences')) ||
        (row['status'] === 5 && row['replacement_user_id'] === me),
    );
    const decidesTimes = reaches('approveTimeTrackings') || reaches('approveChangeTimeTrackingRequests');
    const changes = (await ask('changeTimeTrackingRequests', { status: 'PENDING' })).filter(
      (row) => row['request_user_id'] !== me && decidesTimes,
    );
    return sorted([
      ...absences.map((row) => `absence-${String(row['id'])} ${people.get(row['user_id']) ?? '–'}`),
      ...changes.map((row) => `change-${String(row['id'])} ${people.get(row['request_user_id']) ?? '–'}`),
    ]);
  },
};

const looksOfStatus: Readonly<Record<number, string>> = {
  0: '',
  1: 'work',
  2: 'break',
  3: 'absence',
  5: 'violation',
};

const presence: Shown = {
  script: linesOf(
    '.person',
    `one.querySelector('.person-name').firstChild.textContent.trim() + ' ' + one.querySelector('.chip').className.replace('chip', '').trim()`,
  ),
  stored: async (ask) => {
    const active = new Set((await activeUsers(ask)).map((row) => row['id']));
    const rows = await ask('userStatusOverview');
    const today = Temporal.Now.plainDateISO('Europe/Vienna').toString();
    const away = new Set((await ask('absenceDays', { date: today, status: 1 })).map((row) => row['user_id']));
    // Of colleagues the interface tells whether they work, and on which days they are away.
    const looksOf = (row: Readonly<Record<string, unknown>>): string => {
      if (row['status'] !== undefined) return looksOfStatus[row['status'] as number] ?? '?';
      if (row['is_running'] === 1) return 'work';
      return away.has(row['user_id']) ? 'absence' : '';
    };
    return sorted(
      rows
        .filter((row) => active.has(row['user_id']))
        .map((row) => `${String(row['user_fullname'])} ${looksOf(row)}`),
    );
  },
};

/** A line for each person of a grid: the name, what stands between, and each day with a mark. */
const gridScript = (mark: string): string =>
  linesOf(
    '.day-grid tbody tr:not(.gap)',
    `[one.querySelector('th').textContent.trim(), ...[...one.querySelectorAll('.between')].map((cell) => cell.textContent),
      ...[...one.querySelectorAll('[data-cell]')].flatMap((cell, index) => {
        const mark = cell.querySelector('.mark');
        return mark === null ? [] : [(index + 1) + '=' + ${mark}];
      })].join(' ')`,
  );

/** How much of its day an absence takes: hours at a known time leave the rest, and a day off within an absence counts as one. */
const shareOf = (day: Rows[number]): number => {
  if (day['value_unit'] === 'hs') return day['begin'] === null ? 1 : 0;
  return Number(day['value']) || 1;
};

const calendar: Shown = {
  script: `${gridScript("mark.className.replace('mark', '').trim()")} +
    '\\n' + [...document.querySelectorAll('.day-grid tfoot td')].map((cell) => cell.textContent.trim()).join(' ')`,
  stored: async (ask) => {
    const [me] = await ask('session');
    const query = { subject_user_id: Number(me?.['user_id']), resolve_question_id: 21 };
    const mayRead = await ask('permissionResolveUsers', query);
    const all = await ask('absenceDays', inMonth());
    const colleagues = [...(await ask('userStatusOverview')), ...all].map((row) => row['user_id']);
    const isRead = (id: unknown): boolean =>
      id === me?.['user_id'] ||
      mayRead.some((row) => row['resolve_user_wildcard'] === '*' || row['resolve_user_id'] === id);
    const people = (await activeUsers(ask)).filter(
      (user) => worksIn(user, presentMonth()) && (isRead(user['id']) || colleagues.includes(user['id'])),
    );
    // Of others it is not known who has the public holidays of the calendars.
    const isPartly = people.some(({ id }) => !isRead(id));
    const holidays = await ask('publicHolidays', { ...inMonth(), active: 1 });
    const days = all.filter((row) => ![2, 3].includes(row['status'] as number));
    const on = ({ id }: Rows[number], date: string): Rows =>
      days.filter((row) => row['user_id'] === id && row['date'] === date);
    const looksOn = (person: Rows[number], date: string): string | null => {
      const found = on(person, date);
      const granted = found.find((row) => row['type'] !== 'public_holiday' && row['status'] === 1);
      const holiday = found.find((row) => row['type'] === 'public_holiday');
      const day = granted ?? holiday ?? found[0];
      if (day === undefined) return null;
      const look = day === granted ? 'absence' : day === holiday ? 'holiday' : 'asked';
      return shareOf(day) < 1 ? `${look} part` : look;
    };
    const isAway = (person: Rows[number], date: string): boolean => {
      const off = on(person, date).filter((row) => row['type'] === 'public_holiday' || row['status'] === 1);
      return off.reduce((sum, row) => sum + shareOf(row), 0) >= 1;
    };
    const { first, last } = presentMonth();
    const length = Number(last.slice(8));
    const dates = Array.from({ length }, (_, day) =>
      Temporal.PlainDate.from(first).add({ days: day }).toString(),
    );
    const lines = people.map((person) => {
      const marks = dates.map((date) => looksOn(person, date));
      const shown = marks.flatMap((look, day) => (look === null ? [] : [`${day + 1}=${look}`]));
      return [String(person['fullname']), ...shown].join(' ');
    });
    const here = dates.map((date) =>
      isPartly && holidays.some((row) => row['date'] === date)
        ? '–'
        : people.filter((person) => worksIn(person, { first: date, last: date }) && !isAway(person, date))
            .length,
    );
    return `${sorted(lines)}\n${people.length > 1 ? here.join(' ') : ''}`;
  },
};

const month: Shown = {
  script: gridScript(
    `mark.querySelector('[aria-hidden]').textContent + (mark.classList.contains('approved') ? '*' : '')`,
  ),
  stored: async (ask) => {
    const people = (await activeUsers(ask)).filter((user) => worksIn(user, presentMonth()));
    const days = (await ask('timesheetAccountings', inMonth())).toSorted((a, b) =>
      String(a['date']).localeCompare(String(b['date'])),
    );
    const today = presentDate().toString();
    return sorted(
      people.flatMap((person) => {
        const own = days.filter((row) => row['user_id'] === person['id']);
        if (own.length === 0) return [];
        const past = own.filter((row) => String(row['date']) <= today);
        const difference = past.reduce((sum, row) => sum + secondsIn(row, 'working_time_daily_balance'), 0);
        const balance = past.at(-1)?.['working_time_total_balance'];
        const cells = past.flatMap((row) => {
          const [worked, target] = [
            secondsIn(row, 'total_working_time'),
            secondsIn(row, 'target_working_hours'),
          ];
          if (worked === 0 && target === 0) return [];
          const approved = row['approved_by_admin'] === 1 ? '*' : '';
          return [`${Number(String(row['date']).slice(8))}=${formatDuration(worked)}${approved}`];
        });
        return [
          [
            String(person['fullname']),
            past.length === 0 ? '–' : formatBalance(difference),
            balance == null ? '–' : formatBalance(secondsOfHours(balance as number)),
            ...cells,
          ].join(' '),
        ];
      }),
    );
  },
};

function secondsIn(row: Rows[number], field: string): number {
  return secondsOfHours((row[field] ?? 0) as number);
}

const reports: Shown = {
  script: linesOf(
    '.report tbody tr',
    `[...one.querySelectorAll('th, td.num')].map((cell) => cell.textContent.trim()).join(' ')`,
  ),
  stored: async (ask) => {
    const sums = { _group_by: 'project_id', _resolve: 'project_id', is_nonworking: 0 };
    const rows = await ask('hoursReports', { ...inMonth(), ...sums });
    return sorted(
      rows.map((row) => {
        const project = row['project'] as { readonly name: string };
        return `${project.name} ${formatDuration(Number(row['duration']))}`;
      }),
    );
  },
};

const people: Shown = {
  script: linesOf('.rows tbody th', 'one.textContent.trim()'),
  stored: async (ask) => sorted((await activeUsers(ask)).map((row) => String(row['fullname']))),
};

const messages: Shown = {
  script: linesOf(
    '[data-message]',
    `one.dataset.message + ' ' + one.querySelector('.message-text').textContent.trim()`,
  ),
  stored: async (ask) =>
    sorted((await ask('messages')).map((row) => `${String(row['id'])} ${String(row['message']).trim()}`)),
};

/** The values of all controls with a name, as JSON. */
const controlsScript = (within: string): string =>
  `JSON.stringify([...document.querySelectorAll(${JSON.stringify(`${within} [data-field]`)})].map((one) =>
    [one.dataset.field, one.type === 'checkbox' ? (one.checked ? '1' : '0') : one.value]).sort())`;

/** The same pairs with the values of the interface; a control of times leaves the seconds out. */
const controlsOf = (seen: string, valueOf: (name: string) => unknown): string =>
  JSON.stringify(
    (JSON.parse(seen) as readonly (readonly [string, string])[]).map(([name, value]) => {
      const text = String(valueOf(name) ?? '').replace(/^(\d\d:\d\d):00$/, '$1');
      return [name, value === '0' && text === '' ? '0' : text];
    }),
  );

const person: Shown = {
  script: `document.querySelector('#content h1').textContent + '\\n' + ${controlsScript('.row-form')}`,
  stored: async (ask, seen) => {
    const [row = {}] = await ask('users', { id: 2 });
    return `${String(row['fullname'])}\n${controlsOf(seen.split('\n')[1] ?? '[]', (name) => row[name])}`;
  },
};

const settings: Shown = {
  script: controlsScript('.setting-group'),
  stored: async (ask, seen) => {
    const rows = await ask('generalSettings');
    return controlsOf(
      seen,
      (name) => rows.find((row) => row['setting_type'] === name)?.['setting_value'] ?? `no setting ${name}`,
    );
  },
};

/** Empty where the person may change no project: then the list is not offered. */
const projects: Shown = {
  script: `document.querySelector('.data-menu [aria-current]')?.href.endsWith('/data/projects') !== true ? '' :
    ${linesOf('.rows tbody th', 'one.textContent.trim()')}`,
  stored: async (ask) => {
    const rights = (await ask('session'))[0]?.['rights'] as Readonly<Record<string, string>>;
    const verbs = ['create', 'update', 'delete'];
    if (!verbs.some((verb) => ['some', 'all'].includes(rights[`${verb}Projects`] ?? ''))) return '';
    return sorted((await ask('projects')).map((row) => String(row['name'])));
  },
};

const shownScreens: Readonly<Record<string, Shown>> = {
  inbox,
  presence,
  calendar,
  month,
  reports,
  messages,
  people,
  'people/2': person,
  'data/projects': projects,
  'data/generalSettings': settings,
};
