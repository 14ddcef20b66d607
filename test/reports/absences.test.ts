// Tests reports of absences by day, type, department and department tree.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { absence, decide, enter, holiday, sickLeave } from '../absences/absence.ts';
import { hire } from '../time-tracking/booking.ts';

onEveryEngine('absence reports', (place) => {
  const departments: Record<'top' | 'branch' | 'office', number> = { top: 0, branch: 0, office: 0 };
  const people: Record<'anna' | 'bert' | 'carl', number> = { anna: 0, bert: 0, carl: 0 };
  before(async () => {
    const { machine } = place;
    const department = async (department_name: string, mother_id: number | null): Promise<number> =>
      (await machine.create('departments', { department_name, mother_id }))['id'] as number;
    departments.top = await department('Top', null);
    departments.branch = await department('Branch', departments.top);
    departments.office = await department('Office', departments.branch);
    people.anna = await hire(machine, 'anna', { department_id: departments.top });
    people.bert = await hire(machine, 'bert', { department_id: departments.office });
    people.carl = await hire(machine, 'carl', { department_id: departments.office });
    await enter(machine, absence(people.anna, '2026-09-01', '2026-09-02'));
    await enter(machine, absence(people.bert, '2026-09-02', '2026-09-02', sickLeave));
    const bert = await place.account.login('bert');
    const refused = await enter(bert, absence(people.bert, '2026-09-03'));
    await decide(machine, 'reject', refused['id']);
    const carl = await place.account.login('carl');
    await enter(
      carl,
      absence(people.carl, '2026-09-02', '2026-09-02', { request_partial_begin_duration: 0.5 }),
    );
  });

  const report = async (query: Readonly<Record<string, string | number>>): Promise<readonly Envelope[]> => {
    const september = { month: '2026-09', ...query };
    const answer = await place.machine.get('absenceReports/read', september);
    assert.equal(answer.status, 200, answer.text);
    return answer.json['Results'];
  };

  test('lists absences by day with department, user, type, status and days', async () => {
    const rows = await report({ _op__status: 'in', status: '0|1' });
    const { anna, bert, carl } = people;
    const { top, office } = departments;
    assert.deepEqual(
      rows.map((row) => [
        row['date'],
        row['department_id'],
        row['user_id'],
        row['type_id'],
        row['status'],
        row['days'],
      ]),
      [
        ['2026-09-01', top, anna, 1, 1, 1],
        ['2026-09-02', top, anna, 1, 1, 1],
        ['2026-09-02', office, bert, 3, 1, 1],
        ['2026-09-02', office, carl, 1, 0, 0.5],
      ],
    );
    assert.deepEqual(
      (await report({ status: 2 })).map(({ user_id, date }) => [user_id, date]),
      [[bert, '2026-09-03']],
    );
    const [first] = await report({ date: '2026-09-02', type_id: holiday.type_id, _group_by: 'subtype' });
    assert.deepEqual(first, { subtype: 'Holiday', days: 1.5, hours: 0 });
  });

  test('sums a department with all departments below it when grouped by tree', async () => {
    const query = { date: '2026-09-02', _group_by: 'department_tree_id', _resolve: 'department_tree_id' };
    const rows = await report(query);
    assert.deepEqual(
      rows.map(({ department_tree, days }) => [department_tree.department_name, days]),
      [
        ['Top', 2.5],
        ['Branch', 1.5],
        ['Office', 1.5],
      ],
    );
    const below = await report({ department_tree_id: departments.branch, _group_by: 'user_id' });
    assert.deepEqual(
      below.map(({ user_id }) => user_id),
      [people.bert, people.carl],
    );
  });

  test('counts each absence once without the tree', async () => {
    assert.deepEqual(await report({ date: '2026-09-02', _aggregate__days: 'sum' }), [{ days: 2.5 }]);
    const groups = await report({ date: '2026-09-02', _group_by: 'department_id' });
    assert.deepEqual(
      groups.map(({ days }) => days),
      [1, 1.5],
    );
  });

  test('keeps the department that the user had on the day', async () => {
    await place.machine.put(`users/update/${people.anna}`, { department_id: departments.office });
    const rows = await report({ user_id: people.anna, date: '2026-09-01', _group_by: 'department_tree_id' });
    assert.deepEqual(
      rows.map(({ department_tree_id }) => department_tree_id),
      [departments.top],
    );
  });

  test('sums hourly absences in hours and excludes public holidays', async () => {
    const { machine } = place;
    const type = await machine.create('absenceTypes', {
      name_const: 'Doctor',
      abbreviation_const: 'D',
      duration_unit: 'hs',
    });
    const visit = { type_id: type['absence_type_id'], subtype_id: type['absence_subtype_id'] };
    const day = { from_date: '2026-11-03', to_date: '2026-11-03' };
    await enter(machine, { ...visit, ...day, user_id: people.carl, begin: '08:00:00', duration: 1.25 });
    const carl = { user_id: people.carl };
    const rows = await report({ ...carl, month: '2026-11', _group_by: 'type_id' });
    assert.deepEqual(rows, [{ type_id: visit.type_id, days: 0, hours: 1.25 }]);
    const christmas = await machine.get('absenceDays/read', { ...carl, date: '2026-12-25' });
    assert.equal(christmas.json['Results'][0].type, 'public_holiday');
    assert.deepEqual(await report({ ...carl, month: '2026-12' }), []);
  });
});
