// Parameters of trackings that begin with `_`: flags, `_temp_record_id` and the comment of a decision.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Answer } from '../../support/client.ts';
import { requestIn, requestOf, decide, openOffice } from '../requests/asking.ts';
import { booking, daybook, written } from '../booking.ts';

const morning = { start: '2025-05-05 08:00', end: '2025-05-05 10:00' };

onEveryEngine('underscore parameters of trackings', (place) => {
  let person = 0;
  let tracking = 0;
  let request = 0;
  let office: Awaited<ReturnType<typeof openOffice>>;

  before(async () => {
    office = await openOffice(place, 'ada');
    person = office.person;
    tracking = (await place.machine.create('timeTrackings', booking(person, morning)))['id'];
    const longer = { end_time: '2025-05-05 11:00:00', _request_user_comment: 'longer' };
    request = requestIn(await office.employee.put(`timeTrackings/update/${tracking}`, longer))['id'];
  });

  /** Every way in which times are written. */
  const paths: Readonly<Record<string, (more: object) => Promise<Answer>>> = {
    start: (more) => place.machine.post('timeTrackings/start', { user_id: person, task_id: 4, ...more }),
    stop: (more) => place.machine.put('timeTrackings/stop', { user_id: person, ...more }),
    toggle: (more) => place.machine.post('timeTrackings/toggle', { user_id: person, task_id: 4, ...more }),
    split: (more) =>
      place.machine.put(`timeTrackings/split/${tracking}`, { time: '2025-05-05 09:00:00', ...more }),
    approve: (more) => place.machine.put(`timeTrackings/approve/${tracking}`, more),
    reject: (more) => place.machine.put(`timeTrackings/reject/${tracking}`, more),
    cancel: (more) => place.machine.put(`timeTrackings/cancel/${tracking}`, more),
    create: (more) =>
      place.machine.post('timeTrackings/create', {
        ...booking(person, { start: '2025-05-06 08:00', end: '2025-05-06 09:00' }),
        ...more,
      }),
    update: (more) => place.machine.put(`timeTrackings/update/${tracking}`, { notes: 'new', ...more }),
    'request by hand': (more) =>
      place.machine.post('changeTimeTrackingRequests/create', {
        time_tracking_id: tracking,
        new_end_time: '2025-05-05 12:00:00',
        ...more,
      }),
  };

  const nothings: readonly (readonly [name: string, value: unknown, expected: RegExp])[] = [
    ...['maybe', 2, -1, 0.5, 'TRUE', ' 1', [1], { on: 1 }].flatMap(
      (value) =>
        [
          ['_insert_into_conflicting', value, /it must be 1 or 0\./],
          ['_is_offline_live_tracking', value, /it must be 1 or 0\./],
        ] as const,
    ),
    ['_temp_record_id', { id: 1 }, /it must be text, a number or a boolean\./],
    ['_temp_record_id', ['a'], /it must be text, a number or a boolean\./],
  ];

  for (const [path, send] of Object.entries(paths)) {
    test(`${path}: refuses flags other than 0 and 1 and a nested _temp_record_id`, async () => {
      const stood = await daybook(place.machine, person);
      for (const [field, value, expected] of nothings) {
        const { ErrorMessage } = assertRefused(await send({ [field]: value }), {
          status: 422,
          code: 'invalid_value',
          field,
        });
        assert.match(ErrorMessage, expected);
        assert.ok(ErrorMessage.includes(JSON.stringify(value)), ErrorMessage);
      }
      assert.deepEqual(await daybook(place.machine, person), stood);
      assert.equal((await requestOf(place.machine, request))['status'], 'PENDING');
    });
  }

  test('returns _temp_record_id as it was sent in JSON, form data and XML', async () => {
    for (const sent of ['row-7', '', 7, 1.5, true, false]) {
      const echoed = written((await paths['start']?.({ _temp_record_id: sent })) as Answer)[
        '_temp_record_id'
      ];
      assert.equal(echoed, sent);
    }
    const start = { user_id: String(person), task_id: '4' };
    const form = (id: string) => new URLSearchParams({ ...start, _temp_record_id: id });
    for (const id of ['8', 'a<b>&"c'])
      assert.equal(written(await place.machine.post('timeTrackings/start', form(id)))['_temp_record_id'], id);
    const xml = async (body: unknown): Promise<string> =>
      (await place.machine.post('timeTrackings/start', body, { accept: 'application/xml' })).text;
    assert.match(await xml(form('a<b>')), /<_temp_record_id>a&lt;b(>|&gt;)<\/_temp_record_id>/);
    assert.match(await xml({ ...start, _temp_record_id: 9 }), /<_temp_record_id>9<\/_temp_record_id>/);
    assert.match(await xml({ ...start, _temp_record_id: { a: 1 } }), /<Error>422<\/Error>/);
  });
});

onEveryEngine('comments of decisions', (place) => {
  const decided = ['approve', 'reject', 'cancel'] as const;

  for (const action of decided) {
    test(`${action} stores the comment of requests and trackings under either name`, async () => {
      const office = await openOffice(place, action);
      const decider = action === 'cancel' ? office.employee : office.supervisor;
      const names = action === 'cancel' ? [] : ['granted_user_comment'];
      for (const [day, name] of [...names, '_granted_user_comment'].entries()) {
        for (const [hour, on] of (['request', 'tracking'] as const).entries()) {
          const date = `2025-05-1${day}`;
          const times = { start: `${date} 1${hour}:00`, end: `${date} 1${hour}:10` };
          const { id: row } = await place.machine.create('timeTrackings', booking(office.person, times));
          const longer = { end_time: `${date} 1${hour}:20:00`, _request_user_comment: 'longer' };
          const { id } = requestIn(await office.employee.put(`timeTrackings/update/${row}`, longer));
          // Trackings know it under the name of a parameter only.
          const said = { [on === 'tracking' ? '_granted_user_comment' : name]: 'because' };
          const answer =
            on === 'request'
              ? await decide(decider, action, id, said)
              : await decider.put(`timeTrackings/${action}/${row}`, said);
          assert.equal(answer.status, 200, answer.text);
          const { status, granted_user_comment, granted_user_id } = await requestOf(place.machine, id);
          assert.notEqual(status, 'PENDING');
          assert.equal(granted_user_comment, 'because');
          assert.equal(granted_user_id, action === 'cancel' ? office.person : office.boss);
        }
      }
    });
  }

  test('refuses two different, too long or nontext comments, the request stays pending', async () => {
    const office = await openOffice(place, 'said');
    const asked = { ...booking(office.person, morning), _request_user_comment: 'forgot' };
    const { id } = requestIn(await office.employee.post('timeTrackings/create', asked));
    const wrong: readonly (readonly [body: object, code: 'contradiction' | 'invalid_value'])[] = [
      [{ granted_user_comment: 'a', _granted_user_comment: 'b' }, 'contradiction'],
      [{ _granted_user_comment: 'x'.repeat(4001) }, 'invalid_value'],
      [{ _granted_user_comment: ['no'] }, 'invalid_value'],
    ];
    for (const [body, code] of wrong)
      for (const action of ['approve', 'reject'] as const) {
        const refusal = { status: 422, code, field: '_granted_user_comment' };
        assertRefused(await decide(office.supervisor, action, id, body), refusal);
      }
    assert.equal((await requestOf(place.machine, id))['status'], 'PENDING');
  });
});
