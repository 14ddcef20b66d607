// One request recounts the timesheets of all users.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRequest } from '#engine/run-request.ts';
import { systemCaller } from '#engine/system-caller.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { counting } from '../support/counting-engine.ts';
import { assertRebuilt } from './timesheets.ts';
import { booking, hire } from '../time-tracking/booking.ts';

const staff = 12;

onEveryEngine('recount of all users', (place) => {
  test('writes changed days only and yields between users', async () => {
    const people: number[] = [];
    for (let number = 0; number < staff; number += 1) {
      const person = await hire(place.machine, `counted.${number}`, { entry_date: '2026-01-01' });
      for (const date of ['2026-01-30', '2026-02-02', '2026-02-27'])
        await place.machine.create(
          'timeTrackings',
          booking(person, { start: `${date} 08:00`, end: `${date} 15:00` }),
        );
      people.push(person);
    }
    const setting = await place.machine.get('generalSettings/read', { setting_type: 'automatic_break_rule' });
    const { app, account } = place.installation;
    let time = 0;
    // Each reading of this stopwatch is a second later, so that the recount yields at every opportunity.
    const { engine, statements } = counting({ ...app.engine, stopwatch: () => (time += 1_000) }, 'write');
    let turns = 0;
    let watching = true;
    const turn = (): void => {
      turns += 1;
      if (watching) setImmediate(turn);
    };
    setImmediate(turn);
    const answer = await runRequest(engine, {
      caller: systemCaller(account),
      request: {
        method: 'PUT',
        path: `/${account.name}/v4/generalSettings/update/${setting.json['Results'][0]['id']}`,
        query: '',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ setting_value: 'german' })),
        remoteAddress: null,
        requestId: 'large',
      },
    });
    watching = false;
    assert.equal(answer.status, 200, String(answer.body));
    assert.ok(turns >= staff, `${turns} turns`);
    // From 30 January on each day of the two months has another balance; the years after it are moved month by month.
    const days = statements.filter(({ sql }) => sql.startsWith('update "timesheet_accountings"'));
    assert.ok(days.length <= staff * 30, `${days.length} rows for ${staff} people`);
    for (const person of people) {
      const { json } = await place.machine.get('timesheetAccountings/read', {
        user_id: person,
        working_time: 6.5,
        _limit: 10,
      });
      assert.equal(json['Results'].length, 3);
      await assertRebuilt(place, person);
    }
  });
});
