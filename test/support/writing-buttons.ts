// The buttons of the console that write what is not the person's own alone: where they stand, what they send, and who has
// them. It knows screens and the interface, and compares nothing.
import type { Locator, Page } from 'playwright-core';
import { fieldsEn } from '../../console/words/fields-en.ts';
import type { ConsoleStage } from './console-browser.ts';
import { password } from './installation.ts';

/** A person whom a role sees or does not see, with something to decide and to change; made anew for each role. */
export interface Target {
  readonly stage: ConsoleStage;
  readonly personId: number;
  /** Monday of last week: worked. The day after it: worked, and approved by the administrator. */
  readonly worked: string;
  readonly approved: string;
  readonly approvedId: number;
  readonly absenceId: number;
  readonly timeRequestId: number;
  /** A row of each kind of master data, under its name. */
  readonly rows: Readonly<Record<string, number>>;
}

/** What a button sends. */
export type Request = readonly [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object];

/** A button that writes. */
export interface WritingButton {
  readonly title: string;
  readonly screen: (target: Target) => string;
  /** What is done on the screen before the button is there; a step that is not offered is left out. */
  readonly reach?: (page: Page, target: Target) => Promise<void>;
  readonly find: (page: Page) => Locator;
  readonly request: (target: Target) => Request;
  /** Who has it, of `emil`, `lena`, `hanna` and `admin`. */
  readonly of: string;
}

/** Kinds of master data with a row that everybody's company has or that {@link newTarget} makes. */
const kinds = ['departments', 'teams', 'clients', 'projects', 'absenceTypes', 'workSchedules'] as const;
const name = 'Sam Stein';

const inContent =
  (button: RegExp) =>
  (page: Page): Locator =>
    page.locator('#content').getByRole('button', { name: button });
const inDialog =
  (button: RegExp) =>
  (page: Page): Locator =>
    page.locator('dialog[open]').getByRole('button', { name: button });

/** The cell of the person's day in the team month, where there is one. */
async function chooseDay(page: Page, date: string): Promise<boolean> {
  const row = page.locator('.day-grid tbody tr', { hasText: name });
  if ((await row.count()) === 0) return false;
  await row
    .locator('td[role=gridcell]')
    .nth(Number(date.slice(8)) - 1)
    .click();
  return true;
}

const person = ({ personId }: Target): string => `people/${personId}`;
const month = (date: string): string => `month/${date.slice(0, 7)}`;
const card = (page: Page, kind: string): Locator =>
  page.locator(`.request[data-request^="${kind}"]`, { hasText: name });

const decisions: readonly WritingButton[] = (['approve', 'reject'] as const).flatMap((verb) => {
  const button = verb === 'approve' ? /^Approve$/ : /^Decline$/;
  return [
    {
      title: `${verb} an absence`,
      screen: () => 'inbox',
      find: (page) => card(page, 'absence').getByRole('button', { name: button }),
      request: ({ absenceId }) => ['PUT', `absences/${verb}/${absenceId}/`, {}],
      of: 'lena hanna admin',
    },
    {
      title: `${verb} a booking that was asked for`,
      screen: () => 'inbox',
      find: (page) => card(page, 'change').getByRole('button', { name: button }),
      request: ({ timeRequestId }) => ['PUT', `changeTimeTrackingRequests/${verb}/${timeRequestId}/`, {}],
      of: 'lena hanna admin',
    },
  ] satisfies readonly WritingButton[];
});

const days: readonly WritingButton[] = [
  {
    title: 'approve a day',
    screen: ({ worked }) => month(worked),
    reach: async (page, { worked }) => void (await chooseDay(page, worked)),
    find: inContent(/^Approve 1 day$/),
    request: ({ personId, worked }) => [
      'PUT',
      'timesheetAccountings/approve/',
      { user_id: personId, date: worked },
    ],
    of: 'lena hanna admin',
  },
  {
    title: 'reopen a day that the administrator has approved',
    screen: ({ approved }) => month(approved),
    reach: async (page, { approved }) => {
      if (!(await chooseDay(page, approved))) return;
      await page.keyboard.press('Enter');
      await page.locator('dialog[open] .approval').waitFor();
    },
    find: inDialog(/^Reopen the day$/),
    request: ({ approvedId }) => [
      'PUT',
      `timesheetAccountings/unapprove/${approvedId}/`,
      { approved_by_admin: 1, comment: 'A booking is missing' },
    ],
    of: 'admin',
  },
];

const people: readonly WritingButton[] = [
  {
    title: 'add a person',
    screen: () => 'people',
    find: inContent(/^New: person$/),
    request: () => ['POST', 'users/create/', {}],
    of: 'admin',
  },
  {
    title: 'invite a person',
    screen: () => 'people/new',
    // Without a mail server it begins with a password.
    reach: async (page) => {
      const way = inContent(/^With an invitation by mail$/)(page);
      if ((await way.count()) > 0) await way.click();
    },
    find: inContent(/^Mail an invitation$/),
    request: () => ['POST', 'users/invite/', {}],
    of: 'admin',
  },
  {
    title: 'change a person',
    screen: person,
    find: inContent(/^Save$/),
    request: ({ personId }) => ['PUT', `users/update/${personId}/`, { firstname: 'Sam' }],
    of: 'hanna admin',
  },
  {
    title: 'mail an invitation',
    screen: person,
    find: inContent(/^Mail an invitation$/),
    request: ({ personId }) => ['PUT', `users/sendWelcomeEmail/${personId}/`, {}],
    of: 'hanna admin',
  },
  {
    title: 'log in as a person',
    screen: person,
    find: inContent(/^Log in as this person$/),
    request: ({ personId }) => ['PUT', `users/createLoginLink/${personId}/`, {}],
    of: 'admin',
  },
  {
    title: 'set roles',
    screen: person,
    find: (page) => page.locator('#content .roles input:enabled').first(),
    request: ({ personId }) => ['PUT', 'userRoles/set/', { user_id: personId, user_role_ids: '' }],
    of: 'admin',
  },
  {
    title: 'grant a right',
    screen: person,
    find: inContent(/^New: right$/),
    request: ({ personId }) => ['POST', 'permissions/create/', { user_id: personId }],
    of: 'admin',
  },
  {
    title: 'delete a person',
    screen: person,
    find: inContent(/^Delete$/),
    request: ({ personId }) => ['DELETE', `users/delete/${personId}/`],
    of: 'admin',
  },
];

const masterData: readonly WritingButton[] = kinds.flatMap((kind) => {
  const row = ({ rows }: Target): string => `data/${kind}?id=${rows[kind]}`;
  return [
    {
      title: `add one of ${kind}`,
      screen: () => `data/${kind}`,
      find: (page) =>
        page.getByRole('button', { name: `New: ${String(fieldsEn.kinds[kind]?.[1])}`, exact: true }),
      request: () => ['POST', `${kind}/create/`, {}],
      of: 'admin',
    },
    {
      title: `change one of ${kind}`,
      screen: row,
      find: inContent(/^Save$/),
      request: ({ rows }) => ['PUT', `${kind}/update/${rows[kind]}/`, {}],
      of: 'admin',
    },
    {
      title: `delete one of ${kind}`,
      screen: row,
      find: inContent(/^Delete$/),
      request: ({ rows }) => ['DELETE', `${kind}/delete/${rows[kind]}/`],
      of: 'admin',
    },
  ] satisfies readonly WritingButton[];
});

/** All of them; what removes a row stands behind what needs it. */
export const writingButtons: readonly WritingButton[] = [
  ...decisions,
  ...days,
  ...masterData,
  {
    title: 'change a setting',
    screen: () => 'data/generalSettings',
    find: (page) => page.locator('#content .setting-group input:enabled').first(),
    request: () => ['PUT', 'generalSettings/update/5/', {}],
    of: 'admin',
  },
  ...people,
];

/** Makes a person of the department `Site`, with all that the buttons are about. */
export async function newTarget(stage: ConsoleStage, number: number): Promise<Target> {
  const { administrator, login } = stage.installation.account;
  const monday = Temporal.PlainDate.from(stage.monday);
  const first = monday.subtract({ days: 14 }).toString();
  const username = `sam-${number}`;
  // Others of this name would stand in the lists as well.
  const before = await administrator.get('users/read', { firstname: 'Sam', _fields: 'id' });
  for (const { id } of before.json['Results'] as readonly { readonly id: number }[])
    await administrator.put('users/update', { id, firstname: 'Max', active: 0 });
  const { id } = await administrator.create('users', {
    username,
    password,
    firstname: 'Sam',
    lastname: 'Stein',
    department_id: stage.departmentId,
    entry_date: first,
    payroll_accounting_starts_at: first,
    timesheet_holiday_calc_yearly_amount: 25,
  });
  const personId = id as number;
  const [worked, approved] = [stage.monday, monday.add({ days: 1 }).toString()];
  const hours = (date: string): object => ({
    user_id: personId,
    task_id: stage.taskIds[0],
    start_time: `${date} 08:00:00`,
    start_time_timezone: 'Europe/Vienna',
    end_time: `${date} 16:00:00`,
    end_time_timezone: 'Europe/Vienna',
  });
  for (const date of [worked, approved]) await administrator.create('timeTrackings', hours(date));
  const day = { user_id: personId, date: approved };
  await administrator.put('timesheetAccountings/approve', day);
  const accounting = await administrator.get('timesheetAccountings/read', day);
  const own = await login(username);
  const [from_date, to_date] = [monday.add({ days: 28 }).toString(), monday.add({ days: 29 }).toString()];
  const absence = await own.create('absences', {
    user_id: personId,
    type_id: 1,
    subtype_id: 0,
    from_date,
    to_date,
  });
  const asked = await own.create('changeTimeTrackingRequests', {
    time_tracking_id: 0,
    request_user_comment: 'I forgot it',
    nestedEntities: { timeTrackings: [hours(monday.add({ days: 2 }).toString())] },
  });
  return {
    stage,
    personId,
    worked,
    approved,
    approvedId: accounting.json['Results'][0]['id'],
    absenceId: absence['id'] as number,
    timeRequestId: asked['id'] as number,
    rows: await newRows(stage, number),
  };
}

async function newRows(stage: ConsoleStage, number: number): Promise<Target['rows']> {
  const { administrator } = stage.installation.account;
  const bodies: Readonly<Record<string, object>> = {
    departments: { department_name: `Yard ${number}`, supervisor_id: stage.leaderId },
    teams: { name: `Night ${number}`, team_leader_id: stage.leaderId },
    clients: { company_name: `Bridge ${number}` },
    projects: { mother_id: 1, name: `Road ${number}` },
  };
  const pairs = kinds.map(async (kind) => {
    const body = bodies[kind];
    if (body !== undefined) return [kind, (await administrator.create(kind, body))['id']] as const;
    const { json } = await administrator.get(`${kind}/read`, { _limit: 1 });
    return [kind, json['Results'][0]['id']] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}
