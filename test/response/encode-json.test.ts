// Tests the JSON of answers: rendered rows are copied into it unchanged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RenderedRow } from '#response/document.ts';
import { encodeJson } from '#response/encode-json.ts';
import { seed } from '../support/property.ts';
import { document, text, twins } from './documents.ts';

test('encodes a document without rendered rows like JSON.stringify', () => {
  fc.assert(
    fc.property(document, (given) => {
      assert.equal(encodeJson(given).toString(), Buffer.from(JSON.stringify(given)).toString());
    }),
    { seed },
  );
});

test('encodes rendered rows like the rows themselves at any depth', () => {
  fc.assert(
    fc.property(twins, ({ rendered, expanded }) => {
      assert.equal(encodeJson(rendered).toString(), Buffer.from(JSON.stringify(expanded)).toString());
    }),
    { seed, numRuns: 500 },
  );
});

test('encodes rendered rows outside Results', () => {
  fc.assert(
    fc.property(text, fc.boolean(), (note, beside) => {
      const rendered = new RenderedRow(JSON.stringify({ note }));
      const Results = beside ? [rendered] : [];
      const expanded = { user: { note }, list: [{ note }], Results: beside ? [{ note }] : [] };
      const given = { user: rendered, list: [rendered], Results };
      assert.deepEqual(JSON.parse(encodeJson(given).toString()), JSON.parse(JSON.stringify(expanded)));
    }),
    { seed },
  );
});

test('omits undefined members beside rendered rows', () => {
  const row = new RenderedRow('{"id":1}');
  assert.equal(
    encodeJson({ Error: undefined, Results: [row], Deleted: undefined }).toString(),
    '{"Results":[{"id":1}]}',
  );
});

test('keeps the order of members', () => {
  const row = new RenderedRow('{"id":1}');
  const given = { Host: 'h', Success: true, Results: [row, row], ServerTimeZone: 'UTC' };
  assert.equal(
    encodeJson(given).toString(),
    '{"Host":"h","Success":true,"Results":[{"id":1},{"id":1}],"ServerTimeZone":"UTC"}',
  );
});

test('copies the bytes of a rendered row unchanged', () => {
  const row = new RenderedRow('{ "id" : 1 }');
  const given = {
    Results: { users: { Results: [row] }, tasks: { Results: [{ Success: true, Results: [row, row] }] } },
  };
  assert.equal(
    encodeJson(given).toString(),
    '{"Results":{"users":{"Results":[{ "id" : 1 }]},' +
      '"tasks":{"Results":[{"Success":true,"Results":[{ "id" : 1 },{ "id" : 1 }]}]}}}',
  );
});
