// Checkpoints and their events on trackings: children, zones, live marks, repeated uploads and deletes.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';

onEveryEngine('checkpoints', (place) => {
  let gate: number;
  let person: number;
  let days = 0;
  const newTracking = async (): Promise<number> => {
    const day = new Date(Date.UTC(2025, 2, (days += 1))).toISOString().slice(0, 10);
    const times = { start: `${day} 08:00`, end: `${day} 10:00` };
    return written(await place.machine.post('timeTrackings/create', booking(person, times)))['id'];
  };
  const passing = (time_tracking_id: number, more: object = {}): object => ({
    checkpoint_id: gate,
    time_tracking_id,
    timestamp: '2025-03-01 08:30:00',
    timezone: 'Europe/Vienna',
    ...more,
  });
  before(async () => {
    gate = (await place.machine.create('checkpoints', { name: 'Gate' }))['id'];
    person = await hire(place.machine, 'guard');
  });

  test('creates events as children of a tracking in JSON and form data', async () => {
    const { machine } = place;
    const children = {
      checkpointTrackings: [
        { checkpoint_id: gate, timestamp: '2025-01-07 08:10:00', timezone: 'Europe/Vienna' },
      ],
    };
    const bodies = [
      {
        ...booking(person, { start: '2025-01-07 08:00', end: '2025-01-07 09:00' }),
        nestedEntities: children,
      },
      new URLSearchParams({
        ...booking(person, { start: '2025-01-08 08:00', end: '2025-01-08 09:00' }),
        nestedEntities: JSON.stringify(children),
      } as Record<string, string>),
    ];
    for (const body of bodies) {
      const answer = await machine.post('timeTrackings/create', body);
      const row = written(answer);
      assert.equal(answer.json['SuccessNested'], true, answer.text);
      const [child] = row['nestedEntities'].checkpointTrackings;
      assert.equal(child.Results[0].time_tracking_id, row['id']);
      assert.equal(child.Results[0].timezone, 'Europe/Vienna');
    }
  });

  test('accepts a zone by name in any letter case or by id, refuses others', async () => {
    const { machine } = place;
    const tracking = await newTracking();
    const zone = (await machine.get('timezones/read', { timezone: 'America/New_York' })).json['Results'][0];
    for (const timezone of ['America/New_York', 'america/new_york', zone.id, String(zone.id)]) {
      const row = written(await machine.post('checkpointTrackings/create', passing(tracking, { timezone })));
      assert.equal(row['timezone'], 'America/New_York');
      assert.equal(row['timestamp'], '2025-03-01 08:30:00');
    }
    const { timezone: _, ...unzoned } = passing(tracking, {}) as Envelope;
    const aliased = { ...unzoned, timezone_id: `${zone.id}.0` };
    const row = written(await machine.post('checkpointTrackings/create', aliased));
    assert.equal(row['timezone'], 'America/New_York');
    for (const timezone of ['999999', '99999999999999999999', 'Nowhere/Town', '0']) {
      const answer = await machine.post('checkpointTrackings/create', passing(tracking, { timezone }));
      assertRefused(answer, { status: 422, code: 'invalid_value', field: 'timezone' });
    }
  });

  test('refuses a nonexistent local time', async () => {
    const tracking = await newTracking();
    const answer = await place.machine.post(
      'checkpointTrackings/create',
      passing(tracking, { timestamp: '2026-03-29 02:30:00' }),
    );
    const { ErrorMessage } = assertRefused(answer, {
      status: 422,
      code: 'invalid_value',
      field: 'timestamp',
    });
    assert.match(ErrorMessage, /03:00:00/);
  });

  test('an event up to 4 minutes old is live, 10 minutes old is not', async () => {
    const tracking = await newTracking();
    for (const [minutes, live] of [
      [0, 1],
      [4, 1],
      [10, 0],
    ] as const) {
      const timestamp = new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
      const row = written(
        await place.machine.post(
          'checkpointTrackings/create',
          passing(tracking, { timestamp, timezone: 'UTC' }),
        ),
      );
      assert.equal(row['is_live'], live);
    }
  });

  test('a repeated client_unique_id creates one event for each tracking', async () => {
    const [one, two] = [await newTracking(), await newTracking()];
    const upload = async (tracking: number): Promise<number> =>
      written(
        await place.machine.post(
          'checkpointTrackings/create',
          passing(tracking, { client_unique_id: 'c-1' }),
        ),
      )['id'];
    const first = await upload(one);
    assert.equal(await upload(one), first);
    assert.notEqual(await upload(two), first);
  });

  test('deleting the tracking deletes its events and reports them in delta sync', async () => {
    const { machine } = place;
    const tracking = await newTracking();
    const { id } = written(await machine.post('checkpointTrackings/create', passing(tracking)));
    const since = (await machine.get('serverTime/read')).json['RequestStartTime'];
    assert.equal((await machine.delete(`timeTrackings/delete/${tracking}`)).status, 200);
    assert.equal((await machine.get(`checkpointTrackings/read/${id}`)).json['NumResults'], 0);
    const { json } = await machine.get('checkpointTrackings/read', { _since: since, _fetch_deleted: 1 });
    assert.ok(json['Deleted'].some((gone: Envelope) => gone['id'] === id));
  });

  test('refuses to delete a checkpoint with events, deletes another with translations', async () => {
    const { machine } = place;
    const unused = (await machine.create('checkpoints', { name: 'Unused' }))['id'];
    const name = written(
      await machine.post('checkpointTranslations/create', {
        checkpoint_id: unused,
        language_id: 2,
        name: 'Tor',
      }),
    );
    const twice = await machine.post('checkpointTranslations/create', {
      checkpoint_id: unused,
      language_id: 2,
      name: 'Tür',
    });
    assertRefused(twice, { status: 422, code: 'not_unique', field: 'language_id' });
    assertRefused(await machine.delete(`checkpoints/delete/${gate}`), { status: 422, code: 'in_use' });
    assert.equal((await machine.delete(`checkpoints/delete/${unused}`)).status, 200);
    assert.equal((await machine.get(`checkpointTranslations/read/${name['id']}`)).json['NumResults'], 0);
  });
});
