// Geofences and their links to projects and tasks: bounds, deletes, duplicates and the `updated` field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine, onOwnInstallations } from '../support/on-every-engine.ts';
import type { Client, Envelope } from '../support/client.ts';
import { work, written } from '../time-tracking/booking.ts';

const office = { name: 'Office', geo_lat: 48.2081743, geo_long: 16.3738189, radius: 150 };

onEveryEngine('geofences', (place) => {
  test('keeps 7 decimals of coordinates and refuses values out of bounds', async () => {
    const { machine } = place;
    const row = await machine.create('geofences', office);
    assert.deepEqual([row['geo_lat'], row['geo_long'], row['radius']], [48.2081743, 16.3738189, 150]);
    const wrong: readonly [field: string, value: unknown][] = [
      ['radius', 0],
      ['radius', -5],
      ['radius', 1.5],
      ['geo_lat', 90.0000001],
      ['geo_lat', -91],
      ['geo_long', 180.1],
      ['geo_long', -181],
    ];
    for (const [field, value] of wrong) {
      const why = { status: 422, code: 'invalid_value', field } as const;
      assertRefused(await machine.post('geofences/create', { ...office, [field]: value }), why);
      assertRefused(await machine.put(`geofences/update/${row['id']}`, { [field]: value }), why);
    }
    for (const pole of [90, -90])
      assert.equal((await machine.create('geofences', { ...office, geo_lat: pole }))['geo_lat'], pole);
  });

  test('deleting a geofence deletes its links and reports them in delta sync', async () => {
    const { machine } = place;
    const fence = (await machine.create('geofences', office))['id'];
    const link = (await machine.create('geofenceToNodes', { geofence_id: fence, node_id: work }))['id'];
    const since = (await machine.get('geofenceToNodes/read')).json['RequestStartTime'];
    assert.equal((await machine.delete(`geofences/delete/${fence}`)).status, 200);
    const { json } = await machine.get('geofenceToNodes/read', { _since: since, _fetch_deleted: 1 });
    assert.deepEqual(
      json['Deleted'].map(({ id }: Envelope) => id),
      [link],
    );
  });

  test('deleting a task or project deletes its links and keeps the geofence', async () => {
    const { machine } = place;
    const fence = (await machine.create('geofences', office))['id'];
    const project = (await machine.create('projects', { name: 'Site', mother_id: 1 }))['id'];
    const task = (await machine.create('tasks', { name: 'Dig', mother_id: project }))['id'];
    for (const node_id of [project, task])
      await machine.create('geofenceToNodes', { geofence_id: fence, node_id });
    assert.deepEqual(await linkedNodes(machine, fence), [project, task]);
    for (const path of [`tasks/delete/${task}`, `projects/delete/${project}`])
      assert.equal((await machine.delete(path)).status, 200);
    assert.deepEqual(await linkedNodes(machine, fence), []);
    assert.equal((await machine.get(`geofences/read/${fence}`)).json['NumResults'], 1);
  });

  test('refuses a second link of a node to a geofence', async () => {
    const { machine } = place;
    const fence = (await machine.create('geofences', office))['id'];
    const link = { geofence_id: fence, node_id: work };
    await machine.create('geofenceToNodes', link);
    assertRefused(await machine.post('geofenceToNodes/create', link), {
      status: 422,
      code: 'not_unique',
      field: 'node_id',
    });
    const other = await machine.create('geofenceToNodes', { ...link, node_id: 3 });
    assertRefused(await machine.put(`geofenceToNodes/update/${other['id']}`, { node_id: work }), {
      status: 422,
      code: 'not_unique',
      field: 'node_id',
    });
  });
});

onOwnInstallations('the updated field of geofences', { why: 'moves the clock' }, (place) => {
  test('a sent value has no effect, so that delta sync reports every change', async () => {
    const { machine } = place;
    const before = await machine.get('geofences/read');
    const past = '2001-01-01 00:00:00';
    const row = await machine.create('geofences', { ...office, updated: past });
    assert.notEqual(row['updated'], past);
    const changes = async (): Promise<number> =>
      (await machine.get('geofences/read', { _since: before.json['RequestStartTime'], id: row['id'] })).json[
        'NumResults'
      ];
    assert.equal(await changes(), 1);

    place.installation.clock.shift += 5000;
    const later = (await machine.get('geofences/read')).json['RequestStartTime'];
    place.installation.clock.shift += 5000;
    const alone = written(
      await machine.put(`geofences/update/${row['id']}`, { updated: '2031-01-01 00:00:00' }),
    );
    assert.equal(alone['updated'], row['updated'], 'an update of nothing else changes nothing');
    assert.equal((await machine.get('geofences/read', { _since: later })).json['NumResults'], 0);
    const moved = written(await machine.put(`geofences/update/${row['id']}`, { radius: 9, updated: past }));
    assert.ok(moved['updated'] > later);
    assert.equal((await machine.get('geofences/read', { _since: later })).json['NumResults'], 1);
  });

  test('refuses a value that is no time', async () => {
    assertRefused(await place.machine.post('geofences/create', { ...office, updated: 'yesterday' }), {
      status: 422,
      code: 'invalid_value',
      field: 'updated',
    });
  });
});

async function linkedNodes(client: Client, fence: number): Promise<readonly number[]> {
  const { json } = await client.get('geofenceToNodes/read', { geofence_id: fence });
  return json['Results'].map(({ node_id }: Envelope) => node_id);
}
