// The rule that locks approved trackings, without a database.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Row, View } from '#resource/rule.ts';
import { refuseApprovedChange } from '#domain/time-tracking/refuse-approved-change.ts';
import { administrator, changeOf, employee, machine, refusal } from '../../support/change-of.ts';

const open = {
  user_id: 9,
  approved_by_admin: 0,
  notes: 'a',
  end_time: '2026-06-01 09:00:00',
  start_time: '2026-06-01 08:00:00',
};
const approved = { ...open, approved_by_admin: 1 };

/** An account in which all users are employees. */
const view = { get: async () => ({ active: 1, internal_user_group: 2 }) } as unknown as View;

async function apply(parts: Parameters<typeof changeOf>[0]): Promise<void> {
  await refuseApprovedChange(changeOf(parts), view);
}

test('refuses changes and deletes of an approved tracking, also by administrators', async () => {
  for (const accessContext of [employee, administrator, machine]) {
    await assert.rejects(
      () => apply({ accessContext, before: approved, sent: { notes: 'b' } }),
      refusal('locked'),
    );
    await assert.rejects(() => apply({ accessContext, before: approved, verb: 'delete' }), refusal('locked'));
  }
});

test('names the locked tracking in the error', async () => {
  await assert.rejects(() => apply({ before: { id: 4, ...approved }, sent: { notes: 'b' } }), {
    data: { id: 4, start_time: '2026-06-01 08:00:00', end_time: '2026-06-01 09:00:00' },
  });
});

test('lets only administrators and machine clients reopen a tracking', async () => {
  const sent = { approved_by_admin: 0 };
  await assert.doesNotReject(() => apply({ accessContext: administrator, before: approved, sent }));
  await assert.doesNotReject(() => apply({ accessContext: machine, before: approved, sent }));
  await assert.rejects(
    () => apply({ accessContext: { ...employee, hrManager: true }, before: approved, sent }),
    refusal('locked'),
  );
});

test('refuses to reopen and change other fields in one request', async () => {
  const sent: Row = { approved_by_admin: 0, notes: 'b' };
  await assert.rejects(
    () => apply({ accessContext: administrator, before: approved, sent }),
    refusal('locked'),
  );
});

test('accepts an approved tracking sent back unchanged', async () => {
  await assert.doesNotReject(() => apply({ before: approved, sent: { notes: 'a', approved_by_admin: 1 } }));
});

test('lets administrators, HR managers and supervisors approve, except own trackings', async () => {
  const approve = { before: open, sent: { approved_by_admin: 1 } };
  for (const accessContext of [
    administrator,
    machine,
    { ...employee, hrManager: true },
    { ...employee, people: [9] },
  ]) {
    await assert.doesNotReject(() => apply({ ...approve, accessContext }));
  }
  await assert.rejects(
    () => apply({ ...approve, accessContext: employee }),
    refusal('field_not_allowed', 'approved_by_admin'),
  );
  const own = { ...approve, before: { ...open, user_id: 7 } };
  await assert.rejects(
    () => apply({ ...own, accessContext: { ...employee, people: [7, 9] } }),
    refusal('field_not_allowed'),
  );
});

test('refuses to approve a running tracking', async () => {
  const running = { ...open, end_time: null };
  await assert.rejects(
    () => apply({ accessContext: administrator, before: running, sent: { approved_by_admin: 1 } }),
    refusal('rule_broken', 'approved_by_admin'),
  );
});
