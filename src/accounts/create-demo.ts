// The demo account: a small company with three months of bookings, made by the server's own write path.
// The same on every machine up to dates: what looks random comes from a generator with a fixed seed.
import { AccountError } from './account-error.ts';
import { createAccount, fixedIds } from './create-account.ts';
import { demoBookings } from './demo-bookings.ts';
import { departments, people, projects } from './demo-company.ts';
import { systemCaller } from './system-run.ts';
import type { Engine } from '#engine/engine.ts';
import { runWrite } from '#engine/run-write.ts';
import { createCredential } from '#oauth/credentials.ts';
import type { RawEntity } from '#request/api-request.ts';
import { accountNamed } from '#sql/accounts.ts';
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

/** Creates the account `demo` on an installation that has none; answers `null` if it is there already. */
export async function createDemo(engine: Engine): Promise<Demo | null> {
  if ((await engine.database.read((tx) => accountNamed(tx, name))) !== undefined) return null;
  const password = randomBytes(9).toString('base64url');
  const account = await createAccount(engine, {
    name,
    admin: { username: 'admin', password },
    timezone,
    country: 'AT',
  });
  const company = { id: account.accountId, name };
  const ids = await createCompany(engine, company, password);
  const today = Temporal.Instant.fromEpochMilliseconds(engine.clock())
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  await create(engine, company, {
    resource: 'timeTrackings',
    entities: demoBookings({ ...ids, today, timezone }),
  });
  const { credential, clientSecret } = await engine.database.write((tx) =>
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
  const users = await create(engine, company, {
    resource: 'users',
    entities: people.map(({ username, firstname, lastname, department, hr }) => ({
      username,
      firstname,
      lastname,
      password,
      department_id: inOrder[department],
      hr_manager: hr,
      timezone,
    })),
  });
  for (const { key, supervisor } of departments) {
    const supervisor_id = users[people.findIndex(({ username }) => username === supervisor)];
    await update(engine, company, { resource: 'departments', entity: { id: inOrder[key], supervisor_id } });
  }
  return { users, tasks: await createProjects(engine, company) };
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
  const resource = engine.schema.resources.get(part.resource);
  if (resource === undefined) throw new Error(`no resource is named ${part.resource}`);
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
