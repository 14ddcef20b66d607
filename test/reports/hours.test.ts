// Tests reports of hours: months, running trackings, rounding, project trees, filters and refusals.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Envelope } from '../support/client.ts';
import { booking, hire, withSeconds, work } from '../time-tracking/booking.ts';
import { createBookedCompany, type BookedCompany } from './booked-company.ts';

onEveryEngine('hours reports', (place) => {
  let company: BookedCompany;
  before(async () => {
    company = await createBookedCompany(place.machine);
  });

  const report = async (query: Readonly<Record<string, string | number>>): Promise<readonly Envelope[]> => {
    const answer = await place.machine.get('hoursReports/read', { _limit: 10_000, ...query });
    assert.equal(answer.status, 200, answer.text);
    return answer.json['Results'];
  };

  const refusal = async (query: Readonly<Record<string, string | number>>): Promise<Answer> => {
    const answer = await place.machine.get('hoursReports/read', query);
    assert.equal(answer.status, 422, answer.text);
    return answer;
  };

  test('splits a night over the end of a month into both months', async () => {
    const person = await hire(place.machine, 'night');
    const night = { start: '2026-05-31 21:00', end: '2026-06-01 03:00' };
    const { id } = await place.machine.create('timeTrackings', booking(person, night));
    const months = (): Promise<readonly Envelope[]> => report({ user_id: person, _group_by: 'month' });
    const three = { hours: 3, duration: 10_800 };
    assert.deepEqual(await months(), [
      { month: '2026-05', ...three },
      { month: '2026-06', ...three },
    ]);
    assert.deepEqual(await report({ user_id: person, month: '2026-06' }), [
      { user_id: person, project_id: 3, task_id: work, client_id: null, month: '2026-06', ...three },
    ]);
    await place.machine.put(`timeTrackings/update/${id}`, { end_time: '2026-05-31 21:00:10' });
    assert.deepEqual(await months(), [{ month: '2026-05', hours: 0, duration: 10 }]);
    await place.machine.put(`timeTrackings/update/${id}`, { end_time: '2026-06-01 00:00:10' });
    assert.deepEqual(await months(), [
      { month: '2026-05', ...three },
      { month: '2026-06', hours: 0, duration: 10 },
    ]);
    await place.machine.delete(`timeTrackings/delete/${id}`);
    assert.deepEqual(await months(), []);
  });

  test('sums short times in seconds and rounds the sum once, half up', async () => {
    const person = await hire(place.machine, 'seconds');
    const entities = Array.from({ length: 6 }, (_, number) =>
      booking(person, { start: `2026-06-0${number + 1} 08:00:00`, end: `2026-06-0${number + 1} 08:00:17` }),
    );
    await place.machine.post('timeTrackings/create', entities);
    assert.deepEqual(await report({ user_id: person, _fields: 'date,hours', date: '2026-06-01' }), [
      { date: '2026-06-01', hours: 0 },
    ]);
    assert.deepEqual(await report({ user_id: person, _aggregate__hours: 'sum' }), [{ hours: 0.03 }]);
  });

  test('includes a running tracking only after it has ended', async () => {
    const person = await hire(place.machine, 'runner');
    const { id } = await place.machine.create(
      'timeTrackings',
      booking(person, { start: '2026-01-31 23:00', end: null }),
    );
    assert.deepEqual(await report({ user_id: person }), []);
    const end = { end_time: '2026-02-01 01:00:00', end_time_timezone: 'Europe/Vienna' };
    await place.machine.put(`timeTrackings/update/${id}`, end);
    assert.deepEqual(await report({ user_id: person, _fields: 'month,hours' }), [
      { month: '2026-01', hours: 1 },
      { month: '2026-02', hours: 1 },
    ]);
  });

  test('sums a project with its subprojects by tree, and each time once without the tree', async () => {
    const person = await hire(place.machine, 'tree');
    const hours = [1, 2, 3, 4];
    for (const [index, length] of hours.entries()) {
      const day = `2026-07-0${index + 1}`;
      const times = booking(person, {
        start: `${day} 08:00`,
        end: `${day} ${8 + length}:00`.replace(' 9', ' 09'),
      });
      await place.machine.create('timeTrackings', { ...times, task_id: company.tasks[index]?.id });
    }
    const { project, below } = company;
    const mine = { user_id: person };
    const byTree = await report({ ...mine, _fields: 'project_tree_id,hours' });
    assert.deepEqual(
      byTree.map(({ project_tree_id, hours: sum }) => [project_tree_id, sum]),
      [
        [1, 10],
        [3, 4],
        [project, 6],
        [below, 5],
      ],
    );
    assert.deepEqual(await report({ ...mine, project_tree_id: project, _aggregate__hours: 'sum' }), [
      { hours: 6 },
    ]);
    assert.deepEqual(await report({ ...mine, _aggregate__hours: 'sum' }), [{ hours: 10 }]);
  });

  test('filters by month with every operator like by the dates of the month', async () => {
    const person = await hire(place.machine, 'months');
    for (const day of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01', '2026-03-31', '2026-12-31']) {
      const times = { start: `${day} 08:00`, end: `${day} 09:00` };
      await place.machine.create('timeTrackings', booking(person, times));
    }
    const dates = async (query: Readonly<Record<string, string>>): Promise<readonly string[]> =>
      (await report({ user_id: person, _fields: 'date', ...query })).map(({ date }) => date);
    const all = await dates({});
    assert.equal(all.length, 6);
    const operators: Readonly<Record<string, (month: string) => boolean>> = {
      eq: (month) => month === '2026-02',
      neq: (month) => month !== '2026-02',
      gt: (month) => month > '2026-02',
      gteq: (month) => month >= '2026-02',
      lt: (month) => month < '2026-02',
      lteq: (month) => month <= '2026-02',
    };
    for (const [operator, holds] of Object.entries(operators)) {
      const found = await dates({ month: '2026-02', _op__month: operator });
      assert.deepEqual(
        found,
        all.filter((date) => holds(date.slice(0, 7))),
        operator,
      );
    }
    assert.deepEqual(await dates({ month: '2026-02|2026-03', _op__month: 'betw' }), all.slice(1, 5));
    assert.deepEqual(await dates({ month: '2026-01|2026-12', _op__month: 'in' }), [all[0], all[5]]);
  });

  test('takes fields, relations, order, pages, fetchData and XML like other reads', async () => {
    const people = [await hire(place.machine, 'page1'), await hire(place.machine, 'page2')];
    for (const [index, person] of people.entries()) {
      const times = { start: '2026-08-01 08:00', end: withSeconds(`2026-08-01 1${index}:00`) };
      await place.machine.create('timeTrackings', booking(person, times));
    }
    const august = { month: '2026-08', _group_by: 'user_id' };
    const named = await report({ ...august, _resolve: 'user_id,task_id' });
    assert.deepEqual(
      named.map(({ user, task, hours }) => [user.firstname, task, hours]),
      [
        ['page1', undefined, 2],
        ['page2', undefined, 3],
      ],
    );
    const down = await report({ ...august, _order_by: 'hours', _order_desc: 1, _limit: 1, _offset: 1 });
    assert.deepEqual(down, [{ user_id: people[0], hours: 2, duration: 7200 }]);
    const together = await place.machine.get('fetchData/read', {
      _include: 'hoursReports,users',
      hoursReports__month: '2026-08',
      hoursReports___fields: 'hours',
    });
    assert.deepEqual(together.json['Results'].hoursReports.Results, [{ hours: 5 }]);
    const xml = await place.machine.get('hoursReports/read', august, { accept: 'application/xml' });
    assert.match(xml.text, new RegExp(`<user_id>${people[1]}</user_id><hours>3</hours>`));
  });

  test('refuses filters and groups by a sum, and reads by id', async () => {
    for (const query of [{ hours: 1 }, { _group_by: 'hours' }, { _op__duration: 'null' }]) {
      const { json } = await refusal(query);
      assert.equal(json['ErrorExtended'].errorCode, 'invalid_value');
      assert.match(json['ErrorMessage'], /which is added up/);
    }
    assert.match((await refusal({ _aggregate__hours: 'avg' })).json['ErrorMessage'], /must be sum/);
    assert.match((await refusal({ month: '2026-6' })).json['ErrorMessage'], /a month as YYYY-MM/);
    assert.match((await refusal({ _since: '2026-01-01 00:00:00' })).json['ErrorMessage'], /does not track/);
    assert.match((await refusal({ id: 1 })).json['ErrorMessage'], /no field "id"/);
    assert.equal((await place.machine.get('hoursReports/read/1')).status, 422);
    assert.equal((await place.machine.post('hoursReports/create', {})).status, 404);
  });
});
