// Tests which format an Accept header chooses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { negotiateFormat } from '#response/negotiate-format.ts';
import { seed } from '../support/property.ts';

const cases: Readonly<Record<'json' | 'xml', readonly (string | undefined)[]>> = {
  json: [
    undefined,
    '',
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'application/json, application/xml',
    'application/json, application/xml;q=0.9',
    'application/xml;q=0',
    'application/xml;q=0, application/json;q=0',
    'application/xml;q=0.5, application/json',
    'application/xml;q=0.5, */*',
    'application/xml;q=0.5, application/*;q=0.6, */*;q=0.1',
    'text/html',
    'text/*',
    'application/xhtml+xml',
    'application/atom+xml',
    'image/svg+xml, */*',
    'application/xmlrpc',
    'nonsense',
    ';;,,q=1',
  ],
  xml: [
    'application/xml',
    'Application/XML',
    'text/xml',
    ' application/xml ; charset=utf-8 ',
    'application/xml, application/json',
    'application/xml, */*',
    '*/*, application/xml',
    'application/json;q=0.5, text/xml;q=0.9',
    'application/json;q=0.1, application/xml;q=0.2, */*',
    'application/xml, application/json;q=0',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/xml;q=high',
    'application/xml;q=0.3',
  ],
};

for (const [format, headers] of Object.entries(cases)) {
  for (const accept of headers) {
    test(`answers ${format} to ${JSON.stringify(accept) ?? 'no Accept header'}`, () =>
      assert.equal(negotiateFormat(accept), format));
  }
}

test('answers JSON or XML to any Accept header', () => {
  const part = fc.constantFrom(
    'application/xml',
    'text/xml',
    'application/json',
    '*/*',
    ';',
    'q=',
    '0.5',
    ',',
    ' ',
    '-1',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join('')),
      ),
      (accept) => {
        assert.ok(['json', 'xml'].includes(negotiateFormat(accept)));
      },
    ),
    { seed },
  );
});

test('ignores the order of ranges with different qualities', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }), (xml, json) => {
      fc.pre(xml !== json);
      const ranges = [`application/xml;q=0.${xml}`, `application/json;q=0.${json}`];
      const expected = xml > json ? 'xml' : 'json';
      assert.equal(negotiateFormat(ranges.join(',')), expected);
      assert.equal(negotiateFormat(ranges.toReversed().join(', ')), expected);
    }),
    { seed },
  );
});
