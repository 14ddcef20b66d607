// The rules of departments and teams protect the default department and list members.
import assert from 'node:assert/strict';
import test from 'node:test';
import { keepDefaultDepartment } from '#domain/departments/place-department.ts';
import { memberList } from '#domain/teams/list-members.ts';
import { changeOf, refusal } from '../../support/change-of.ts';

test('sorts the member list by number and removes repeats', () => {
  assert.equal(memberList([12, 3, 7, 3]), '3,7,12');
  assert.equal(memberList([]), '');
});

test('refuses to delete or deactivate the default department', () => {
  const before = { id: 1, is_default: 1, active: 1 };
  const apply = (parts: Parameters<typeof changeOf>[0]) =>
    void keepDefaultDepartment(changeOf(parts), null as never);
  assert.throws(() => apply({ before, verb: 'delete' }), refusal('rule_broken', 'id'));
  assert.throws(() => apply({ before, sent: { active: 0 } }), refusal('rule_broken', 'active'));
  assert.doesNotThrow(() => apply({ before, sent: { department_name: 'Sales' } }));
  assert.doesNotThrow(() => apply({ before: { ...before, is_default: 0 }, verb: 'delete' }));
});
