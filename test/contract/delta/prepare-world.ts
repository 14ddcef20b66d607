// The rows with which a random history starts: writers, and rows to write about.
import assert from 'node:assert/strict';
import type { Client, Envelope } from '../../support/client.ts';
import type { World, Writer } from './history.ts';

/** The account's ServerTimeZone, and the zones among which it changes. */
export interface WorldOptions {
  readonly serverTimeZone?: string;
  readonly zones?: readonly string[];
}

/** Makes people, teams and a checkpoint in the clients' account; each of eight writers gets one of the clients. */
export async function prepareWorld(
  clients: readonly Client[],
  { serverTimeZone = 'UTC', zones = [] }: WorldOptions = {},
): Promise<{ world: World; writers: readonly Writer[] }> {
  const [machine] = clients as [Client];
  const settings = await machine.get('generalSettings/read', { setting_type: 'server_timezone' });
  const zoneSetting = settings.json['Results'][0]['id'] as number;
  const answer = await machine.put('generalSettings/update', {
    id: zoneSetting,
    setting_value: serverTimeZone,
  });
  assert.equal(answer.status, 200, answer.text);
  const people = Array.from({ length: 8 }, (_, index) => ({
    username: `writer${index}`,
    firstname: 'W',
    lastname: `${index}`,
    password: 'correct horse 1',
  }));
  const created = await machine.post('users/create', people);
  const users = (created.json['Results'] as Envelope[]).map((item) => item['Results'][0]['id'] as number);
  const checkpoint = await machine.create('checkpoints', { name: 'Gate' });
  const teams = [];
  for (const name of ['Blue', 'Red']) {
    teams.push((await machine.create('teams', { name, team_leader_id: users[0] }))['id'] as number);
  }
  const ids = new Map([
    ['projects', [1, 3]],
    ['tasks', [4, 9]],
    ['departments', [1]],
    ['checkpoints', [checkpoint['id'] as number]],
    ['teams', teams],
  ]);
  const writers = users.map((userId, index) => ({
    client: clients[index % clients.length] as Client,
    userId,
    booked: 0,
  }));
  return { world: { ids, users, zones, zoneSetting }, writers };
}
