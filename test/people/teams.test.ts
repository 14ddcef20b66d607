// Teams list their members, and a member is a pair of team and user.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { hire, written } from '../time-tracking/booking.ts';

onEveryEngine('teams', (place) => {
  const create = async (name: string, team_leader_id = 1): Promise<number> =>
    (await place.machine.create('teams', { name, team_leader_id }))['id'];
  const listed = async (team: number): Promise<string> =>
    written(await place.machine.get(`teams/read/${team}`))['current_team_members'];

  test('lists member ids in ascending order in current_team_members', async () => {
    const team = await create('Blue');
    const [a, b, c] = [
      await hire(place.machine, 'a'),
      await hire(place.machine, 'b'),
      await hire(place.machine, 'c'),
    ];
    assert.equal(await listed(team), '');
    for (const user_id of [b, c, a])
      written(await place.machine.post('teamMembers/create', { team_id: team, user_id }));
    assert.equal(await listed(team), `${a},${b},${c}`);
    await place.machine.delete('teamMembers/delete', { team_id: team, user_id: b });
    assert.equal(await listed(team), `${a},${c}`);
  });

  test('stores a member of a team once and addresses the row by both ids', async () => {
    const { machine } = place;
    const team = await create('Pairs');
    const user_id = await hire(machine, 'pair');
    const row = written(await machine.post('teamMembers/create', { team_id: team, user_id }));
    assert.deepEqual(Object.keys(row), ['team_id', 'user_id', 'updated']);
    const again = await machine.post('teamMembers/create', { team_id: team, user_id });
    assertRefused(again, { status: 422, code: 'not_unique' });
    const found = await machine.get('teamMembers/read', { team_id: team, user_id });
    assert.deepEqual(found.json['Results'], [row]);
    for (const query of [{ team_id: team }, { user_id }, {}]) {
      assertRefused(await machine.delete('teamMembers/delete', query), {
        status: 400,
        code: 'missing_parameter',
      });
    }
    assertRefused(await machine.put('teamMembers/update', { team_id: team, user_id }), {
      status: 404,
      code: 'unknown_address',
    });
    assertRefused(await machine.get('teamMembers/read', { id: 1 }), {
      status: 422,
      code: 'unknown_parameter',
      field: 'id',
    });
    assert.deepEqual(
      (await machine.delete('teamMembers/delete', { team_id: team, user_id })).json['Results'],
      [row],
    );
    const gone = await machine.delete('teamMembers/delete', { team_id: team, user_id });
    assertRefused(gone, { status: 422, code: 'unknown_reference' });
    written(await machine.post('teamMembers/create', { team_id: team, user_id }));
  });

  test('stores one row for fifty simultaneous joins of the same person', async () => {
    const team = await create('Crowd');
    const user_id = await hire(place.machine, 'crowd');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => place.machine.post('teamMembers/create', { team_id: team, user_id })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(await listed(team), String(user_id));
  });

  test('deletes the members of a deleted team and reports the pairs in delta sync', async () => {
    const { machine } = place;
    const team = await create('Short lived');
    const user_id = await hire(machine, 'short');
    written(await machine.post('teamMembers/create', { team_id: team, user_id }));
    const since = (await machine.get('serverTime/read')).json['RequestStartTime'];
    assert.equal((await machine.delete(`teams/delete/${team}`)).status, 200);
    const { json } = await machine.get('deltaSync/read', {
      _include: 'teams,teamMembers',
      _since: since,
      _fetch_deleted: 1,
    });
    const { teams, teamMembers } = json['Results'];
    assert.ok(teams.Deleted.some(({ id }: Envelope) => id === team));
    const pairs = teamMembers.Deleted.map((gone: Envelope) => [gone['team_id'], gone['user_id']]);
    assert.ok(
      pairs.some(([a, b]: number[]) => a === team && b === user_id),
      JSON.stringify(pairs),
    );
  });

  test('refuses to delete a person who leads or belongs to a team', async () => {
    const { machine } = place;
    const leader = await hire(machine, 'leader');
    const member = await hire(machine, 'member');
    const team = await create('Fast', leader);
    written(await machine.post('teamMembers/create', { team_id: team, user_id: member }));
    for (const id of [leader, member]) {
      assertRefused(await machine.delete(`users/delete/${id}`), { status: 422, code: 'in_use' });
    }
    assert.equal((await machine.delete(`teams/delete/${team}`)).status, 200);
    for (const id of [leader, member]) assert.equal((await machine.delete(`users/delete/${id}`)).status, 200);
  });
});
