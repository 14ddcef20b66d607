// The timer with NFC tags, on shared terminals and inside geofences.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer } from '../support/client.ts';
import { assertPart, hire, pause, work, written } from '../time-tracking/booking.ts';
import { affected, hireWithTimer, storyClock, timerOf, timerOptions } from '../time-tracking/timer/timer.ts';

onEveryEngine(
  'NFC tags, terminals and geofences of the timer',
  (place) => {
    const { at, today } = storyClock(place);
    const create = async (resource: string, entity: object): Promise<number> =>
      (await place.machine.create(resource, entity))['id'];
    const tag = (unique_id: string, mode_id: number, more: object): Promise<number> =>
      create('nfcTransponders', { unique_id, mode_id, ...more });

    test('a tag of a user toggles that user’s timer, in any letter case', async () => {
      today('08:00');
      const ada = await hireWithTimer(place, 'ada', { start_task_at_login: work });
      await tag('Ada-Tag', 1, { user_id: ada.person });
      const toggle = () => place.machine.post('timeTrackings/toggle', { _nfc_unique_id: ' ADA-tag' });
      const started = written(await toggle());
      assertPart(started, {
        user_id: ada.person,
        task_id: work,
        start_type_id: 2,
        is_start_live: 1,
        input_type: 2,
      });
      at('09:00');
      assertPart(written(await toggle()), {
        id: started['id'],
        duration: 3600,
        end_type_id: 2,
        is_end_live: 1,
      });
      assertRefused(await place.machine.post('timeTrackings/toggle', { _nfc_unique_id: 'lost' }), {
        status: 422,
        code: 'unknown_reference',
        field: '_nfc_unique_id',
      });
      const both = { _nfc_unique_id: 'ada-tag', user_id: 1 };
      assertRefused(await place.machine.post('timeTrackings/start', both), {
        status: 422,
        code: 'contradiction',
      });
    });

    test('refuses the tag of another user', async () => {
      today('08:00');
      const bob = await hireWithTimer(place, 'bob', { start_task_at_login: work });
      await tag('bob', 1, { user_id: bob.person });
      const eve = await hireWithTimer(place, 'eve');
      assertRefused(await eve.start({ _nfc_unique_id: 'bob' }), { status: 401, code: 'not_allowed' });
    });

    test('a tag of a task starts the task, then ends it and starts the next task', async () => {
      today('08:00');
      const cid = await hireWithTimer(place, 'cid');
      const machine = await create('tasks', { name: 'Machine', mother_id: 3 });
      await tag('machine', 2, { task_id: machine, start_task_afterwards: work });
      const first = written(await cid.toggle({ task_id: work }));
      at('09:00');
      const onTag = await cid.toggle({ _nfc_unique_id: 'machine' });
      assertPart(written(onTag), { task_id: machine, start_type_id: 2 });
      assertPart(affected(onTag)[0] ?? {}, { id: first['id'], duration: 3600 });
      at('10:00');
      const offTag = await cid.toggle({ _nfc_unique_id: 'machine' });
      assertPart(written(offTag), { task_id: work, end_time: null });
      assertPart(affected(offTag)[0] ?? {}, { id: written(onTag)['id'], duration: 3600, end_type_id: 2 });
      assertRefused(await cid.start({ task_id: pause, _nfc_unique_id: 'machine' }), {
        status: 422,
        code: 'contradiction',
        field: 'task_id',
      });
    });

    test('a backdated tag without the right requests the end and starts no next task', async () => {
      const day = today('08:00');
      const lay = await hireWithTimer(place, 'lay', { manual_timetracking: 0 });
      const lathe = await create('tasks', { name: 'Lathe', mother_id: 3 });
      await tag('lathe', 2, { task_id: lathe, start_task_afterwards: work });
      const checkpoint_id = await create('checkpoints', { name: 'Door' });
      await tag('door', 4, { checkpoint_id, start_task_afterwards: work });
      written(await lay.toggle({ _nfc_unique_id: 'lathe' }));
      at('12:00');
      const late = { time: `${day} 09:00:00`, timezone: 'UTC' };
      for (const held of ['lathe', 'door']) {
        const answer = await lay.toggle({ _nfc_unique_id: held, ...late });
        assertRefused(answer, { status: 401, code: 'not_allowed' });
      }
      assert.deepEqual(await lay.days(), [`${day} 08:00:00 – running`]);
      const asked = await lay.toggle({ _nfc_unique_id: 'lathe', ...late, _request_user_comment: 'forgot' });
      assertPart(written(asked), { task_id: lathe, end_time: null });
      const requests = affected(asked, 'changeTimeTrackingRequests');
      assert.deepEqual(
        requests.map(({ type, status, new_end_time }) => [type, status, new_end_time]),
        [['CHANGE', 'PENDING', `${day} 09:00:00`]],
      );
      assert.deepEqual(await lay.days(), [`${day} 08:00:00 – running`]);
      written(await lay.toggle({ _nfc_unique_id: 'door' }));
      assert.deepEqual(await lay.days(), [`${day} 08:00:00 – ${day} 12:00:00`, `${day} 12:00:00 – running`]);
    });

    test('a tag of a project or skill starts its first bookable task', async () => {
      today('08:00');
      const dan = await hireWithTimer(place, 'dan');
      const project = await create('projects', { name: 'Site', mother_id: 1 });
      await tag('site', 3, { project_id: project });
      assertRefused(await dan.start({ _nfc_unique_id: 'site' }), {
        status: 422,
        code: 'rule_broken',
        field: '_nfc_unique_id',
      });
      const skill_id = await create('skills', { syn: 'Welding' });
      const below = await create('projects', { name: 'Hall', mother_id: project });
      await create('tasks', { name: 'Done', mother_id: project, is_done: 1 });
      await create('tasks', { name: 'Secret', mother_id: project, is_restricted: 1 });
      const weld = await create('tasks', { name: 'Weld', mother_id: below, skill_id });
      assert.equal(written(await dan.toggle({ _nfc_unique_id: 'site' }))['task_id'], weld);
      at('08:10');
      assert.equal(written(await dan.toggle({ _nfc_unique_id: 'site' }))['duration'], 600);
      const paint = await create('tasks', { name: 'Paint', mother_id: project });
      at('08:20');
      assert.equal(written(await dan.toggle({ _nfc_unique_id: 'site' }))['task_id'], paint);
      await tag('welding', 5, { skill_id });
      at('08:30');
      assert.equal(written(await dan.toggle({ _nfc_unique_id: 'welding' }))['task_id'], weld);
    });

    test('a tag of a checkpoint records one event on the running tracking', async () => {
      const day = today('08:00');
      const fay = await hireWithTimer(place, 'fay');
      const checkpoint_id = await create('checkpoints', { name: 'Gate' });
      await tag('gate', 4, { checkpoint_id });
      const passing = { _nfc_unique_id: 'gate', client_unique_id: 'pass-1', timezone: 'UTC' };
      assertRefused(await fay.toggle(passing), { status: 422, code: 'rule_broken' });
      const { id } = written(await fay.start({ task_id: work }));
      at('08:20');
      const answer = await fay.toggle(passing);
      assertPart(written(answer), { id, end_time: null });
      assertPart(affected(answer, 'checkpointTrackings')[0] ?? {}, {
        checkpoint_id,
        time_tracking_id: id,
        timestamp: `${day} 08:20:00`,
        is_live: 1,
      });
      written(await fay.toggle(passing));
      const { json } = await place.machine.get('checkpointTrackings/read', { time_tracking_id: id });
      assert.equal(json['NumResults'], 1);
    });

    test('a terminal acts for its users on its tasks only', async () => {
      today('08:00');
      const gate = await hire(place.machine, 'gate', { internal_user_group: 3, timezone: 'UTC' });
      const client = await place.account.login('gate');
      const [gil, hal] = [await hireWithTimer(place, 'gil'), await hireWithTimer(place, 'hal')];
      const timer = timerOf(gil.person, client, client);
      const forGil = { user_id: gil.person };
      assertRefused(await timer.start({ ...forGil, task_id: work }), { status: 401, code: 'not_allowed' });
      const use = await create('multiuserToUsers', { user_id: gate, assigned_user_id: gil.person });
      const { id } = written(await timer.start({ ...forGil, task_id: work }));
      assert.equal((await timer.current())?.['id'], id);
      assertRefused(await timer.start({ user_id: hal.person, task_id: work }), {
        status: 401,
        code: 'not_allowed',
      });
      assertRefused(await timer.start({ task_id: work }), { status: 400, code: 'missing_parameter' });
      assertRefused(await client.put(`timeTrackings/update/${id}`, { notes: 'x' }), {
        status: 401,
        code: 'not_allowed',
      });
      await create('multiuserToTasks', { multiuser_id: gate, task_id: pause });
      at('08:10');
      assertRefused(await timer.start({ ...forGil, task_id: work }), {
        status: 422,
        code: 'rule_broken',
        field: 'task_id',
      });
      written(await timer.start({ ...forGil, task_id: pause }));
      await place.machine.put(`users/update/${gil.person}`, { manual_timetracking: 0 });
      const late = { ...forGil, task_id: pause, time: '2026-06-01 07:00:00', timezone: 'UTC' };
      assertRefused(await timer.start(late), { status: 401, code: 'not_allowed' });
      const since = (await client.get('timeTrackings/read')).json['RequestStartTime'];
      at('08:20');
      written(await place.machine.delete(`multiuserToUsers/delete/${use}`));
      assertRefused(await timer.stop(forGil), { status: 401, code: 'not_allowed' });
      const delta = (await client.get('timeTrackings/read', { _since: since, _fetch_deleted: 1 })).json;
      assert.equal(delta['Deleted'].length, 2);
      at('08:30');
      const later = (await client.get('timeTrackings/read')).json['RequestStartTime'];
      at('08:31');
      await create('multiuserToUsers', { user_id: gate, assigned_user_id: gil.person });
      const back = (await client.get('timeTrackings/read', { _since: later, _fetch_deleted: 1 })).json;
      assert.deepEqual([back['NumResults'], back['Deleted']], [2, []]);
    });

    test('a terminal starts no next task that it does not offer', async () => {
      const day = today('08:00');
      const terminal = await hire(place.machine, 'lobby', { internal_user_group: 3, timezone: 'UTC' });
      const client = await place.account.login('lobby');
      const gus = await hireWithTimer(place, 'gus');
      await create('multiuserToUsers', { user_id: terminal, assigned_user_id: gus.person });
      await create('multiuserToTasks', { multiuser_id: terminal, task_id: work });
      const offered = await create('multiuserToTasks', { multiuser_id: terminal, task_id: pause });
      await tag('gus', 1, { user_id: gus.person, start_task_afterwards: pause });
      const checkpoint_id = await create('checkpoints', { name: 'Lobby' });
      await tag('lobby', 4, { checkpoint_id, start_task_afterwards: pause });
      const held = (): Promise<Answer> => client.post('timeTrackings/toggle', { _nfc_unique_id: 'gus' });
      written(await client.post('timeTrackings/start', { user_id: gus.person, task_id: work }));
      at('08:10');
      assert.equal(written(await held())['task_id'], pause);
      written(await place.machine.delete(`multiuserToTasks/delete/${offered}`));
      at('08:20');
      written(await held());
      assert.equal(await gus.current(), undefined);
      at('08:30');
      const { id } = written(
        await client.post('timeTrackings/start', { user_id: gus.person, task_id: work }),
      );
      const passing = { user_id: gus.person, _nfc_unique_id: 'lobby' };
      at('08:40');
      assertPart(written(await client.post('timeTrackings/toggle', passing)), { id, end_time: null });
      const recorded = await place.machine.get('checkpointTrackings/read', { time_tracking_id: id });
      assert.equal(recorded.json['NumResults'], 1);
      assert.deepEqual(await gus.days(), [
        `${day} 08:00:00 – ${day} 08:10:00`,
        `${day} 08:10:00 – ${day} 08:20:00`,
        `${day} 08:30:00 – running`,
      ]);
    });

    test('refuses a live start outside the geofences of the task', async () => {
      const day = today('08:00');
      const ida = await hireWithTimer(place, 'ida');
      const project = await create('projects', { name: 'Fenced', mother_id: 1 });
      const task_id = await create('tasks', { name: 'Dig', mother_id: project });
      const fence = { name: 'Office', geo_lat: 48.2081743, geo_long: 16.3738189, radius: 150 };
      const near = await create('geofences', fence);
      const far = await create('geofences', { ...fence, name: 'Far', geo_lat: 47.07 });
      await create('geofenceToNodes', { geofence_id: near, node_id: project });
      await create('geofenceToNodes', { geofence_id: far, node_id: task_id });
      const outside = { status: 422, code: 'rule_broken', field: 'geo_start_lat' } as const;
      assertRefused(await ida.start({ task_id }), outside);
      // A hundredth of a degree of latitude is 1112 m.
      const place1 = { geo_lat: 48.2181743, geo_long: 16.3738189 };
      const { ErrorExtended, ErrorMessage } = assertRefused(await ida.start({ task_id, ...place1 }), outside);
      assert.deepEqual(ErrorExtended.data, {
        id: near,
        name: 'Office',
        distance: 1112,
        radius: 150,
        is_request_flow_active: 0,
      });
      assert.match(ErrorMessage, /1112 m/);
      assertRefused(await ida.start({ task_id, ...place1, geo_accuracy: 961 }), outside);
      assertRefused(await ida.toggle({ task_id, ...place1 }), outside);
      assertPart(written(await ida.start({ task_id, ...place1, geo_accuracy: 962 })), {
        geo_start_accuracy: 962,
      });
      at('08:10');
      written(await ida.start({ task_id, geo_start_lat: 48.2085, geo_start_long: 16.374 }));
      written(await ida.stop());
      const jon = await hireWithTimer(place, 'jon');
      const { id } = written(await jon.start({ task_id: work }));
      assertRefused(await jon.start({ task_id }), outside);
      assertPart((await jon.current()) ?? {}, { id, task_id: work });
      const live = {
        start_time: `${day} 08:10:01`,
        start_time_timezone: 'UTC',
        user_id: ida.person,
        task_id,
      };
      at('08:11');
      assertRefused(await place.machine.post('timeTrackings/create', live), outside);
      written(await ida.start({ task_id, start_time: `${day} 07:00:00`, _insert_into_conflicting: 1 }));
    });
  },
  timerOptions,
);
