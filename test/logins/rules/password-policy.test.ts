// The password policy finds each fault of a password.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { isCommonPassword } from '#domain/users/leaked-passwords.ts';
import {
  characterClasses,
  faultSentence,
  passwordFaults,
  type PasswordPolicy,
  type Person,
} from '#domain/users/password-policy.ts';
import { seed } from '../../support/property.ts';

const lax: PasswordPolicy = { minimumLength: 8, classes: [] };
const ada: Person = {
  username: 'a.lovelace',
  firstname: 'Ada',
  lastname: 'Lovelace',
  email_address: 'countess@engine.example',
};

const rulesOf = (password: string, policy = lax, person = ada): readonly string[] =>
  passwordFaults(password, person, policy).map(({ rule }) => rule);

test('accepts several ordinary words without required character classes', () => {
  for (const password of ['correct horse 1', 'staple battery', 'korrekt Pferd', '蓝色的马在月亮上跳舞'])
    assert.deepEqual(rulesOf(password), [], password);
});

test('counts characters, not bytes or code units', () => {
  assert.deepEqual(rulesOf('abcdefg'), ['too_short']);
  assert.deepEqual(rulesOf('🐎🐴🦄🐎🐴🦄🍏'), ['too_short']);
  assert.deepEqual(rulesOf('🐎🐴🦄🐎🐴🦄🍏🍎'), []);
  // An accent written apart from its letter is no character of its own.
  assert.deepEqual(rulesOf('re\u0301sume\u0301s'), ['too_short']);
  assert.deepEqual(rulesOf('long enough', { ...lax, minimumLength: 12 }), ['too_short']);
});

test('requires each character class by itself', () => {
  const samples = { lowercase: 'ß', uppercase: 'Ä', digit: '٣', symbol: ' ' };
  for (const name of characterClasses) {
    const others = Object.entries(samples).filter(([key]) => key !== name);
    const without = others.map(([, character]) => character.repeat(3)).join('');
    const policy = { ...lax, classes: [name] };
    assert.deepEqual(rulesOf(`${without}日`, policy), [`needs_${name}`]);
    assert.deepEqual(rulesOf(`${without}日${samples[name]}`, policy), []);
  }
});

test('refuses names, username and email address in any letter case, not short names', () => {
  for (const password of ['my LOVELACE 77', 'x a.Lovelace x', 'the countess 7', 'countess@engine.example'])
    assert.deepEqual(rulesOf(password), ['holds_personal_data'], password);
  assert.deepEqual(rulesOf('Canada forever'), []);
  assert.deepEqual(rulesOf('steam engine.example'), [], 'the domain is not the person');
  assert.deepEqual(rulesOf('my lovelace 77', lax, {}), []);
});

test('refuses common passwords, also with digits and signs around them', () => {
  for (const password of [
    'Password',
    'passwort',
    'PASSWORD123!',
    '12345678',
    'qwertzuiop',
    '!!sonnenschein99',
    '1q2w3e4r',
  ])
    assert.deepEqual(rulesOf(password), ['too_common'], password);
  assert.equal(isCommonPassword('password of mine'), false);
  assert.equal(isCommonPassword(`a${'1'.repeat(1_000_000)}a`), false);
  assert.equal(isCommonPassword(`${'1'.repeat(1_000_000)}password${'1'.repeat(1_000_000)}`), true);
});

test('refuses a short sequence of characters that repeats', () => {
  assert.deepEqual(rulesOf('xyxyxyxyxy'), ['repetitive']);
});

test('reports all faults at once', () => {
  const policy = { minimumLength: 10, classes: characterClasses };
  const faults = passwordFaults('lovelace', ada, policy);
  assert.deepEqual(
    faults.map(({ rule, detail }) => [rule, detail]),
    [
      ['too_short', 10],
      ['needs_uppercase', undefined],
      ['needs_digit', undefined],
      ['needs_symbol', undefined],
      ['holds_personal_data', 'lastname'],
    ],
  );
  assert.equal(
    faultSentence(faults),
    'it must have at least 10 characters, hold a capital letter, hold a digit, hold a character that is neither letter nor digit and not hold the lastname',
  );
});

test('a password that a stricter policy accepts also passes a laxer one', () => {
  const policies = fc.record({
    minimumLength: fc.integer({ min: 8, max: 64 }),
    classes: fc.subarray([...characterClasses]),
  });
  fc.assert(
    fc.property(fc.string({ maxLength: 80, unit: 'grapheme' }), policies, (password, policy) => {
      assert.ok(rulesOf(password, policy).length > 0 || rulesOf(password).length === 0);
    }),
    { seed },
  );
});
