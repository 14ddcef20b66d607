// A new account that real scripts can use at once: its administrator, department, project tree,
// schedules, languages and settings.
import { AccountError } from './account-error.ts';
import { assertAccountName, assertNameIsFree, listAccount } from './account-name.ts';
import type { Engine } from '#engine/engine.ts';
import type { WriteRun } from '#engine/write/write-run.ts';
import { modelNames } from '#domain/timesheets/break-models.ts';
import { countryRows } from '#domain/reference/countries.ts';
import { languageRows } from '#domain/reference/languages.ts';
import { settingOf } from '#domain/settings/catalogue.ts';
import { reserveAccountId, setEdition } from '#sql/accounts.ts';
import { continueSequence } from '#sql/store.ts';
import { parseDate } from '#values/civil-date.ts';
import { isTimeZone } from '#values/time-zone.ts';
import { presentEdition } from './complete-accounts.ts';
import { seedSchedules } from './seed-schedules.ts';
import { standingRows } from './standing-rows.ts';
import { createStored, asServer } from './system-run.ts';

/** What `account create` is told. */
export interface NewAccount {
  readonly name: string;
  readonly admin: { readonly username: string; readonly password: string };
  /** IANA name: the zone of its people. */
  readonly timezone: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 639-1, of the administrator and of new people; `en` when left out. */
  readonly language?: string;
  /** Hours of the schedule for full time, in a week of five days; 40 when left out. */
  readonly weeklyHours?: number;
  /** Model by which breaks are asked for; `off` when left out: missing ones are only shown. */
  readonly breaks?: string;
  /** First day of the administrator's working time account; left out: they have none. */
  readonly accountFrom?: string;
}

/** The ids that a new account begins with. */
export interface CreatedAccount {
  readonly accountId: number;
  readonly name: string;
  readonly administratorId: number;
}

/** Languages of people, by ISO 639-1. */
const { kind: languageKind } = settingOf('default_language') ?? {};
const languages: readonly string[] = languageKind?.datatype === 'combo' ? languageKind.values : [];

/** Ids that scripts may rely on. */
export const fixedIds = {
  department: 1,
  rootProject: 1,
  generalTasks: 3,
  work: 4,
  break: 9,
  nextNode: 10,
} as const;

/**
 * Creates an account; throws {@link AccountError} when the name is taken or something given cannot be, ApiError for a
 * password that does not suit.
 */
export async function createAccount(engine: Engine, account: NewAccount): Promise<CreatedAccount> {
  const name = account.name.toLowerCase();
  checkAccount({ ...account, name });
  const secrets = new Map([
    [account.admin.password, await engine.hashSecret(account.admin.password, account.name)],
  ]);
  const accountId = await newAccountId(engine, name);
  return engine.database.write(accountId, async (tx) => {
    await listAccount(tx, { id: accountId, name });
    const administratorId = await asServer(
      engine,
      { tx, account: { id: accountId, name }, secrets },
      async (run) => {
        await run.unit(() => seedStandingRows(run, account));
        await run.unit(() => seedSchedules(run, account.weeklyHours));
        return run.unit(() => {
          const id = seedPeople(run, account);
          seedNodes(run);
          return id;
        });
      },
    );
    await setEdition(tx, { accountId, edition: presentEdition() });
    return { accountId, name, administratorId };
  });
}

function checkAccount(account: NewAccount): void {
  const { name, timezone, country, admin } = account;
  assertAccountName(name);
  if (!isTimeZone(timezone))
    throw new AccountError(`There is no time zone "${timezone}"; use an IANA name such as Europe/Vienna.`);
  if (!countryRows.some((row) => row['iso_3166'] === country))
    throw new AccountError(`"${country}" is no country code; use two capital letters such as AT.`);
  checkWork(account);
  if (admin.username.trim() === '') throw new AccountError('The username of the administrator is empty.');
}

function checkWork({ language, weeklyHours, breaks, accountFrom }: NewAccount): void {
  if (language !== undefined && !languages.includes(language))
    throw new AccountError(`"${language}" is no language of the service; use ${languages.join(' or ')}.`);
  if (breaks !== undefined && !modelNames.includes(breaks))
    throw new AccountError(`"${breaks}" is no model of breaks; use ${modelNames.join(', ')}.`);
  if (weeklyHours !== undefined && !isWeek(weeklyHours))
    throw new AccountError(
      `${weeklyHours} are no weekly hours; use a number from 1 to 120 in steps of 0.05, such as 38.5.`,
    );
  if (accountFrom !== undefined && !isDate(accountFrom))
    throw new AccountError(`"${accountFrom}" is no day; use YYYY-MM-DD.`);
}

/** Each of five days has whole hundredths of an hour. */
function isWeek(hours: number): boolean {
  const steps = hours * 20;
  return hours >= 1 && hours <= 120 && Math.abs(steps - Math.round(steps)) < 1e-9;
}

function isDate(text: string): boolean {
  try {
    return parseDate(text) === text;
  } catch {
    return false;
  }
}

/** Reserved before the account is written, because a transaction works in one account only. */
async function newAccountId({ database }: Engine, name: string): Promise<number> {
  await database.read(null, (tx) => assertNameIsFree(tx, name));
  return database.write(null, reserveAccountId);
}

function seedStandingRows(run: WriteRun, account: NewAccount): void {
  const { timezone, country, language, breaks } = account;
  const { view } = run;
  const chosen: Readonly<Record<string, string>> = {
    default_user_timezone: timezone,
    default_country: country,
    ...(language === undefined ? {} : { default_language: language }),
    ...(breaks === undefined ? {} : { automatic_break_rule: breaks }),
  };
  for (const { resource, table, rows } of standingRows(run.tx.now)) {
    for (const row of rows) {
      const value = chosen[row['setting_type'] as string];
      view.insert(resource, value === undefined ? row : { ...row, setting_value: value });
    }
    continueSequence(run, { sequence: table, next: rows.length + 1 });
  }
  for (const row of languageRows) view.insert('languages', row);
  continueSequence(run, { sequence: 'languages', next: languageRows.length + 1 });
}

function seedPeople(run: WriteRun, { admin, timezone, language = 'en', accountFrom }: NewAccount): number {
  createStored(run, 'departments', { department_name: 'Company', active: 1, is_default: 1 });
  return createStored(run, 'users', {
    username: admin.username,
    password: admin.password,
    firstname: 'Account',
    lastname: 'Administrator',
    internal_user_group: 1,
    active: 1,
    human: 1,
    department_id: fixedIds.department,
    language_id: languageRows.find((row) => row['iso_639_1'] === language)?.['id'] ?? 1,
    timezone,
    ...(accountFrom === undefined ? {} : { payroll_accounting_starts_at: accountFrom }),
  });
}

function seedNodes(run: WriteRun): void {
  const { rootProject, generalTasks, work, nextNode } = fixedIds;
  const project = { is_done: 0, status: 2 };
  const task = { mother_id: generalTasks, is_startable: 1, status: 1 };
  createStored(run, 'projects', { ...project, id: rootProject, name: 'Projects', mother_id: null });
  createStored(run, 'projects', {
    ...project,
    id: generalTasks,
    name: 'General tasks',
    mother_id: rootProject,
  });
  createStored(run, 'tasks', { ...task, id: work, name: 'Work', is_nonworking: 0 });
  createStored(run, 'tasks', { ...task, id: fixedIds.break, name: 'Break', is_nonworking: 1 });
  continueSequence(run, { sequence: 'nodes', next: nextNode });
}
