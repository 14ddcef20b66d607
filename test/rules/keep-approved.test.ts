import assert from 'node:assert/strict';
import test from 'node:test';
import type { Row } from '#resource/rule.ts';
import { keepApproved } from '#rules/time-tracking/keep-approved.ts';
import { administrator, changeOf, employee, machine, refusal } from './change-of.ts';

const open = {
  user_id: 9,
  approved_by_admin: 0,
  notes: 'a',
  end_time: '2026-06-01 09:00:00',
  start_time: '2026-06-01 08:00:00',
};
const approved = { ...open, approved_by_admin: 1 };

function apply(parts: Parameters<typeof changeOf>[0]): void {
  void keepApproved(changeOf(parts), null as never);
}

test('nobody changes or deletes an approved tracking, administrators included', () => {
  for (const sight of [employee, administrator, machine]) {
    assert.throws(() => apply({ sight, before: approved, sent: { notes: 'b' } }), refusal('locked'));
    assert.throws(() => apply({ sight, before: approved, verb: 'delete' }), refusal('locked'));
  }
});

test('the refusal names the locked tracking', () => {
  assert.throws(() => apply({ before: { id: 4, ...approved }, sent: { notes: 'b' } }), {
    data: { id: 4, start_time: '2026-06-01 08:00:00', end_time: '2026-06-01 09:00:00' },
  });
});

test('an administrator reopens, nobody else does', () => {
  const sent = { approved_by_admin: 0 };
  assert.doesNotThrow(() => apply({ sight: administrator, before: approved, sent }));
  assert.doesNotThrow(() => apply({ sight: machine, before: approved, sent }));
  assert.throws(
    () => apply({ sight: { ...employee, hrManager: true }, before: approved, sent }),
    refusal('locked'),
  );
});

test('reopening changes nothing else in the same request', () => {
  const sent: Row = { approved_by_admin: 0, notes: 'b' };
  assert.throws(() => apply({ sight: administrator, before: approved, sent }), refusal('locked'));
});

test('sending an approved tracking back as it is changes nothing and is fine', () => {
  assert.doesNotThrow(() => apply({ before: approved, sent: { notes: 'a', approved_by_admin: 1 } }));
});

test('administrators, HR managers and who leads the person approve; others and oneself do not', () => {
  const approve = { before: open, sent: { approved_by_admin: 1 } };
  for (const sight of [
    administrator,
    machine,
    { ...employee, hrManager: true },
    { ...employee, people: [9] },
  ]) {
    assert.doesNotThrow(() => apply({ ...approve, sight }));
  }
  assert.throws(
    () => apply({ ...approve, sight: employee }),
    refusal('field_not_allowed', 'approved_by_admin'),
  );
  const own = { ...approve, before: { ...open, user_id: 7 } };
  assert.throws(
    () => apply({ ...own, sight: { ...employee, people: [7, 9] } }),
    refusal('field_not_allowed'),
  );
});

test('a running tracking cannot be approved', () => {
  const running = { ...open, end_time: null };
  assert.throws(
    () => apply({ sight: administrator, before: running, sent: { approved_by_admin: 1 } }),
    refusal('rule_broken', 'approved_by_admin'),
  );
});
