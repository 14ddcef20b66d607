// Founds the company of a day through the API, and logs its people in.
import type { Client, Envelope } from '../../support/client.ts';
import { password } from '../../support/installation.ts';
import { pause } from '../booking.ts';
import { taskCount, terminalOf, type CompanyDay, type Member } from './day.ts';

/** A user with an id and an own client. */
export interface Acting {
  readonly id: number;
  readonly client: Client;
}

/** The company as it stands on the server. */
export interface Company {
  readonly members: readonly (Acting & Member)[];
  readonly terminals: readonly Acting[];
  /** Ids of the tasks; the first is the break. */
  readonly tasks: readonly number[];
}

/** Who founds it, and how people log in; `name` goes before every name. */
export interface Founding {
  readonly machine: Client;
  readonly login: (username: string) => Promise<Client>;
  readonly name: string;
  readonly timezone: string;
  /** Since when people work there, and until when if that is known: so far their accounts reach. */
  readonly since: string;
  readonly until?: string;
}

/** Creates departments, people, terminals and tasks. */
export async function foundCompany(
  { members, terminals }: Pick<CompanyDay, 'members' | 'terminals'>,
  founding: Founding,
): Promise<Company> {
  const { machine, name, timezone, since, until } = founding;
  const departments = await createAll(
    machine,
    'departments',
    [...new Set(members.map(({ department }) => department))].map((number) => ({
      department_name: `${name} ${number}`,
    })),
  );
  const person = (username: string, more: object): object => ({
    username,
    password,
    firstname: username,
    lastname: 'Person',
    timezone,
    ...more,
  });
  const names = members.map((_, index) => `${name}-${index}`);
  const ids = await createAll(
    machine,
    'users',
    members.map(({ department, postDates }, index) =>
      person(names[index] as string, {
        department_id: departments[department],
        manual_timetracking: postDates ? 1 : 0,
        entry_date: since,
        ...(until === undefined ? {} : { exit_date: until }),
      }),
    ),
  );
  for (const [index, { leads, department }] of members.entries())
    if (leads)
      await sent(machine.put(`departments/update/${departments[department]}`, { supervisor_id: ids[index] }));
  const gates = Array.from({ length: terminals }, (_, index) => `${name}-gate-${index}`);
  const gateIds = await createAll(
    machine,
    'users',
    gates.map((gate) => person(gate, { internal_user_group: 3 })),
  );
  await createAll(
    machine,
    'multiuserToUsers',
    members.map((member, index) => ({
      user_id: gateIds[terminalOf(member)],
      assigned_user_id: ids[index],
    })),
  );
  const acting = (all: readonly number[], called: readonly string[]): Promise<readonly Acting[]> =>
    Promise.all(
      all.map(async (id, index) => ({ id, client: await founding.login(called[index] as string) })),
    );
  const people = await acting(ids, names);
  return {
    members: members.map((member, index) => ({ ...member, ...(people[index] as Acting) })),
    terminals: await acting(gateIds, gates),
    tasks: [pause, ...(await createTasks(machine, name))],
  };
}

/** Two projects, the second in the first, with the tasks that are worked on. */
async function createTasks(machine: Client, name: string): Promise<readonly number[]> {
  const outer = await machine.create('projects', { mother_id: 1, name });
  const inner = await machine.create('projects', { mother_id: outer['id'], name: `${name} inner` });
  return createAll(
    machine,
    'tasks',
    Array.from({ length: taskCount - 1 }, (_, index) => ({
      mother_id: index % 2 === 0 ? outer['id'] : inner['id'],
      name: `${name} ${index}`,
    })),
  );
}

/** In batches; answers the ids in order. */
async function createAll(
  machine: Client,
  resource: string,
  entities: readonly object[],
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let from = 0; from < entities.length; from += 100) {
    const batch = entities.slice(from, from + 100);
    const { Results } = await sent(machine.post(`${resource}/create`, batch));
    for (const item of Results as Envelope[]) ids.push(item['Results'][0].id);
  }
  return ids;
}

async function sent(asked: ReturnType<Client['post']>): Promise<Envelope> {
  const { status, json, text } = await asked;
  if (status !== 200 || json['Success'] !== true) throw new Error(`the company was refused: ${text}`);
  return json;
}
