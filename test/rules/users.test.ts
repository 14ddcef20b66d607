import assert from 'node:assert/strict';
import test from 'node:test';
import { fullName } from '#rules/users/complete-person.ts';
import { protectSecrets } from '#rules/users/protect-secrets.ts';
import { fieldsOfOwnRow, fieldsOfPersonnel } from '#rules/users/writable-fields.ts';
import { foldText } from '#values/folded-text.ts';
import { administrator, changeOf, employee, machine, refusal } from './change-of.ts';

const other = { id: 9, email_address: 'a@example.org', renew_password: 1 };
const self = { ...other, id: 7 };

function protect(parts: Parameters<typeof changeOf>[0]): Record<string, unknown> {
  const change = changeOf(parts);
  void protectSecrets(change, null as never);
  return change.after;
}

test('nobody but the person and machine credentials sets a password', () => {
  const sent = { password: '$argon2id$new' };
  for (const sight of [administrator, { ...employee, hrManager: true }]) {
    assert.throws(() => protect({ sight, before: other, sent }), refusal('field_not_allowed', 'password'));
  }
  assert.doesNotThrow(() => protect({ sight: employee, before: self, sent }));
  assert.doesNotThrow(() => protect({ sight: machine, before: other, sent }));
});

test('a password that its owner chose need not be renewed', () => {
  assert.equal(protect({ sight: employee, before: self, sent: { password: 'x' } })['renew_password'], 0);
});

test('HR managers do not redirect the mail that resets a password, nor set a PIN', () => {
  const sight = { ...employee, hrManager: true };
  for (const sent of [{ email_address: 'b@example.org' }, { pin_code: '1234' }]) {
    assert.throws(() => protect({ sight, before: other, sent }), refusal('field_not_allowed'));
    assert.doesNotThrow(() => protect({ sight: administrator, before: other, sent }));
  }
});

test('neither employees nor HR managers may set rights, or from where somebody logs in', () => {
  for (const name of [
    'internal_user_group',
    'hr_manager',
    'restrict_to_ip',
    'allowed_ips',
    'mobile_allowed',
  ]) {
    assert.equal(fieldsOfOwnRow.includes(name), false, name);
    assert.equal(fieldsOfPersonnel.includes(name), false, name);
  }
});

test('HR managers block and unblock; employees do not', () => {
  assert.equal(fieldsOfPersonnel.includes('authentication_blocked'), true);
  assert.equal(fieldsOfOwnRow.includes('authentication_blocked'), false);
});

test('a full name is given name and family name', () => {
  assert.equal(fullName('Ada', 'Lovelace'), 'Ada Lovelace');
  assert.equal(fullName('', 'Lovelace'), 'Lovelace');
});

test('user names are the same in any letter case and Unicode composition', () => {
  assert.equal(foldText('ZOÉ'), foldText('zoe\u0301'));
  assert.notEqual(foldText('zoe'), foldText('zoé'));
});
