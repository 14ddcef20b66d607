// A query string as it is logged holds no values of names that sound like secrets, however the names are written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactQuery } from '../../src/http/redact-query.ts';

const cases: readonly (readonly [string, string])[] = [
  ['', ''],
  ['_limit=5&name=M%C3%BCller', '_limit=5&name=M%C3%BCller'],
  ['access_token=abc&_limit=5', 'access_token=***&_limit=5'],
  ['%74oken=abc', '%74oken=***'],
  ['PASSW%4FRD=abc', 'PASSW%4FRD=***'],
  ['%zz=abc', '%zz=***'],
  ['token', 'token'],
];

for (const [query, logged] of cases)
  test(`logs "${query}" as "${logged}"`, () => {
    assert.equal(redactQuery(query), logged);
  });
