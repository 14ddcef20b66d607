// Writes of others while a person looks at the console. Each round creates a row of each kind, changes one that stays, and
// deletes the one that the round before created: a screen that was opened between two rounds has had the row.
import assert from 'node:assert/strict';
import type { Answer, Client } from './client.ts';
import type { ConsoleStage } from './console-browser.ts';
import { password } from './installation.ts';

/** Rows that keep changing. */
export interface ChangingCompany {
  /** Writes one round; rows about a person are also about this one. */
  round(userId: number): Promise<void>;
}

/** The person may have deleted the row, or approved its day, by a random click. */
function assertDone({ status, text }: Answer): void {
  assert.ok(status === 200 || status === 422 || status === 404, text);
}

/** Creates a row; a day that a random click has approved is opened again for it, and a clock that is in its way stops. */
function createInDay(
  { client, administrator }: { readonly client: Client; readonly administrator: Client },
  path: string,
  row: object,
): Promise<Answer> {
  return withOpenDay(administrator, () => client.post(path, row));
}

/** Deletes a row; a day that a random click has approved is opened again for it. */
async function deleteInDay(administrator: Client, path: string): Promise<void> {
  assertDone(await withOpenDay(administrator, () => administrator.delete(path)));
}

async function withOpenDay(administrator: Client, write: () => Promise<Answer>): Promise<Answer> {
  const answer = await write();
  const { errorCode, data } = (answer.json['ErrorExtended'] ?? {}) as Partial<Refused>;
  if (errorCode === 'rule_broken' && data?.end_time === null) {
    await administrator.put(`timeTrackings/stop/${data.id}`, {});
    return write();
  }
  if (errorCode !== 'locked' || data?.resource !== 'timesheetAccountings') return answer;
  await administrator.put('timesheetAccountings/unapprove', { id: data.id });
  return write();
}

interface Refused {
  readonly errorCode: string;
  readonly data: { readonly resource?: string; readonly id: number; readonly end_time?: string | null };
}

interface Kind {
  readonly resource: string;
  /** Creates a row, and answers its id. */
  readonly make: (number: number, userId: number) => Promise<number>;
}

/** Begins to change a company; the first round is done. */
export async function changingCompany(stage: ConsoleStage): Promise<ChangingCompany> {
  const { administrator } = stage.installation.account;
  const kinds = await kindsOf(stage);
  const change = await changes(stage);
  const last = new Map<Kind, number>();
  let number = 0;
  const round = async (userId: number): Promise<void> => {
    number += 1;
    for (const kind of kinds) {
      const made = await kind.make(number, userId);
      const before = last.get(kind);
      last.set(kind, made);
      if (before === undefined) continue;
      await deleteInDay(administrator, `${kind.resource}/delete/${before}`);
    }
    await change(number);
  };
  await round(stage.employeeId);
  return { round };
}

/**
 * Gives a person the login again that a random click may have ended: by another name or password, blocked, or as of one who has
 * left. Answers the password.
 */
export async function restoreLogin(
  { installation }: ConsoleStage,
  { username, userId }: { readonly username: string; readonly userId: number },
): Promise<string> {
  const { machine, login } = installation.account;
  const works = (secret: string): Promise<boolean> =>
    login(username, secret).then(
      () => true,
      () => false,
    );
  const put = async (row: object): Promise<void> => {
    const { status, text } = await machine.put(`users/update/${userId}`, row);
    assert.equal(status, 200, text);
  };
  if (await works(password)) return password;
  await put({ username, active: 1, authentication_blocked: 0, exit_date: null });
  if (await works(password)) return password;
  // The last resort: it ends all logins of the person.
  await put({ password: strongPassword });
  return strongPassword;
}

/** What is created in each round, and deleted in the next one. */
async function kindsOf(stage: ConsoleStage): Promise<readonly Kind[]> {
  const { administrator, login } = stage.installation.account;
  let employee = await login('emil');
  const [task] = stage.taskIds;
  const made = async (resource: string, row: object): Promise<number> =>
    idOf(await administrator.create(resource, row));
  return [
    { resource: 'users', make: (number) => made('users', newcomer(stage, `Newcomer${number}`)) },
    {
      resource: 'projects',
      make: (number) => made('projects', { mother_id: 1, name: `Tower ${number}` }),
    },
    {
      resource: 'messages',
      make: (number) => made('messages', { message: `Tour ${number}`, receiver_type: 'ALL' }),
    },
    {
      resource: 'timeTrackings',
      make: async (number, user_id) => {
        const row = { user_id, task_id: task, ...minutesOfToday(number) };
        const both = { client: administrator, administrator };
        return madeIn(await createInDay(both, 'timeTrackings/create', row));
      },
    },
    // What the administrator enters is granted, what the employee asks for is open.
    {
      resource: 'absences',
      make: (number) => enterFreeDay({ client: administrator, administrator }, stage.employeeId, number * 3),
    },
    {
      resource: 'absences',
      make: async (number) => {
        if ((await employee.get('users/me')).status === 401) {
          const secret = await restoreLogin(stage, { username: 'emil', userId: stage.employeeId });
          employee = await login('emil', secret);
        }
        return enterFreeDay({ client: employee, administrator }, stage.employeeId, number * 5 + 1);
      },
    },
  ];
}

/** Answers what changes the rows that stay: names, a number, a setting, and whether a person's clock runs. */
async function changes(stage: ConsoleStage): Promise<(number: number) => Promise<void>> {
  const { administrator } = stage.installation.account;
  const put = async (path: string, body: object): Promise<void> => {
    assertDone(await administrator.put(path, body));
  };
  const settingOf = async (setting_type: string): Promise<number> =>
    (await administrator.get('generalSettings/read', { setting_type })).json['Results'][0]['id'];
  const setting = await settingOf('alert_maximum_timer_hours');
  // A person who began a short while ago has few days of holiday: each round takes some.
  await put(`users/update/${stage.employeeId}`, { timesheet_holiday_calc_yearly_amount: 300 });
  const kept = idOf(await administrator.create('users', newcomer(stage, 'Vera')));
  const project = idOf(await administrator.create('projects', { mother_id: 1, name: 'Bridge' }));
  let running: number | null = null;
  return async (number) => {
    // A random click may have taken the clock from the person whose clock runs in each second round.
    await put(`users/update/${kept}`, { lastname: `Round ${number}`, allow_start_task: 1 });
    await put('users/update/2', { personnel_number: `P${number}` });
    await put(`projects/update/${project}`, { name: `Bridge ${number}` });
    await put(`generalSettings/update/${setting}`, { setting_value: String(10 + number) });
    if (running === null) {
      const start = { user_id: kept, task_id: stage.taskIds[0] };
      const both = { client: administrator, administrator };
      running = madeIn(await createInDay(both, 'timeTrackings/start', start));
    } else {
      await deleteInDay(administrator, `timeTrackings/delete/${running}`);
      running = null;
    }
  };
}

function madeIn({ status, json, text }: Answer): number {
  assert.equal(status, 200, text);
  return idOf(json['Results'][0]);
}

function idOf(row: Readonly<Record<string, unknown>>): number {
  return row['id'] as number;
}

/** It suits whatever a random click makes of the account's rules for passwords. */
const strongPassword = `Correct horse 1! ${'battery staple '.repeat(4)}`;

function newcomer(stage: ConsoleStage, name: string): object {
  const first = Temporal.PlainDate.from(stage.monday).subtract({ days: 14 }).toString();
  return {
    username: name.toLowerCase(),
    password: strongPassword,
    firstname: name,
    lastname: 'Sand',
    department_id: stage.departmentId,
    entry_date: first,
    payroll_accounting_starts_at: first,
  };
}

/** A minute or two of today's first hours, others in each round. What a random drag has booked there gives way. */
function minutesOfToday(number: number): object {
  const today = Temporal.Now.plainDateISO('Europe/Vienna');
  const at = (minute: number): string =>
    `${today.toString()} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
  const minute = 10 + (number % 20) * 3;
  return {
    start_time: at(minute),
    start_time_timezone: 'Europe/Vienna',
    // Another length than the one before: sums differ as well.
    end_time: at(minute + 1 + (number % 2)),
    end_time_timezone: 'Europe/Vienna',
    _insert_into_conflicting: 1,
  };
}

/** Enters a day of this month, on which the person has no absence yet. Random clicks may have moved the employment or banned absences: that is put right. */
async function enterFreeDay(
  clients: { readonly client: Client; readonly administrator: Client },
  userId: number,
  first: number,
): Promise<number> {
  const entered = await enterDay(clients, userId, first);
  if (typeof entered === 'number') return entered;
  const { administrator } = clients;
  const employed = { entry_date: null, exit_date: null };
  const { status, text } = await administrator.put(`users/update/${userId}`, employed);
  assert.equal(status, 200, text);
  const { json } = await administrator.get('absenceBans/read');
  for (const { id } of json['Results'] as readonly { readonly id: number }[])
    await administrator.delete(`absenceBans/delete/${id}`);
  const again = await enterDay(clients, userId, first);
  if (typeof again === 'number') return again;
  throw new Error(`no day of the month can be entered: ${again}`);
}

/** Answers the id of the absence, or why no day of the month can be entered. */
async function enterDay(
  clients: { readonly client: Client; readonly administrator: Client },
  userId: number,
  first: number,
): Promise<number | string> {
  const month = Temporal.Now.plainDateISO('Europe/Vienna').with({ day: 1 });
  const days = Array.from({ length: month.daysInMonth }, (_, day) => month.add({ days: day })).filter(
    (day) => day.dayOfWeek < 6,
  );
  let refusal = '';
  for (let tries = 0; tries < days.length; tries += 1) {
    const date = (days[(first + tries) % days.length] as Temporal.PlainDate).toString();
    const wish = { user_id: userId, type_id: 1, subtype_id: 0, from_date: date, to_date: date };
    const { status, json, text } = await createInDay(clients, 'absences/create', wish);
    if (status === 200) return json['Results'][0]['id'] as number;
    refusal = text;
  }
  return refusal;
}
