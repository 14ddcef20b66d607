// Role, request type and permissions grant creating and approving absences. Decisions lead to the next status.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { absenceReach, isAmong } from '#domain/absences/absence-reach.ts';
import { nextStatus, type Decision } from '#domain/absences/next-status.ts';
import { administrator, employee, machine } from '../../support/change-of.ts';
import { seed } from '../../support/property.ts';

const supervisor = { ...employee, people: [7, 8, 9] };
const hrManager = { ...employee, hrManager: true };
const several = { onlyAdministrator: false };
const only = { onlyAdministrator: true };
const type = (request_type: string, enabled_for_requests = 1) => ({ request_type, enabled_for_requests });

/** For the user (7), a led person (8) and any other person (10): `e` creates, `d` decides. */
function letters(...[accessContext, row, facts]: Parameters<typeof absenceReach>): string {
  const { enter, decide } = absenceReach(accessContext, row, facts);
  return [7, 8, 10]
    .map((user) => `${isAmong(enter, user) ? 'e' : '-'}${isAmong(decide, user) ? 'd' : '-'}`)
    .join(' ');
}

test('grants creating and deciding by role and request type', () => {
  const table: readonly (readonly [string, typeof employee, Record<string, string>])[] = [
    [
      'employee',
      employee,
      { WORKFLOW: 'e- -- --', USER: 'e- -- --', MANAGER: '-- -- --', HR_MANAGER: '-- -- --' },
    ],
    [
      'supervisor',
      supervisor,
      { WORKFLOW: 'e- ed --', USER: 'e- ed --', MANAGER: 'e- ed --', HR_MANAGER: '-- -- --' },
    ],
    [
      'HR manager',
      hrManager,
      { WORKFLOW: 'e- ed ed', USER: 'e- ed ed', MANAGER: 'e- ed ed', HR_MANAGER: 'e- ed ed' },
    ],
    [
      'administrator',
      administrator,
      { WORKFLOW: 'e- ed ed', USER: 'e- ed ed', MANAGER: 'e- ed ed', HR_MANAGER: 'e- ed ed' },
    ],
    [
      'machine',
      machine,
      { WORKFLOW: 'ed ed ed', USER: 'ed ed ed', MANAGER: 'ed ed ed', HR_MANAGER: 'ed ed ed' },
    ],
  ];
  for (const [who, accessContext, row] of table) {
    for (const [request, expected] of Object.entries(row)) {
      assert.equal(letters(accessContext, type(request), several), expected, `${who} ${request}`);
    }
  }
});

test('reserves types not enabled for requests for supervisors and administrators', () => {
  assert.equal(letters(employee, type('WORKFLOW', 0), several), '-- -- --');
  assert.equal(letters(supervisor, type('WORKFLOW', 0), several), '-- ed --');
  assert.equal(letters(administrator, type('USER', 0), several), '-- ed ed');
});

test('lets the only administrator decide on their own absences', () => {
  assert.equal(letters(administrator, type('WORKFLOW', 0), only), 'ed ed ed');
  assert.equal(letters(administrator, type('HR_MANAGER'), only), 'ed ed ed');
});

test('extends creating and deciding by permissions', () => {
  const granted = (verb: 'create' | 'approve', people: readonly number[] | 'all') => ({
    ...employee,
    grants: [{ resource: 'absences', verb, people, departments: [] }],
  });
  const row = (accessContext: typeof employee): string =>
    ['WORKFLOW', 'MANAGER', 'HR_MANAGER']
      .map((name) => letters(accessContext, type(name), several))
      .join(' | ');
  assert.equal(row(granted('create', [8])), 'e- e- -- | -- -- -- | -- -- --');
  assert.equal(row(granted('approve', [7, 8])), 'e- -d -- | -- -d -- | -- -- --');
  assert.equal(row(granted('approve', 'all')), 'e- -d -d | -- -d -d | -- -- --');
  const elsewhere = {
    ...employee,
    grants: [{ resource: 'users', verb: 'create', people: 'all', departments: 'all' }],
  };
  assert.equal(row(elsewhere as typeof employee), 'e- -- -- | -- -- -- | -- -- --');
});

test('grants nothing to a read-only credential', () => {
  assert.equal(letters({ ...machine, readOnly: true }, type('USER'), only), '-- -- --');
});

test('changes status only along known transitions, never from rejected or cancelled', () => {
  const decision = fc.constantFrom<Decision>('approve', 'reject', 'cancel');
  const maker = fc.record({
    decides: fc.boolean(),
    isPerson: fc.boolean(),
    isReplacement: fc.boolean(),
    replacementGone: fc.boolean(),
    begun: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.constantFrom(0, 1, 2, 3, 5), decision, maker, (status, said, who) => {
      const next = nextStatus(status, said, who);
      if (typeof next === 'string') return;
      assert.notEqual(next, status);
      assert.ok(status !== 2 && status !== 3);
      const waits = who.isReplacement || !who.replacementGone;
      const possible = { 0: [1, 2, 3], 1: [3], 5: [waits ? 0 : 1, 2, 3] }[status as 0 | 1 | 5];
      assert.ok(possible.includes(next), `${status} → ${next}`);
    }),
    { seed },
  );
});
