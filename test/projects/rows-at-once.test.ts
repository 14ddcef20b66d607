// `updateAll` and `removeAll` change many rows as single calls do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comparison, Row, View } from '#resource/rule.ts';
import { idsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import { accountOf } from '../timesheets/timesheets.ts';
import { hire, written } from '../time-tracking/booking.ts';

const days = 'timesheetAccountings';

onEveryEngine('writes of many rows at once', (place) => {
  const ofPerson = (person: number): readonly Comparison[] => [
    { column: 'user_id', is: '=', value: person },
    { column: 'date', is: '<', value: '2026-02-01' },
  ];
  const daysOf = (view: View, person: number): readonly Row[] =>
    view.find(days, ofPerson(person), { orderBy: ['date'] });
  /** What does not tell apart two people hired alike. */
  const facts = (rows: readonly Row[]): readonly Row[] =>
    rows.map(({ id: _id, user_id: _user, month_id: _month, data_changed: _changed, ...rest }) => rest);

  test('updateAll gives the same rows as single updates', async () => {
    const entry_date = '2026-01-01';
    const people = [
      await hire(place.machine, 'one.by.one', { entry_date }),
      await hire(place.machine, 'at.once', { entry_date }),
    ] as [number, number];
    const wanted = (row: Row, index: number): Row =>
      index % 3 === 0
        ? { comment: row['comment'] ?? null }
        : { comment: `day ${index}`, overtime_paid: index };
    await inAccount(place.installation, (view) => {
      for (const [index, row] of daysOf(view, people[0]).entries())
        view.update(days, row['id'] as number, wanted(row, index));
      const rows = daysOf(view, people[1]);
      view.get(days, rows[1]?.['id'] as number);
      view.updateAll(
        days,
        rows.map((row, index) => ({ row, values: wanted(row, index) })),
      );
      const known = view.get(days, rows[1]?.['id'] as number);
      assert.equal(known?.['comment'], 'day 1');
    });
    const [oneByOne, atOnce] = await inAccount(place.installation, (view) => [
      facts(daysOf(view, people[0])),
      facts(daysOf(view, people[1])),
    ]);
    assert.deepEqual(atOnce, oneByOne);
    assert.equal(atOnce?.filter((row) => row['comment'] !== null).length, 20);
  });

  test('a bulk deletion reports each of its rows as deleted, and no other', async () => {
    const person = await hire(place.machine, 'leaver', { entry_date: '2026-01-01' });
    const after = await accountOf(place.machine, person, ['2026-04-01', '9999-12-31']);
    const { json } = await place.machine.get(`${days}/read`, { _limit: 0 });
    written(await place.machine.put(`users/update/${person}`, { exit_date: '2026-03-31' }));
    const told = await place.machine.get(`${days}/read`, {
      _since: json['RequestStartTime'],
      _fetch_deleted: 1,
      user_id: person,
    });
    assert.deepEqual(
      told.json['Deleted']
        .map(({ id }: { id: number }) => id)
        .sort((one: number, other: number) => one - other),
      after.map(({ id }) => id).sort((one, other) => one - other),
    );
    assert.ok(after.length > 365);
    const left = await accountOf(place.machine, person, ['2026-01-01', '9999-12-31']);
    assert.equal(left.at(-1)?.['date'], '2026-03-31');
  });

  test('removeAll deletes child rows', async () => {
    const person = await hire(place.machine, 'absent', {});
    const week = { type_id: 1, subtype_id: 0, from_date: '2026-06-01', to_date: '2026-06-05' };
    written(await place.machine.post('absences/create', { user_id: person, ...week }));
    await inAccount(place.installation, (view) => {
      const absences = view.find('absences', [{ column: 'user_id', is: '=', value: person }]);
      assert.equal(absences.length, 1);
      view.removeAll('absences', absences);
      const id = absences[0]?.['id'] as number;
      assert.equal(view.get('absences', id), undefined);
      assert.equal(view.count('absenceDays', [{ column: 'request_id', is: '=', value: id }]), 0);
    });
    const gone = await place.machine.get('absences/read', { user_id: person });
    assert.deepEqual(idsOf(gone), []);
  });
});
