// Rights to departments, teams, terminals or users do not become rights over people. Tests every write that gives a
// user access to a person, by every kind of caller, for the caller and for an accomplice.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { permissionScopes } from '#resource/permission-scopes.ts';
import type { Rule } from '#resource/rule.ts';
import * as keepers from '#domain/access/record-access.ts';
import { refuseWiderAccess } from '#domain/access/refuse-wider-access.ts';
import { loadResources } from '../../src/load-resources.ts';
import type { Answer, Client } from '../support/client.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import { booking, hire } from '../time-tracking/booking.ts';

/** Who writes: all but administrators hold grants of every verb below. */
const writers = {
  'a grant holder': { refused: true },
  'the supervisor': { refused: false },
  'an HR manager': { refused: false },
  'an administrator': { refused: false },
} as const;
type Writer = keyof typeof writers;

const granted = {
  departments: ['create', 'update'],
  teams: ['create', 'update'],
  teamMembers: ['create'],
  multiuserToUsers: ['create'],
  users: ['update'],
  generalSettings: ['update'],
} as const;

/** What stands before each write; ids. */
interface World {
  readonly writer: Client;
  /** Who is to gain access, and what they see. */
  readonly gainer: number;
  readonly gainerClient: Client;
  /** In `home`, which lies below `above`. */
  readonly target: number;
  readonly home: number;
  /** Led by the gainer, whom a supervisor who writes leads, too. */
  readonly led: number;
  /** The gainer leads one; the target is in the other. */
  readonly ledTeam: number;
  readonly otherTeam: number;
  readonly terminal: number;
}

interface Widening {
  /** A permission of the gainer. */
  readonly permission?: (world: World) => object;
  /** What else stands before. */
  readonly prepare?: (machine: Client, world: World) => Promise<unknown>;
  readonly write: (world: World) => Promise<Answer>;
  /** A terminal gains access, which no login can show here. */
  readonly byTerminal?: true;
}

const readTimes = { resource_name: 'timeTrackings', permission_name: 'read' };
const put = (path: string, body: (world: World) => object) => (world: World) =>
  world.writer.put(path, body(world));
const post = (path: string, body: (world: World) => object) => (world: World) =>
  world.writer.post(path, body(world));

const widenings: Readonly<Record<string, Widening>> = {
  'supervisor_id of a department': {
    write: put('departments/update', ({ home, gainer }) => ({ id: home, supervisor_id: gainer })),
  },
  'supervisor_assistant_id in a batch': {
    write: put('departments/update', ({ home, gainer }) => [{ id: home, supervisor_assistant_id: gainer }]),
  },
  'mother_id of a department': {
    write: put('departments/update', ({ home, led }) => ({ id: home, mother_id: led })),
  },
  'department_id of the person': {
    write: put('users/update', ({ target, led }) => ({ id: target, department_id: led })),
  },
  "the department of a right's holder": {
    permission: () => ({ ...readTimes, permission_scope_id: permissionScopes.department }),
    write: put('users/update', ({ gainer, home }) => ({ id: gainer, department_id: home })),
  },
  "the departments of a right's holder": {
    permission: () => ({ ...readTimes, permission_scope_id: permissionScopes.department_tree }),
    write: put('users/update', ({ gainer, home }) => ({ id: gainer, department_id: home })),
  },
  "a person into a right's department": {
    permission: ({ led }) => ({
      ...readTimes,
      permission_scope_id: permissionScopes.department,
      permission_scope_data_1: led,
    }),
    prepare: (machine, { led }) => machine.put(`departments/update/${led}`, { supervisor_id: null }),
    write: put('users/update', ({ target, led }) => ({ id: target, department_id: led })),
  },
  'team_leader_id of a team': {
    write: put('teams/update', ({ otherTeam, gainer }) => ({ id: otherTeam, team_leader_id: gainer })),
  },
  'a member of a team': {
    write: post('teamMembers/create', ({ ledTeam, target }) => ({ team_id: ledTeam, user_id: target })),
  },
  'members of a team in a batch': {
    write: post('teamMembers/create', ({ ledTeam, target }) => [{ team_id: ledTeam, user_id: target }]),
  },
  'a member of a team named by a right': {
    permission: ({ ledTeam }) => ({
      ...readTimes,
      permission_scope_id: permissionScopes.team,
      permission_scope_data_1: ledTeam,
    }),
    prepare: (machine, { ledTeam, target }) =>
      machine.put(`teams/update/${ledTeam}`, { team_leader_id: target }),
    write: post('teamMembers/create', ({ ledTeam, target }) => ({ team_id: ledTeam, user_id: target })),
  },
  'a person at a terminal': {
    write: post('multiuserToUsers/create', ({ terminal, target }) => ({
      user_id: terminal,
      assigned_user_id: target,
    })),
    byTerminal: true,
  },
  'active of an inactive supervisor': {
    prepare: async (machine, { home, gainer }) => {
      await machine.put(`departments/update/${home}`, { supervisor_assistant_id: gainer });
      await machine.put(`users/update/${gainer}`, { active: 0 });
    },
    write: put('users/update', ({ gainer }) => ({ id: gainer, active: 1 })),
    byTerminal: true,
  },
};

onEveryEngine('wider access', (place) => {
  for (const [what, widening] of Object.entries(widenings)) {
    for (const [writer, { refused }] of Object.entries(writers) as [Writer, { refused: boolean }][]) {
      for (const forSelf of refused && widening.byTerminal !== true ? [true, false] : [false]) {
        const whom = forSelf ? 'for themselves' : 'for another';
        test(`${refused ? 'refuses' : 'takes'} ${what} from ${writer} ${whom}`, async () => {
          const world = await worldOf(place, writer, forSelf);
          const { machine } = place;
          if (widening.permission !== undefined)
            await machine.create('permissions', { user_id: world.gainer, ...widening.permission(world) });
          await widening.prepare?.(machine, world);
          const answer = await widening.write(world);
          const item = answer.json['isBatch'] === 1 ? answer.json['Results'][0] : answer.json;
          assert.equal(item['Success'], !refused, answer.text);
          if (refused) assert.equal(item['ErrorExtended'].errorCode, 'not_allowed', answer.text);
          if (widening.byTerminal === true) return;
          const { json } = await world.gainerClient.get('timeTrackings/read', { user_id: world.target });
          assert.equal(json['NumResults'], refused ? 0 : 1);
        });
      }
    }
  }

  test('takes names of departments and teams from a grant holder', async () => {
    const { writer, home, otherTeam } = await worldOf(place, 'a grant holder', true);
    const named = await writer.put('departments/update', { id: home, department_name: 'Renamed' });
    assert.equal(named.status, 200, named.text);
    const team = await writer.put('teams/update', { id: otherTeam, name: 'Renamed' });
    assert.equal(team.status, 200, team.text);
  });

  for (const [writer, { refused }] of Object.entries(writers) as [Writer, { refused: boolean }][]) {
    test(`${refused ? 'refuses' : 'takes'} a department where colleagues are seen from ${writer}`, async () => {
      const { writer: client, gainer, home } = await worldOf(place, writer, refused);
      const { status, json } = await client.put('users/update', { id: gainer, department_id: home });
      assert.equal(status, refused ? 401 : 200, json['ErrorMessage']);
      if (refused) assert.deepEqual(json['ErrorExtended'].data, { user: gainer });
    });
  }

  for (const [setting_type, narrow, wide] of [
    ['team_sees_absences', 'department', 'account'],
    ['team_sees_presence', 'team', 'department'],
    ['colleagues_see_contact', '0', '1'],
  ] as const) {
    for (const [writer, refused] of [
      ['a grant holder', true],
      ['the supervisor', true],
      ['an HR manager', false],
      ['an administrator', false],
    ] as const) {
      test(`${refused ? 'refuses' : 'takes'} a wider ${setting_type} from ${writer}`, async () => {
        const { machine } = place;
        const former = (await machine.get('generalSettings/read', { setting_type })).json['Results'][0];
        await machine.put('generalSettings/update', { setting_type, setting_value: narrow });
        const { writer: client } = await worldOf(place, writer, true);
        const widened = await client.put('generalSettings/update', { setting_type, setting_value: wide });
        assert.equal(widened.status, refused ? 401 : 200, widened.text);
        await machine.put('generalSettings/update', { setting_type, setting_value: wide });
        const narrowed = await client.put('generalSettings/update', { setting_type, setting_value: narrow });
        assert.equal(narrowed.status, 200, narrowed.text);
        const { setting_value } = former;
        await machine.put('generalSettings/update', { setting_type, setting_value });
      });
    }
  }

  test('names the user and the person in the refusal', async () => {
    const { writer, home, gainer, target } = await worldOf(place, 'a grant holder', true);
    const answer = await writer.put('departments/update', { id: home, supervisor_id: gainer });
    assert.deepEqual(answer.json['ErrorExtended'].data, { user: gainer, person: target });
  });
});

let serial = 0;

async function worldOf({ machine, account }: Place, kind: Writer, forSelf: boolean): Promise<World> {
  const name = (what: string): string => `${what}-${(serial += 1)}`;
  const create = async (resource: string, entity: object): Promise<number> =>
    (await machine.create(resource, entity))['id'] as number;
  const writerName = name('writer');
  const writerId = await hire(machine, writerName, writerFields(kind));
  const gainerName = forSelf ? writerName : name('gainer');
  const above = await create('departments', { department_name: name('above') });
  const reported = kind === 'the supervisor';
  const gainer = forSelf
    ? writerId
    : await hire(machine, gainerName, reported ? { department_id: above } : {});
  if (reported) await machine.put(`departments/update/${above}`, { supervisor_id: writerId });
  const home = await create('departments', { department_name: name('home'), mother_id: above });
  const target = await hire(machine, name('target'), { department_id: home });
  const led = await create('departments', { department_name: name('led'), supervisor_id: gainer });
  const ledTeam = await create('teams', { name: name('led'), team_leader_id: gainer });
  const otherTeam = await create('teams', { name: name('other'), team_leader_id: 1 });
  await create('teamMembers', { team_id: otherTeam, user_id: target });
  const terminal = await hire(machine, name('terminal'), { internal_user_group: 3 });
  await create('timeTrackings', booking(target, { start: '2026-03-02 08:00', end: '2026-03-02 09:00' }));
  if (kind !== 'an administrator') await grantAll(machine, writerId);
  const writer = await account.login(writerName);
  const gainerClient = forSelf ? writer : await account.login(gainerName);
  return { writer, gainer, gainerClient, target, home, led, ledTeam, otherTeam, terminal };
}

function writerFields(kind: Writer): object {
  if (kind === 'an administrator') return { internal_user_group: 1 };
  return kind === 'an HR manager' ? { hr_manager: 1 } : {};
}

async function grantAll(machine: Client, user_id: number): Promise<void> {
  const permission_scope_id = permissionScopes.all;
  for (const [resource_name, verbs] of Object.entries(granted))
    for (const permission_name of verbs)
      await machine.create('permissions', { user_id, resource_name, permission_name, permission_scope_id });
}

describe('resources on which access to people depends', () => {
  test('have the rule that refuses wider access, unless administrators alone write them', async () => {
    const rules = new Set<unknown>(Object.values(keepers));
    const keeping = (await loadResources()).filter(({ before }) =>
      before.some((rule: Rule) => rules.has(rule)),
    );
    const without = keeping.filter(({ after }) => !after.includes(refuseWiderAccess as Rule));
    assert.deepEqual(
      without.map(({ name }) => name),
      ['permissions'],
    );
    assert.equal(keeping.length, 7);
  });
});
