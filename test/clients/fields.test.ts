// Fields and parameters that the official client sends and expects beyond the first version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { hire } from '../time-tracking/booking.ts';

onEveryEngine('fields of clients', (place) => {
  test('creates absence types with the numbers that are sent, and refuses a pair twice', async () => {
    const type = { name_const: 'Course', abbreviation_const: 'C', absence_type_id: 3 };
    const numbered = { ...type, absence_subtype_id: 77, absence_group_id: 4 };
    const row = rowOf(await place.machine.post('absenceTypes/create', numbered));
    assert.deepEqual([row['absence_subtype_id'], row['absence_group_id']], [77, 4]);
    assertRefused(await place.machine.post('absenceTypes/create', numbered), {
      status: 422,
      code: 'not_unique',
      field: 'absence_subtype_id',
    });
    const next = rowOf(await place.machine.post('absenceTypes/create', type));
    assert.deepEqual([next['absence_subtype_id'], next['absence_group_id']], [78, 3]);
  });

  test('takes back the latest holiday adjustment of a day without its value', async () => {
    const user_id = await hire(place.machine, 'adjusted', {
      entry_date: '2026-01-01',
      timesheet_holiday_calc_yearly_amount: 25,
    });
    const day = { user_id, date: '2026-03-02' };
    for (const value of [2, 3]) rowOf(await place.machine.post('holidayAdjustment/add', { ...day, value }));
    const removed = [
      rowOf(await place.machine.put('holidayAdjustment/remove', day)),
      rowOf(await place.machine.put('holidayAdjustment/remove', { ...day, value: 2 })),
    ];
    assert.deepEqual(
      removed.map(({ value }) => value),
      [-3, -2],
    );
    assertRefused(await place.machine.put('holidayAdjustment/remove', day), {
      status: 422,
      code: 'unknown_reference',
      field: 'date',
    });
  });

  test('keeps the small fields of users, projects and tasks', async () => {
    const user = await hire(place.machine, 'carded', { identity_card_number: 'AT 1' });
    const project = { name: 'P', mother_id: 1, is_paid_non_working: 1, translate_task_name: 1 };
    const found = [
      rowsOf(await place.machine.get(`users/read/${user}`))[0],
      rowOf(await place.machine.post('projects/create', project)),
      rowOf(await place.machine.post('tasks/create', { name: 'T', mother_id: 3, jira_id: 12 })),
    ];
    assert.deepEqual(
      [found[0]?.['identity_card_number'], found[0]?.['mobile_allow_live_timetracking']],
      ['AT 1', 1],
    );
    assert.deepEqual([found[1]?.['is_paid_non_working'], found[1]?.['translate_task_name']], [1, 1]);
    assert.equal(found[2]?.['jira_id'], 12);
  });

  test('names countries and languages by code', async () => {
    const [austria] = rowsOf(await place.machine.get('countries/read', { code: 'AT' }));
    assert.deepEqual([austria?.['id'], austria?.['iso_3166']], [40, 'AT']);
    const languages = rowsOf(await place.machine.get('languages/read', { _order_by: 'id' }));
    assert.deepEqual(
      languages.map(({ code, language }) => [code, language]),
      [
        ['en', 'English'],
        ['de', 'German'],
      ],
    );
  });
});
