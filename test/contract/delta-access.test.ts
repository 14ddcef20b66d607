// A delta client converges also when its rights change: it loses rows, gains old rows and sees other fields of
// unchanged rows (decisions §5).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Client, Envelope } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { idsOf, type Shown } from '../support/expectations.ts';
import { createCopy, keyOf, type SynchronisedCopy } from './delta/synchronised-copy.ts';
import {
  anyChange,
  foundOrganisation,
  makeChange,
  names,
  type OrganisationChange,
} from './delta/organisation.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import { runs } from '../support/property.ts';

const watched = names.slice(0, 4);

const include = [
  'departments',
  'users',
  'teams',
  'teamMembers',
  'projects',
  'tasks',
  'clients',
  'messages',
  'timeTrackings',
  'timeTrackingChangelogs',
  'absenceDays',
  'userStatusOverview',
  'permissions',
  'permissionResolveUsers',
  'permissionResolveDepartments',
  'permissionResolveAbsenceTypes',
  'permissionResolveAbsenceTypesAndUsers',
  'permissionResolveEntities',
  'nodesToUsers',
  'favouriteTasks',
  'todoTasks',
  'recentTasks',
];

/** Some changes, then time may pass and some of the watched synchronise. */
interface Step {
  readonly changes: readonly OrganisationChange[];
  readonly seconds: number;
  readonly asking: readonly boolean[];
}

const histories: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    changes: fc.array(anyChange, { minLength: 1, maxLength: 5 }),
    seconds: fc.constantFrom(0, 0, 0, 1, 5, 6 * 3600, 86_400),
    asking: fc.array(fc.boolean(), { minLength: watched.length, maxLength: watched.length }),
  }),
  { minLength: 4, maxLength: 6 },
);

interface Watched {
  readonly name: string;
  readonly client: Client;
  readonly copy: SynchronisedCopy;
}

onEveryEngine(
  'delta synchronisation while rights change',
  (place) => {
    let accounts = 0;
    const converges = async (history: readonly Step[]): Promise<number> => {
      accounts += 1;
      const account = await place.installation.addAccount(`access${accounts}`);
      const world = await foundOrganisation(
        account.machine,
        () => Date.now() + place.installation.clock.shift,
      );
      const everybody: Watched[] = [];
      for (const name of watched) {
        const client = await account.login(name);
        everybody.push({ name, client, copy: createCopy({ include }) });
      }
      for (const one of everybody) await assertConverges(one);
      let written = 0;
      for (const [index, step] of history.entries()) {
        pass(place, step.seconds);
        for (const change of step.changes) if (await makeChange(change, world, account.machine)) written += 1;
        pass(place, step.seconds);
        const last = index === history.length - 1;
        for (const [place_, one] of everybody.entries())
          if (last || step.asking[place_] === true) await assertConverges(one);
      }
      return written;
    };

    it('reports a deleted row to a caller who had lost access to it before', async () => {
      const { machine, account } = place;
      const { booking, leader, team, member } = await bookingOfMember(place);
      const client = await account.login(leader.username);
      const from = (await client.get('timeTrackings/read')).json['RequestStartTime'] as string;
      pass(place, 5);
      await machine.delete('teamMembers/delete', { team_id: team, user_id: member });
      pass(place, 5);
      await machine.delete(`timeTrackings/delete/${booking}`);
      const answer = await client.get('timeTrackings/read', { _since: from, _fetch_deleted: 1 });
      assert.deepEqual(
        answer.json['Deleted'].map((row: Shown) => row['id']),
        [booking],
      );
    });

    it('reports rows gained by a batch whose first item is refused', async () => {
      const { machine, account } = place;
      const { booking, member, leader } = await bookingOfMember(place);
      const department = await machine.create('departments', {
        department_name: 'D',
        supervisor_id: leader.other,
      });
      const client = await account.login(leader.otherName);
      pass(place, 5);
      const from = (await client.get('timeTrackings/read')).json['RequestStartTime'] as string;
      pass(place, 5);
      const move = { id: member, department_id: department['id'] };
      const { json } = await machine.put('users/update', [{ ...move, username: 'admin' }, move]);
      assert.deepEqual(
        json['Results'].map((item: Shown) => item['Success']),
        [false, true],
      );
      assert.deepEqual(idsOf(await client.get('timeTrackings/read', { _since: from })), [booking]);
    });

    it('converges for employees, supervisors, team leaders and HR managers', async () => {
      let written = 0;
      const property = fc.asyncProperty(histories, async (history) => {
        written += await converges(history);
      });
      const parameters = runs({ test: 5, long: 30, soak: 1_200 });
      await fc.assert(property, parameters);
      assert.ok(written > 0, `only ${written} changes were written`);
    });
  },
  { flags: { 'access-token-lifetime': '30d' } },
);

/** A team with a leader and a member who has booked, and another person. */
async function bookingOfMember({ machine }: Place) {
  people += 1;
  const user = async (kind: string): Promise<number> => {
    const named = { username: `${kind}${people}`, firstname: kind, lastname: 'P', password };
    return (await machine.create('users', named))['id'] as number;
  };
  const [first, other, member] = [await user('leader'), await user('other'), await user('member')];
  const team = await machine.create('teams', { name: 'T', team_leader_id: first });
  await machine.create('teamMembers', { team_id: team['id'], user_id: member });
  const task = await machine.create('tasks', { name: 'T', mother_id: 3 });
  const times = { start_time: '2026-04-01 08:00:00', end_time: '2026-04-01 09:00:00' };
  const zones = { start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
  const row = { user_id: member, task_id: task['id'], ...times, ...zones };
  const booking = (await machine.create('timeTrackings', row))['id'] as number;
  const leader = { username: `leader${people}`, other, otherName: `other${people}` };
  return { booking, leader, team: team['id'] as number, member };
}

let people = 0;

function pass({ installation }: Place, seconds: number): void {
  installation.clock.shift += seconds * 1000;
}

/** The copy, synchronised, holds exactly what a complete read shows, field by field. */
async function assertConverges({ name, client, copy }: Watched): Promise<void> {
  await copy.synchronise(client);
  const complete = await client.get('deltaSync/read', { _include: include.join(), _limit: 10_000 });
  assert.equal(complete.status, 200, complete.text);
  for (const [resource, rows] of copy.resources) {
    const served = complete.json['Results'][resource]['Results'] as Envelope[];
    assert.deepEqual(sorted(rows.values()), sorted(served), `${resource} of ${name}`);
  }
}

function sorted(rows: Iterable<Envelope>): readonly Envelope[] {
  return [...rows].toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
}
