// Tests that addresses are shown without their password.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPassword } from '#values/without-password.ts';

const shown: readonly (readonly [address: string, shown: string])[] = [
  ['postgres://u:secret@host:5432/name', 'postgres://***@host:5432/name'],
  ['postgres://u:p@ssw0rd@host/name', 'postgres://***@host/name'],
  ['postgres://u:p/ss@w@host/name', 'postgres://***@host/name'],
  [
    'postgres://host/name?user=u&password=secret&sslmode=require',
    'postgres://host/name?user=u&password=***&sslmode=require',
  ],
  ['postgres://u:secret@host/name?PASSWORD=x', 'postgres://***@host/name?PASSWORD=***'],
  ['postgres://host/name', 'postgres://host/name'],
  ['sqlite:./data/a@b.db', 'sqlite:./data/a@b.db'],
];

test('hides passwords with any characters', () => {
  for (const [address, expected] of shown) assert.equal(withoutPassword(address), expected);
});
