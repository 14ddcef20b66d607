// Deleting (specification §4.1, decisions §6): the row goes, what uses it keeps it, what it owns goes with it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { password } from '../support/installation.ts';
import { assertRefused, idsOf, readOne, rowOf, rowsOf, type Shown } from './expectations.ts';
import { onEveryEngine } from './on-every-engine.ts';

onEveryEngine('delete', (place) => {
  const zones = { start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
  const book = (fields: object, day: string): Promise<Shown> =>
    place.machine.create('timeTrackings', {
      user_id: 1,
      task_id: 4,
      start_time: `2026-03-${day} 08:00:00`,
      end_time: `2026-03-${day} 09:00:00`,
      ...zones,
      ...fields,
    });
  const newUser = (username: string, fields: object = {}): Promise<Shown> =>
    place.machine.create('users', { username, firstname: 'U', lastname: 'S', password, ...fields });

  /** Tries to delete, expects a refusal that names the user of the row, and the row as it was. */
  const assertInUse = async (resource: string, id: number, by: { resource: string; id: number }) => {
    const before = await readOne(place.machine, resource, id);
    const answer = await place.machine.delete(`${resource}/delete/${id}`);
    const refusal = assertRefused(answer, { status: 422, code: 'in_use', field: 'id' });
    assert.match(refusal['ErrorMessage'], new RegExp(`still used by ${by.resource} .*\\b${by.id}\\b`));
    assert.equal(refusal['ErrorExtended'].data.resource, by.resource);
    assert.ok(refusal['ErrorExtended'].data.ids.includes(by.id));
    assert.deepEqual(await readOne(place.machine, resource, id), before);
    return refusal;
  };

  it('removes the row completely and answers it as it stood', async () => {
    const skill = await place.machine.create('skills', { syn: 'Gone' });
    assert.deepEqual(rowOf(await place.machine.delete(`skills/delete/${skill['id']}`)), skill);
    assert.deepEqual(idsOf(await place.machine.get('skills/read', { id: skill['id'] })), []);
  });

  it('takes the id as a parameter too', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Gone' });
    assert.deepEqual(idsOf(await place.machine.delete('skills/delete', { id })), [id]);
  });

  it('refuses to delete without an id', async () => {
    const refusal = { status: 400, code: 'missing_parameter', field: 'id' } as const;
    assertRefused(await place.machine.delete('skills/delete'), refusal);
  });

  it('keeps a task on which time is booked, naming the tracking', async () => {
    const task = await place.machine.create('tasks', { name: 'Used', mother_id: 3 });
    const tracking = await book({ task_id: task['id'] }, '02');
    await assertInUse('tasks', task['id'], { resource: 'timeTrackings', id: tracking['id'] });
    await place.machine.delete(`timeTrackings/delete/${tracking['id']}`);
    assert.equal((await place.machine.delete(`tasks/delete/${task['id']}`)).status, 200);
  });

  it('keeps a project that holds a task or a project', async () => {
    const parent = await place.machine.create('projects', { name: 'P', mother_id: 1 });
    const child = await place.machine.create('projects', { name: 'C', mother_id: parent['id'] });
    const task = await place.machine.create('tasks', { name: 'T', mother_id: child['id'] });
    await assertInUse('projects', parent['id'], { resource: 'projects', id: child['id'] });
    await assertInUse('projects', child['id'], { resource: 'tasks', id: task['id'] });
    for (const path of [`tasks/delete/${task['id']}`, `projects/delete/${child['id']}`]) {
      assert.equal((await place.machine.delete(path)).status, 200);
    }
    assert.equal((await place.machine.delete(`projects/delete/${parent['id']}`)).status, 200);
  });

  it('keeps a user with times and advises to deactivate', async () => {
    const user = await newUser('ada');
    const tracking = await book({ user_id: user['id'] }, '03');
    const refusal = await assertInUse('users', user['id'], { resource: 'timeTrackings', id: tracking['id'] });
    assert.match(refusal['ErrorMessage'], /deactivate/);
  });

  it('keeps a department with people, and one with departments below', async () => {
    const upper = await place.machine.create('departments', { department_name: 'Upper' });
    const lower = await place.machine.create('departments', { department_name: 'L', mother_id: upper['id'] });
    await assertInUse('departments', upper['id'], { resource: 'departments', id: lower['id'] });
    const user = await newUser('bob', { department_id: lower['id'] });
    await assertInUse('departments', lower['id'], { resource: 'users', id: user['id'] });
  });

  it('keeps the default department', async () => {
    const answer = await place.machine.delete('departments/delete/1');
    assert.equal(answer.status, 422);
    assert.equal((await readOne(place.machine, 'departments', 1))['is_default'], 1);
  });

  it('deletes a user and a department that nothing uses', async () => {
    const user = await newUser('carl');
    const department = await place.machine.create('departments', { department_name: 'Empty' });
    assert.equal((await place.machine.delete(`users/delete/${user['id']}`)).status, 200);
    assert.equal((await place.machine.delete(`departments/delete/${department['id']}`)).status, 200);
  });

  it('takes checkpointTrackings along with their tracking, and lists both in Deleted', async () => {
    const { machine, installation } = place;
    const gate = await machine.create('checkpoints', { name: 'Gate' });
    const stamps = ['08:10', '08:20'].map((time) => ({
      checkpoint_id: gate['id'],
      timestamp: `2026-03-04 ${time}:00`,
      timezone: 'UTC',
    }));
    const { id, nestedEntities } = await book({ nestedEntities: { checkpointTrackings: stamps } }, '04');
    const children = nestedEntities.checkpointTrackings.map((child: Shown) => child['Results'][0].id);
    assert.equal(children.length, 2);
    installation.clock.shift += 5_000;
    const from = (await machine.get('skills/read')).json['RequestStartTime'];
    rowsOf(await machine.delete(`timeTrackings/delete/${id}`));
    const query = { _since: from, _fetch_deleted: 1, _include: 'timeTrackings,checkpointTrackings' };
    const { Results } = (await machine.get('deltaSync/read', query)).json;
    const deleted = (name: string) => Results[name].Deleted.map((row: Shown) => row['id']);
    assert.deepEqual(deleted('timeTrackings'), [id]);
    assert.deepEqual(deleted('checkpointTrackings').sort(), children.sort());
    assert.deepEqual(idsOf(await machine.get('checkpointTrackings/read')), []);
  });

  it('deletes a pair by its pair, and lists the pair in Deleted', async () => {
    const { machine, installation } = place;
    const team = await machine.create('teams', { name: 'T', team_leader_id: 1 });
    const pair = { team_id: team['id'], user_id: 1 };
    await machine.create('teamMembers', pair);
    installation.clock.shift += 5_000;
    const from = (await machine.get('skills/read')).json['RequestStartTime'];
    const lonely = await machine.delete('teamMembers/delete', { team_id: team['id'] });
    assertRefused(lonely, { status: 400, code: 'missing_parameter', field: 'user_id' });
    assert.equal((await machine.delete('teamMembers/delete', pair)).status, 200);
    const { json } = await machine.get('teamMembers/read', { _since: from, _fetch_deleted: 1 });
    const [gone] = json['Deleted'];
    assert.deepEqual([gone.team_id, gone.user_id], [team['id'], 1]);
    assert.equal((await readOne(machine, 'teams', team['id']))['current_team_members'], '');
  });

  it('refuses a parameter that does not belong to a delete', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Kept' });
    const answer = await place.machine.delete(`skills/delete/${id}`, { syn: 'Other' });
    assertRefused(answer, { status: 422, code: 'unknown_parameter', field: 'syn' });
    assert.equal((await readOne(place.machine, 'skills', id))['syn'], 'Kept');
  });
});
