// Rows of every resource about a person of the company: entities to create, and rows that exist.
import { password } from '../support/installation.ts';
import type { Company } from './company.ts';
import type { Area, Entity, Making } from './areas/area.ts';
import { ofEveryArea } from './areas/every-area.ts';
import { entryOf } from './missing-data.ts';
import { harmlessUpdates } from './samples.ts';
import { storeRow } from './store-row.ts';

/** A row about a person as the server stores it, of resources that clients cannot create. */
export const storedAbout = ofEveryArea('storedAbout');

/** What a resource without rows of its own is asked about a person. */
export const asked = ofEveryArea('asked');

/** Id of a row that every account has, of resources that clients cannot create. */
export const standing: Readonly<Record<string, number>> = {
  ...ofEveryArea('standing'),
  generalSettings: 5,
  languages: 1,
  countries: 40,
  timezones: 1,
  salutations: 1,
};

/** A query that finds a row about a person, of resources whose rows the server makes. */
export const found = {
  ...ofEveryArea('found'),
  timeTrackingChangelogs: async ({ company, person }: Making) => ({
    tracker_id: (await rowAbout(company, 'timeTrackings', person))['id'] as number,
  }),
  recentTasks: async ({ company, person }: Making) => {
    await rowAbout(company, 'timeTrackings', person);
    return { user_id: person };
  },
} as NonNullable<Area['found']>;

/** An entity about a person that can be created. */
export const makers: Readonly<Record<string, (making: Making) => Entity | Promise<Entity>>> = {
  users: ({ number, company }) => ({
    username: `new.${number}`,
    password,
    firstname: 'New',
    lastname: 'Person',
    department_id: company.departments.south,
  }),
  timeTrackings: ({ person, number }) => trackingOf(person, number),
  checkpointTrackings: async ({ company, person, number }) => ({
    checkpoint_id: (await company.machine.create('checkpoints', { name: 'Gate' }))['id'],
    time_tracking_id: (await company.machine.create('timeTrackings', trackingOf(person, number)))['id'],
    timestamp: '2025-03-01 08:00:00',
    timezone: 'Europe/Vienna',
  }),
  messages: ({ person }) => ({ message: 'm', sender_id: person, receiver_type: 'USER', receiver_id: 1 }),
  departments: ({ number }) => ({ department_name: `Department ${number}` }),
  teams: ({ number, company }) => ({ name: `Team ${number}`, team_leader_id: company.people.teamLeader }),
  teamMembers: async ({ company, number }) => ({
    team_id: company.team,
    user_id: await newUser(company, number),
  }),
  skills: ({ number }) => ({ syn: `Skill ${number}`, revenue_per_hour: 70 }),
  clients: ({ number }) => ({ company_name: `Client ${number}`, address_1: 'Street 1' }),
  projects: ({ number }) => ({ name: `Project ${number}`, mother_id: 1, budget: 500 }),
  tasks: ({ number }) => ({ name: `Task ${number}`, mother_id: 3, revenue_per_hour: 80 }),
  checkpoints: ({ number }) => ({ name: `Checkpoint ${number}` }),
  checkpointTranslations: async ({ company }) => ({
    checkpoint_id: (await company.machine.create('checkpoints', { name: 'Gate' }))['id'],
    language_id: 1,
    name: 'Gate',
  }),
  translations: ({ number }) => ({ translation_key: `key ${number}`, value: 'v', language_id: 1 }),
  ...ofEveryArea('makers'),
};

/** An entity about the person that can be created. */
export async function entityAbout(company: Company, resource: string, person: number): Promise<Entity> {
  const make = entryOf(makers, 'maker', resource);
  return make({ company, person, number: company.nextSerial() });
}

/** A row about the person that exists and may be changed and deleted: its key as query parameters. */
export async function rowAbout(
  company: Company,
  resource: string,
  person: number,
): Promise<Record<string, number>> {
  if (resource in storedAbout) return { id: await storeAbout(company, resource, person) };
  const row = await company.machine.create(resource, await entityAbout(company, resource, person));
  return row['id'] === undefined ? { team_id: row['team_id'], user_id: row['user_id'] } : { id: row['id'] };
}

function storeAbout(company: Company, resource: string, person: number): Promise<number> {
  const make = entryOf(storedAbout, 'row about a person', resource);
  return storeRow(company, resource, make({ company, person, number: company.nextSerial() }));
}

/** A row about the person that exists: its key as query parameters. */
export async function rowToRead(
  company: Company,
  resource: string,
  person: number,
): Promise<Record<string, number | string>> {
  if (resource === 'users') return { id: person };
  const find = found[resource];
  if (find === undefined) return rowAbout(company, resource, person);
  const query = await find({ company, person, number: company.nextSerial() });
  const answer = await company.machine.get(`${resource}/read`, query);
  const [row] = answer.json['Results'] as readonly Record<string, number>[];
  if (row === undefined) throw new Error(`there is no row of ${resource} about ${person}: ${answer.text}`);
  return row['id'] === undefined ? query : { id: row['id'] };
}

/** What an update of the row may always change. */
export function updateOf(resource: string): Entity {
  if (resource === 'generalSettings') return { setting_value: 'Acme' };
  return entryOf(harmlessUpdates, 'harmless update', resource);
}

function trackingOf(person: number, number: number): Entity {
  const day = new Date(Date.parse('2025-03-01') + number * 86_400_000).toISOString().slice(0, 10);
  return {
    user_id: person,
    task_id: 4,
    start_time: `${day} 08:00:00`,
    end_time: `${day} 09:00:00`,
    start_time_timezone: 'Europe/Vienna',
    end_time_timezone: 'Europe/Vienna',
  };
}

async function newUser(company: Company, number: number): Promise<number> {
  const entity = { username: `new.${number}`, password, firstname: 'New', lastname: 'Person' };
  return (await company.machine.create('users', entity))['id'] as number;
}
