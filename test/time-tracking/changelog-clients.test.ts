// The changelog records the user and the OAuth client of every change of a tracking.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import { decide, openOffice, requestIn } from './requests/asking.ts';
import { booking, work, written } from './booking.ts';

const times = { start: '2025-05-05 08:00', end: '2025-05-05 10:00' };

onEveryEngine('client ids in the changelog of trackings', (place) => {
  test('records user and client of every kind of change', async () => {
    const { machine, account } = place;
    const office = await openOffice(place, 'ada');
    const { id } = written(await machine.post('timeTrackings/create', booking(office.person, times)));
    written(await machine.put(`timeTrackings/update/${id}`, { notes: 'new' }));
    written(await office.employee.post('timeTrackings/start', { task_id: work }));
    written(await office.employee.put('timeTrackings/stop', {}));
    const longer = { end_time: '2025-05-05 11:00:00', _request_user_comment: 'longer' };
    const request = requestIn(await office.employee.put(`timeTrackings/update/${id}`, longer));
    written(await decide(office.supervisor, 'approve', request['id']));
    const inside = booking(office.person, { start: '2025-05-05 09:00', end: '2025-05-05 09:30' });
    written(await machine.post('timeTrackings/create', { ...inside, _insert_into_conflicting: 1 }));
    assert.equal((await machine.delete(`timeTrackings/delete/${id}`)).status, 200);
    const rows = await inAccount(place.installation, (view) =>
      view.find('timeTrackingChangelogs', [{ column: 'user_id', is: '=', value: office.person }]),
    );
    const { clientId } = account;
    const byMachine = [null, clientId];
    const logged = rows.map((row) => [
      row['change_type'],
      row['change_user_id'],
      row['change_oauth_client_id'],
    ]);
    const [created, updated, started, stopped, granted, ...given] = logged;
    assert.deepEqual(created, ['CREATE', ...byMachine]);
    assert.deepEqual(updated, ['UPDATE', ...byMachine]);
    assert.deepEqual(
      [started?.slice(0, 2), stopped?.slice(0, 2)],
      [
        ['CREATE', office.person],
        ['UPDATE', office.person],
      ],
    );
    assert.deepEqual(granted?.slice(0, 2), ['UPDATE', office.boss]);
    assert.deepEqual(given, [
      ['UPDATE', ...byMachine],
      ['CREATE', ...byMachine],
      ['CREATE', ...byMachine],
      ['DELETE', ...byMachine],
    ]);
    for (const row of logged) assert.match(String(row[2]), /^hb_[2-9a-z]{12}$/);
  });
});
