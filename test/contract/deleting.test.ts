// A delete removes the row and its children, and the server refuses it while other rows refer to the row (specification
// §4.1, decisions §6).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { password } from '../support/installation.ts';
import { assertRefused, idsOf, readOne, rowOf, rowsOf, type Shown } from '../support/expectations.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';

onOwnInstallations('deletions', { why: 'moves the clock' }, (place) => {
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

  /** A field of another row that refers to the row. */
  interface Use {
    readonly resource: string;
    readonly field: string;
    readonly id: number;
  }

  /** The server refuses the delete, names the row that refers to this one, and leaves both unchanged. */
  const assertInUse = async (resource: string, id: number, { id: other, ...by }: Use): Promise<void> => {
    const before = await readOne(place.machine, resource, id);
    const answer = await place.machine.delete(`${resource}/delete/${id}`);
    const refusal = assertRefused(answer, { status: 422, code: 'in_use', field: 'id' });
    assert.match(refusal['ErrorMessage'], new RegExp(`still used by ${by.resource} .*\\b${other}\\b`));
    assert.deepEqual(refusal['ErrorExtended'].data, { ...by, ids: [other] });
    assert.deepEqual(await readOne(place.machine, resource, id), before);
  };

  it('removes the row completely and returns it', async () => {
    const skill = await place.machine.create('skills', { syn: 'Gone' });
    assert.deepEqual(rowOf(await place.machine.delete(`skills/delete/${skill['id']}`)), skill);
    assert.deepEqual(idsOf(await place.machine.get('skills/read', { id: skill['id'] })), []);
  });

  it('accepts the id as a parameter', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Gone' });
    assert.deepEqual(idsOf(await place.machine.delete('skills/delete', { id })), [id]);
  });

  it('requires an id', async () => {
    const refusal = { status: 400, code: 'missing_parameter', field: 'id' } as const;
    assertRefused(await place.machine.delete('skills/delete'), refusal);
  });

  it('refuses to delete a task with bookings and names the tracking', async () => {
    const task = await place.machine.create('tasks', { name: 'Used', mother_id: 3 });
    const tracking = await book({ task_id: task['id'] }, '02');
    await assertInUse('tasks', task['id'], {
      resource: 'timeTrackings',
      field: 'task_id',
      id: tracking['id'],
    });
    await place.machine.delete(`timeTrackings/delete/${tracking['id']}`);
    assert.equal((await place.machine.delete(`tasks/delete/${task['id']}`)).status, 200);
  });

  it('refuses to delete a project that contains a task or a project', async () => {
    const parent = await place.machine.create('projects', { name: 'P', mother_id: 1 });
    const child = await place.machine.create('projects', { name: 'C', mother_id: parent['id'] });
    const task = await place.machine.create('tasks', { name: 'T', mother_id: child['id'] });
    await assertInUse('projects', parent['id'], {
      resource: 'projects',
      field: 'mother_id',
      id: child['id'],
    });
    await assertInUse('projects', child['id'], { resource: 'tasks', field: 'mother_id', id: task['id'] });
    for (const path of [`tasks/delete/${task['id']}`, `projects/delete/${child['id']}`]) {
      assert.equal((await place.machine.delete(path)).status, 200);
    }
    assert.equal((await place.machine.delete(`projects/delete/${parent['id']}`)).status, 200);
  });

  it('deletes a user and a department that no row refers to', async () => {
    const user = await newUser('carl');
    const department = await place.machine.create('departments', { department_name: 'Empty' });
    assert.equal((await place.machine.delete(`users/delete/${user['id']}`)).status, 200);
    assert.equal((await place.machine.delete(`departments/delete/${department['id']}`)).status, 200);
  });

  it('deletes checkpointTrackings with their tracking, and lists both in Deleted', async () => {
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

  it('deletes a pair by both ids, and lists the pair in Deleted', async () => {
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

  it('refuses a parameter that a delete does not take', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Kept' });
    const answer = await place.machine.delete(`skills/delete/${id}`, { syn: 'Other' });
    assertRefused(answer, { status: 422, code: 'unknown_parameter', field: 'syn' });
    assert.equal((await readOne(place.machine, 'skills', id))['syn'], 'Kept');
  });
});
