// The rules of `users` protect secrets and rights, and derive names.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fullName } from '#domain/users/complete-person.ts';
import { protectSecrets } from '#domain/users/protect-secrets.ts';
import { fieldsOfOwnRow, fieldsOfPersonnel } from '#domain/users/writable-fields.ts';
import { foldText } from '#values/folded-text.ts';
import { administrator, changeOf, employee, machine, refusal } from '../../support/change-of.ts';

const other = { id: 9, email_address: 'a@example.org', renew_password: 1 };
const self = { ...other, id: 7 };

function protect(parts: Parameters<typeof changeOf>[0]): Record<string, unknown> {
  const change = changeOf(parts);
  void protectSecrets(change, null as never);
  return change.after;
}

test('lets only the person and a machine credential set a password', () => {
  const sent = { password: '$argon2id$new' };
  for (const accessContext of [administrator, { ...employee, hrManager: true }]) {
    assert.throws(
      () => protect({ accessContext, before: other, sent }),
      refusal('field_not_allowed', 'password'),
    );
  }
  const before = { ...self, password: '$argon2id$old' };
  assert.doesNotThrow(() => protect({ accessContext: employee, before, sent, proven: before.password }));
  const unproven = refusal('missing_parameter', 'old_password');
  assert.throws(() => protect({ accessContext: employee, before, sent }), unproven);
  const changed = refusal('wrong_password', 'old_password');
  assert.throws(() => protect({ accessContext: employee, before, sent, proven: '$argon2id$older' }), changed);
  assert.doesNotThrow(() => protect({ accessContext: machine, before: other, sent }));
});

test('clears renew_password when the owner chooses a password', () => {
  const before = { ...self, password: '$argon2id$old' };
  const change = { accessContext: employee, before, sent: { password: 'x' }, proven: before.password };
  assert.equal(protect(change)['renew_password'], 0);
});

test('refuses an email address or PIN of others from an HR manager', () => {
  const accessContext = { ...employee, hrManager: true };
  for (const sent of [{ email_address: 'b@example.org' }, { pin_code: '1234' }]) {
    assert.throws(() => protect({ accessContext, before: other, sent }), refusal('field_not_allowed'));
    assert.doesNotThrow(() => protect({ accessContext: administrator, before: other, sent }));
  }
});

test('leaves rights and login restrictions out of what employees and HR may write', () => {
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

test('lets HR managers write authentication_blocked, but not employees', () => {
  assert.equal(fieldsOfPersonnel.includes('authentication_blocked'), true);
  assert.equal(fieldsOfOwnRow.includes('authentication_blocked'), false);
});

test('joins first name and last name to the full name', () => {
  assert.equal(fullName('Ada', 'Lovelace'), 'Ada Lovelace');
  assert.equal(fullName('', 'Lovelace'), 'Lovelace');
});

test('folds usernames to one letter case and Unicode composition', () => {
  assert.equal(foldText('ZOÉ'), foldText('zoe\u0301'));
  assert.notEqual(foldText('zoe'), foldText('zoé'));
});
