// A small company with one person for every kind of caller.
import { createCredential } from '#oauth/credentials.ts';
import { createClient, fetchToken, type Client } from '../support/client.ts';
import type { StorageEngine } from '../support/engines.ts';
import {
  password,
  startInstallation,
  type Installation,
  type InstallationOptions,
} from '../support/installation.ts';
import type { Column } from './access-table.ts';

/** People by what they are to the callers. */
export type Person =
  'supervisor' | 'assistant' | 'teamLeader' | 'hrManager' | 'employee' | 'colleague' | 'report' | 'member';

/** The company; all ids are of the account `acme`. */
export interface Company {
  readonly installation: Installation;
  readonly machine: Client;
  readonly callers: Readonly<Record<Column, Client>>;
  readonly people: Readonly<Record<Person, number>>;
  /** `north` is led by the supervisor and holds `branch`, where the report works. All others work in `south`. */
  readonly departments: Readonly<Record<'north' | 'branch' | 'south', number>>;
  readonly team: number;
  /** A number that was not given out before. */
  nextSerial(): number;
}

/** About whom each caller asks. */
export const subjects: Readonly<Record<Column, Person>> = {
  machine: 'colleague',
  reader: 'colleague',
  administrator: 'colleague',
  hrManager: 'colleague',
  supervisor: 'report',
  assistant: 'report',
  teamLeader: 'member',
  employee: 'employee',
  colleague: 'colleague',
  outsider: 'colleague',
  foreigner: 'colleague',
};

/** Starts it; `startsAt` is what its clock shows then. */
export async function startCompany(
  engine: StorageEngine,
  options: Pick<InstallationOptions, 'startsAt'> = {},
): Promise<Company> {
  const installation = await startInstallation({ engine, ...options });
  try {
    return await fillCompany(installation);
  } catch (error) {
    await installation.close();
    throw error;
  }
}

async function fillCompany(installation: Installation): Promise<Company> {
  const { machine, administrator, login } = installation.account;
  const create = async (resource: string, entity: object): Promise<number> =>
    (await machine.create(resource, entity))['id'] as number;
  const south = await create('departments', { department_name: 'South' });
  const north = await create('departments', { department_name: 'North' });
  const branch = await create('departments', { department_name: 'Branch', mother_id: north });
  const person = (name: Person, more: object = {}): Promise<number> =>
    create('users', {
      username: name,
      firstname: name,
      lastname: 'Person',
      password,
      department_id: south,
      ...more,
    });
  const people = {
    supervisor: await person('supervisor'),
    assistant: await person('assistant'),
    teamLeader: await person('teamLeader'),
    hrManager: await person('hrManager', { hr_manager: 1 }),
    employee: await person('employee'),
    colleague: await person('colleague'),
    report: await person('report', { department_id: branch }),
    member: await person('member'),
  };
  await machine.put(`departments/update/${north}`, {
    supervisor_id: people.supervisor,
    supervisor_assistant_id: people.assistant,
  });
  const team = await create('teams', { name: 'Blue', team_leader_id: people.teamLeader });
  await machine.create('teamMembers', { team_id: team, user_id: people.member });
  const [supervisor, employee] = [await login('supervisor'), await login('employee')];
  let serial = 0;
  return {
    installation,
    machine,
    callers: {
      machine,
      administrator,
      supervisor,
      employee,
      reader: await readerOf(installation),
      hrManager: await login('hrManager'),
      assistant: await login('assistant'),
      teamLeader: await login('teamLeader'),
      colleague: employee,
      outsider: supervisor,
      foreigner: await strangerOf(installation),
    },
    people,
    departments: { north, branch, south },
    team,
    nextSerial: () => (serial += 1),
  };
}

async function readerOf({ app, address, account }: Installation): Promise<Client> {
  const { credential, clientSecret } = await app.engine.database.write(account.id, (tx) =>
    createCredential(tx, { accountId: account.id, name: 'reader', readOnly: true, lastDay: null }),
  );
  const where = { address, account: account.name };
  const form = {
    grant_type: 'client_credentials',
    client_id: credential.clientId,
    client_secret: clientSecret,
  };
  return createClient(where, (await fetchToken(where, form)).access_token);
}

/** The administrator of another account, with a client of this one. */
async function strangerOf(installation: Installation): Promise<Client> {
  const other = await installation.addAccount('rival');
  const where = { address: installation.address, account: installation.account.name };
  return createClient(where, other.administrator.token);
}
