// The demo account: a small company with three months of bookings, made by the server's own write path.
// The same on every machine up to dates: what looks random comes from a generator with a fixed seed.
import { AccountError } from './account-error.ts';
import { createAccount, fixedIds } from './create-account.ts';
import { demoBookings } from './demo-bookings.ts';
import { departments, people, projects, schedules } from './demo-company.ts';
import { scheduleIds } from './seed-schedules.ts';
import type { Engine } from '#engine/engine.ts';
import { runWrite } from '#engine/run-write.ts';
import { systemCaller } from '#engine/system-caller.ts';
import { createCredential } from '#oauth/credentials.ts';
import type { RawEntity } from '#request/api-request.ts';
import type { Resource } from '#resource/resource.ts';
import { holidaysIn } from '#rules/schedules/holiday-calendar.ts';
import { accountNamed } from '#sql/accounts.ts';
import { findRows } from '#sql/store.ts';
import { randomBytes } from 'node:crypto';

/** What is printed once about the demo account. */
export interface Demo {
  readonly account: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly logins: readonly { readonly username: string; readonly password: string; readonly role: string }[];
}

const name = 'demo';
const timezone = 'Europe/Vienna';
const country = 'AT';

/** Creates the account `demo` on an installation that has none; answers `null` if it is there already. */
export async function createDemo(engine: Engine): Promise<Demo | null> {
  const isThere = async (): Promise<boolean> =>
    (await engine.database.read(null, (tx) => accountNamed(tx, name))) !== undefined;
  if (await isThere()) return null;
  // Hexadecimal digits spell nobody's name.
  const password = randomBytes(8).toString('hex');
  const admin = { username: 'admin', password };
  const account = await createAccount(engine, { name, admin, timezone, country }).catch(
    async (error: unknown) => {
      // Another process was faster: the account is theirs to fill.
      if (error instanceof AccountError && (await isThere())) return null;
      throw error;
    },
  );
  if (account === null) return null;
  const company = { id: account.accountId, name };
  const ids = await createCompany(engine, company, password);
  const today = Temporal.Instant.fromEpochMilliseconds(engine.clock())
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  await create(engine, company, {
    resource: 'timeTrackings',
    entities: demoBookings({ ...ids, today, holidays: await holidaysBefore(today), timezone }),
  });
  const { credential, clientSecret } = await engine.database.write(company.id, (tx) =>
    createCredential(tx, { accountId: company.id, name: 'Demo', readOnly: false, lastDay: null }),
  );
  return {
    account: name,
    clientId: credential.clientId,
    clientSecret,
    logins: [
      { username: 'admin', password, role: 'administrator' },
      { username: 'emil', password, role: 'employee' },
    ],
  };
}

interface Company {
  readonly id: number;
  readonly name: string;
}

async function createCompany(
  engine: Engine,
  company: Company,
  password: string,
): Promise<{ users: readonly number[]; tasks: readonly number[] }> {
  const inOrder: Record<string, number> = {};
  for (const { key, name: department_name, below } of departments) {
    const mother_id = below === null ? 0 : inOrder[below];
    const [id] = await create(engine, company, {
      resource: 'departments',
      entities: [{ department_name, mother_id }],
    });
    inOrder[key] = id as number;
  }
  const scheduleOf = await createSchedules(engine, company);
  const users = await create(engine, company, {
    resource: 'users',
    entities: people.map(({ username, firstname, lastname, department, hr, hours, days }) => ({
      username,
      firstname,
      lastname,
      password,
      department_id: inOrder[department],
      hr_manager: hr,
      timesheet_template_id: scheduleOf(hours, days),
      timezone,
    })),
  });
  for (const { key, supervisor } of departments) {
    const supervisor_id = users[people.findIndex(({ username }) => username === supervisor)];
    await update(engine, company, { resource: 'departments', entity: { id: inOrder[key], supervisor_id } });
  }
  return { users, tasks: await createProjects(engine, company) };
}

/** Answers which schedule has these hours on this many days. */
async function createSchedules(
  engine: Engine,
  company: Company,
): Promise<(hours: number, days: number) => number | undefined> {
  const known = new Map<string, number>([
    ['8 5', scheduleIds.fullTime],
    ['4 5', scheduleIds.partTime],
  ]);
  for (const { name: called, hours, days } of schedules) {
    const [id = 0] = await create(engine, company, {
      resource: 'workSchedules',
      entities: [{ name: called }],
    });
    await setHours(engine, company, { schedule: id, hours, days });
    known.set(`${hours} ${days}`, id);
  }
  return (hours, days) => known.get(`${hours} ${days}`);
}

async function setHours(
  engine: Engine,
  company: Company,
  { schedule, hours, days }: { schedule: number; hours: number; days: number },
): Promise<void> {
  const ofSchedule = { column: 'timesheet_template_id', is: '=', value: schedule } as const;
  const week = await engine.database.read(company.id, (tx) =>
    findRows({ tx, accountId: company.id }, resourceOf(engine, 'workScheduleDays'), {
      comparisons: [ofSchedule],
    }),
  );
  for (const { id, weekday_id, workday } of week) {
    const entity = (weekday_id as number) <= days ? { id, hours } : { id, workday: 0 };
    if (workday === 1) await update(engine, company, { resource: 'workScheduleDays', entity });
  }
}

async function createProjects(engine: Engine, company: Company): Promise<readonly number[]> {
  const tasks: number[] = [];
  for (const project of projects) {
    const [client_id] = await create(engine, company, {
      resource: 'clients',
      entities: [{ company_name: project.client }],
    });
    const entity = { name: project.name, mother_id: fixedIds.rootProject, status: 2, client_id };
    const [mother_id] = await create(engine, company, { resource: 'projects', entities: [entity] });
    const entities = project.tasks.map((task) => ({ name: task, mother_id, is_billable: 1 }));
    tasks.push(...(await create(engine, company, { resource: 'tasks', entities })));
  }
  return tasks;
}

/** Days off in the year so far and the one before. */
async function holidaysBefore(today: Temporal.PlainDate): Promise<ReadonlySet<string>> {
  const years = await Promise.all(
    [today.year - 1, today.year].map((year) => holidaysIn(country, year, 'en')),
  );
  return new Set(years.flat().map(({ date }) => date));
}

const batchSize = 100;

async function create(
  engine: Engine,
  company: Company,
  { resource, entities }: { resource: string; entities: readonly RawEntity[] },
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let start = 0; start < entities.length; start += batchSize) {
    const part = entities.slice(start, start + batchSize);
    ids.push(...(await write(engine, company, { kind: 'create', resource, entities: part })));
  }
  return ids;
}

async function update(
  engine: Engine,
  company: Company,
  { resource, entity }: { resource: string; entity: RawEntity },
): Promise<void> {
  await write(engine, company, { kind: 'update', resource, entities: [entity] });
}

async function write(
  engine: Engine,
  company: Company,
  part: { kind: 'create' | 'update'; resource: string; entities: readonly RawEntity[] },
): Promise<readonly number[]> {
  const resource = resourceOf(engine, part.resource);
  const request = {
    kind: part.kind,
    resource,
    batch: true,
    entities: part.entities,
    id: null,
    parameters: new Map(),
  };
  const origin = { caller: systemCaller(company), remoteAddress: null, requestId: 'demo' };
  const { items } = await runWrite(engine, request, origin);
  return items.map(({ document, success }) => {
    if (!success)
      throw new AccountError(`The demo data could not be written: ${String(document['ErrorMessage'])}`);
    return (document['Results'] as readonly { id: number }[])[0]?.id as number;
  });
}

function resourceOf(engine: Engine, called: string): Resource {
  const resource = engine.schema.resources.get(called);
  if (resource === undefined) throw new Error(`no resource is named ${called}`);
  return resource;
}
