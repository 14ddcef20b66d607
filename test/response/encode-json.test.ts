import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RenderedRow } from '#response/document.ts';
import { encodeJson } from '#response/encode-json.ts';
import { document, text, twins } from './documents.ts';

test('a document without rendered rows is what JSON.stringify makes of it', () => {
  fc.assert(
    fc.property(document, (given) => {
      assert.equal(encodeJson(given).toString(), Buffer.from(JSON.stringify(given)).toString());
    }),
  );
});

test('rendered rows give the same bytes as the rows themselves, however deep their envelope lies', () => {
  fc.assert(
    fc.property(twins, ({ rendered, expanded }) => {
      assert.equal(encodeJson(rendered).toString(), Buffer.from(JSON.stringify(expanded)).toString());
    }),
    { numRuns: 500 },
  );
});

test('a rendered row outside Results is encoded too', () => {
  fc.assert(
    fc.property(text, fc.boolean(), (note, beside) => {
      const rendered = new RenderedRow(JSON.stringify({ note }));
      const Results = beside ? [rendered] : [];
      const expanded = { user: { note }, list: [{ note }], Results: beside ? [{ note }] : [] };
      const given = { user: rendered, list: [rendered], Results };
      assert.deepEqual(JSON.parse(encodeJson(given).toString()), JSON.parse(JSON.stringify(expanded)));
    }),
  );
});

test('members that are undefined are left out beside rendered rows', () => {
  const row = new RenderedRow('{"id":1}');
  assert.equal(
    encodeJson({ Error: undefined, Results: [row], Deleted: undefined }).toString(),
    '{"Results":[{"id":1}]}',
  );
});

test('members keep their order', () => {
  const row = new RenderedRow('{"id":1}');
  const given = { Host: 'h', Success: true, Results: [row, row], ServerTimeZone: 'UTC' };
  assert.equal(
    encodeJson(given).toString(),
    '{"Host":"h","Success":true,"Results":[{"id":1},{"id":1}],"ServerTimeZone":"UTC"}',
  );
});

test('the bytes of a rendered row are copied, not read and written again', () => {
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
