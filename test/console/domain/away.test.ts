// Who is away, and of whom one sees it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { colleaguesSeen } from '../../../console/domain/away.ts';
import type { Person } from '../../../console/domain/rows.ts';

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
