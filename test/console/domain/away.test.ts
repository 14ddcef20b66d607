// Who is away, and of whom one sees it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { colleaguesSeen, countAway, isAwayAt, isPartial } from '../../../console/domain/away.ts';
import type { AbsenceDay, Person } from '../../../console/domain/rows.ts';

const person = (id: number, department_id: number | null): Person =>
  ({ id, department_id, fullname: '', active: 1 }) as const;

describe('the colleagues whose absences a person sees', () => {
  const people = [person(1, 7), person(2, 7), person(3, 8), person(4, null), person(5, null)];
  const members = [
    { team_id: 1, user_id: 1 },
    { team_id: 1, user_id: 3 },
    { team_id: 2, user_id: 2 },
  ];
  const seen = (setting: string, me = people[0]) =>
    [...new Set(colleaguesSeen(setting, me, { people, members }))].sort();

  it('are those whom the setting of the account names', () => {
    assert.deepEqual(seen('none'), []);
    assert.deepEqual(seen('team'), [1, 3]);
    assert.deepEqual(seen('department'), [1, 2]);
    assert.deepEqual(seen('account'), [1, 2, 3, 4, 5]);
  });

  it('are none for who has no department or no team', () => {
    assert.deepEqual(seen('department', people[4]), []);
    assert.deepEqual(seen('team', people[4]), []);
  });
});

describe('a colleague with an absence today', () => {
  const hours = { value: 1.5, value_unit: 'hs', begin: '08:00:00' } as const;
  const awayAt = (day: object): readonly number[] =>
    [479, 480, 569, 570].filter((minute) => isAwayAt({ ...hours, ...day }, minute));

  it('is away during its hours alone', () => {
    assert.deepEqual(awayAt({}), [480, 569]);
  });

  it('is away all day for a day, half a day, and hours of which no begin is given', () => {
    assert.equal(awayAt({ value: 1, value_unit: 'd', begin: undefined }).length, 4);
    assert.equal(awayAt({ value: 0.5, value_unit: 'd', begin: null }).length, 4);
    assert.equal(awayAt({ begin: null }).length, 4);
  });

  it('is not said to be away for hours whose begin may not be seen', () => {
    assert.deepEqual(awayAt({ begin: undefined }), []);
  });
});

describe('how many people are away', () => {
  const day = (user_id: number, value: number, more: Partial<AbsenceDay> = {}): AbsenceDay =>
    ({ user_id, date: '2026-11-30', value, value_unit: 'd', ...more }) as AbsenceDay;
  const hours = { value_unit: 'hs', begin: '08:00:00' } as const;
  const away = (...days: readonly AbsenceDay[]) => countAway(days).get('2026-11-30');

  it('counts whole days, and days off within an absence, which cost nothing', () => {
    assert.deepEqual(away(day(1, 1), day(2, 0), day(3, 8, { ...hours, begin: null })), { whole: 3, part: 0 });
  });

  it('counts half days and hours apart, and two halves of one person as a whole', () => {
    const days = [day(1, 0.5), day(2, 2, hours), day(3, 1, { value_unit: 'hs' }), day(4, 0.5), day(4, 0.5)];
    assert.deepEqual(away(...days), { whole: 1, part: 3 });
    assert.deepEqual(days.map(isPartial), [true, true, true, true, true]);
    assert.deepEqual([day(1, 1), day(1, 0)].map(isPartial), [false, false]);
  });
});
