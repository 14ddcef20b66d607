// The server notifies deciders of requests and requesters of decisions.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { rowsOf } from '../../support/expectations.ts';
import type { Client } from '../../support/client.ts';
import { booking, hire, written } from '../booking.ts';

onEveryEngine('notifications of requests', (place) => {
  let boss = 0;
  let anna = 0;
  let ben = 0;
  let annas: Client;
  let bens: Client;
  let bosses: Client;
  before(async () => {
    boss = await hire(place.machine, 'boss');
    const shop = await place.machine.create('departments', { department_name: 'Shop', supervisor_id: boss });
    const inShop = { department_id: shop['id'] as number, manual_timetracking: 0 };
    anna = await hire(place.machine, 'anna', inShop);
    ben = await hire(place.machine, 'ben', inShop);
    [annas, bens, bosses] = [
      await place.account.login('anna'),
      await place.account.login('ben'),
      await place.account.login('boss'),
    ];
  });

  /** Kind, receiver and sender of each notification about a row, in order. */
  const told = async (assoc: number, kinds: readonly number[]): Promise<readonly (readonly number[])[]> => {
    const rows = rowsOf(await place.machine.get('notifications/read', { assoc_id: assoc, _limit: 1000 }));
    return rows
      .filter((row) => kinds.includes(row['notification_type'] as number))
      .map((row) => [row['notification_type'], row['user_id'], row['user_id_sender']] as number[]);
  };
  const ofAbsences = [1, 2, 3, 4, 5, 6, 7];
  const ofTimes = [8, 9, 10, 11];
  const request = async (day: string, more: object = {}): Promise<number> =>
    written(
      await annas.post('absences/create', {
        type_id: 1,
        user_id: anna,
        from_date: day,
        to_date: day,
        ...more,
      }),
    )['id'] as number;

  it('notifies the supervisor of a holiday request and the user of the decision', async () => {
    const granted = await request('2030-03-05');
    await bosses.put('absences/approve', { id: granted });
    assert.deepEqual(await told(granted, ofAbsences), [
      [1, boss, anna],
      [2, anna, boss],
    ]);
    const declined = await request('2030-03-06');
    await bosses.put('absences/reject', { id: declined });
    assert.deepEqual((await told(declined, ofAbsences)).at(-1), [3, anna, boss]);
  });

  it('notifies the supervisor of a cancel by the user, the user of other cancels', async () => {
    const own = await request('2030-03-12');
    await annas.put('absences/cancel', { id: own });
    assert.deepEqual((await told(own, ofAbsences)).at(-1), [4, boss, anna]);
    const other = await request('2030-03-13');
    await bosses.put('absences/cancel', { id: other });
    assert.deepEqual((await told(other, ofAbsences)).at(-1), [4, anna, boss]);
  });

  it('notifies the replacement first, then the user of the answer', async () => {
    const agreed = await request('2030-03-19', { replacement_user_id: ben });
    assert.deepEqual(await told(agreed, ofAbsences), [[5, ben, anna]]);
    await bens.put('absences/approve', { id: agreed });
    assert.deepEqual((await told(agreed, ofAbsences)).slice(1), [
      [6, anna, ben],
      [1, boss, anna],
    ]);
    const refused = await request('2030-03-20', { replacement_user_id: ben });
    await bens.put('absences/reject', { id: refused });
    assert.deepEqual((await told(refused, ofAbsences)).at(-1), [7, anna, ben]);
  });

  it('records the supervisor when an assistant decides', async () => {
    const assistant = await hire(place.machine, 'assistant');
    const [shop] = rowsOf(await place.machine.get('departments/read', { supervisor_id: boss }));
    await place.machine.put(`departments/update/${shop?.['id']}`, { supervisor_assistant_id: assistant });
    const id = await request('2030-03-26');
    const answer = await (await place.account.login('assistant')).put('absences/approve', { id });
    assert.equal(written(answer)['granted_as_substitute_user_id'], boss);
    await place.machine.put(`departments/update/${shop?.['id']}`, { supervisor_assistant_id: 0 });
  });

  it('notifies the supervisor of a change request and the user of the decision', async () => {
    const ask = async (day: string): Promise<number> => {
      const answer = await annas.post('timeTrackings/create', {
        user_id: anna,
        task_id: 4,
        start_time: `${day} 08:00:00`,
        end_time: `${day} 09:00:00`,
        start_time_timezone: 'Europe/Vienna',
        end_time_timezone: 'Europe/Vienna',
        _request_user_comment: 'forgotten',
      });
      assert.equal(answer.status, 200, answer.text);
      return answer.json['Affected'].changeTimeTrackingRequests[0].id as number;
    };
    const [granted, declined, cancelled] = [
      await ask('2026-02-02'),
      await ask('2026-02-03'),
      await ask('2026-02-04'),
    ];
    await bosses.put('changeTimeTrackingRequests/approve', { id: granted });
    await bosses.put('changeTimeTrackingRequests/reject', { id: declined });
    await annas.put('changeTimeTrackingRequests/cancel', { id: cancelled });
    assert.deepEqual(await told(granted, ofTimes), [
      [8, boss, anna],
      [9, anna, boss],
    ]);
    assert.deepEqual((await told(declined, ofTimes)).at(-1), [10, anna, boss]);
    assert.deepEqual((await told(cancelled, ofTimes)).at(-1), [11, boss, anna]);
  });

  it('notifies administrators of a supervisor’s request and both users of the decision', async () => {
    const day = '2026-02-05';
    const { id } = await place.machine.create('timeTrackings', {
      ...booking(anna, { start: `${day} 08:00`, end: `${day} 10:00` }),
    });
    const ask = async (hour: number): Promise<number> => {
      const body = { time_tracking_id: id, new_end_time: `${day} ${hour}:00:00` };
      return (await bosses.create('changeTimeTrackingRequests', body))['id'];
    };
    const admin = rowsOf(await place.machine.get('users/read', { username: 'admin' }))[0]?.['id'] as number;
    const [granted, declined, cancelled, byPerson] = [
      await ask(11),
      await ask(12),
      await ask(13),
      await ask(14),
    ];
    await place.account.administrator.put('changeTimeTrackingRequests/approve', { id: granted });
    await place.account.administrator.put('changeTimeTrackingRequests/reject', { id: declined });
    await bosses.put('changeTimeTrackingRequests/cancel', { id: cancelled });
    await annas.put('changeTimeTrackingRequests/cancel', { id: byPerson });
    const asked = [8, admin, boss];
    assert.deepEqual(await told(granted, ofTimes), [asked, [9, anna, admin], [9, boss, admin]]);
    assert.deepEqual(await told(declined, ofTimes), [asked, [10, anna, admin], [10, boss, admin]]);
    assert.deepEqual(await told(cancelled, ofTimes), [asked, [11, anna, boss], [11, admin, boss]]);
    assert.deepEqual(await told(byPerson, ofTimes), [asked, [11, boss, anna], [11, admin, anna]]);
  });

  it('notifies HR managers, else administrators, for a user without supervisor', async () => {
    const loner = await hire(place.machine, 'loner');
    const loners = await place.account.login('loner');
    const [admin] = rowsOf(await place.machine.get('users/read', { username: 'admin' }));
    const day = (date: string) => ({ type_id: 1, user_id: loner, from_date: date, to_date: date });
    const first = written(await loners.post('absences/create', day('2030-04-02')))['id'] as number;
    assert.deepEqual(await told(first, ofAbsences), [[1, admin?.['id'], loner]]);
    const personnel = await hire(place.machine, 'personnel', { hr_manager: 1 });
    const second = written(await loners.post('absences/create', day('2030-04-03')))['id'] as number;
    assert.deepEqual(await told(second, ofAbsences), [[1, personnel, loner]]);
  });

  it('notifies the next active supervisor above, else HR managers', async () => {
    const [manager, gone] = [await hire(place.machine, 'manager'), await hire(place.machine, 'gone')];
    const house = await place.machine.create('departments', {
      department_name: 'House',
      supervisor_id: manager,
    });
    const floor = await place.machine.create('departments', {
      department_name: 'Floor',
      mother_id: house['id'],
      supervisor_id: gone,
      supervisor_assistant_id: gone,
    });
    const clerk = await hire(place.machine, 'clerk', { department_id: floor['id'] });
    const personnel = await hire(place.machine, 'second-personnel', { hr_manager: 1 });
    const ask = async (day: string): Promise<readonly unknown[]> => {
      const absence = { type_id: 1, user_id: clerk, from_date: day, to_date: day };
      const client = await place.account.login('clerk');
      const { id } = written(await client.post('absences/create', absence));
      return (await told(id as number, ofAbsences)).map(([, receiver]) => receiver);
    };
    const setActive = async (id: number, active: number): Promise<void> => {
      written(await place.machine.put(`users/update/${id}`, { active }));
    };
    assert.deepEqual(await ask('2030-05-06'), [gone, manager]);
    await setActive(gone, 0);
    assert.deepEqual(await ask('2030-05-07'), [manager]);
    await setActive(manager, 0);
    assert.ok((await ask('2030-05-08')).includes(personnel));
    await setActive(gone, 1);
    assert.deepEqual(await ask('2030-05-09'), [gone]);
  });
});
