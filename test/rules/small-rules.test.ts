import assert from 'node:assert/strict';
import test from 'node:test';
import { noteLive } from '#rules/checkpoints/complete-checkpoint-tracking.ts';
import { keepDefaultDepartment } from '#rules/departments/place-department.ts';
import { memberList } from '#rules/teams/list-members.ts';
import { localText } from '#values/time-zone.ts';
import { changeOf, noon, refusal } from './change-of.ts';

test('the list of members is ascending, by number, without repeats', () => {
  assert.equal(memberList([12, 3, 7, 3]), '3,7,12');
  assert.equal(memberList([]), '');
});

test('the default department is neither deleted nor deactivated', () => {
  const before = { id: 1, is_default: 1, active: 1 };
  const apply = (parts: Parameters<typeof changeOf>[0]) =>
    void keepDefaultDepartment(changeOf(parts), null as never);
  assert.throws(() => apply({ before, verb: 'delete' }), refusal('rule_broken', 'id'));
  assert.throws(() => apply({ before, sent: { active: 0 } }), refusal('rule_broken', 'active'));
  assert.doesNotThrow(() => apply({ before, sent: { department_name: 'Sales' } }));
  assert.doesNotThrow(() => apply({ before: { ...before, is_default: 0 }, verb: 'delete' }));
});

test('a checkpoint is live when it is sent within five minutes of its time', () => {
  const liveAt = (instant: number): unknown => {
    const change = changeOf({
      sent: { timestamp: localText(instant, 'Asia/Tokyo'), timezone: 'Asia/Tokyo' },
    });
    void noteLive(change, null as never);
    return change.after['is_live'];
  };
  assert.deepEqual([noon - 301, noon - 300, noon, noon + 300, noon + 301].map(liveAt), [0, 1, 1, 1, 0]);
});

test('a checkpoint at a local time that the clocks skip is refused', () => {
  const change = changeOf({ sent: { timestamp: '2026-03-29 02:30:00', timezone: 'Europe/Vienna' } });
  assert.throws(() => void noteLive(change, null as never), refusal('invalid_value', 'timestamp'));
});
