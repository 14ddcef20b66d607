// Tests the XML of answers with an independent parser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Document, DocumentValue } from '#response/document.ts';
import { encodeJson } from '#response/encode-json.ts';
import { encodeXml } from '#response/encode-xml.ts';
import { seed } from '../support/property.ts';
import { document, memberName, text } from './documents.ts';

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  htmlEntities: true,
  processEntities: { maxTotalExpansions: 1e9 },
});

/** What an independent parser finds under the root element. */
function parsed(xml: Buffer): unknown {
  assert.equal(XMLValidator.validate(xml.toString()), true);
  return (parser.parse(xml.toString()) as { response: unknown }).response;
}

const decimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 100, useGrouping: false });

/** The tree of elements that JSON stands for: every value as text, arrays as repetitions. */
function elements(value: DocumentValue): unknown {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return decimals.format(value).replace(/^-0$/, '0');
  if (typeof value === 'string') return asXmlText(value);
  const members = Object.entries(value as Document).flatMap(([name, member]) => {
    if (!Array.isArray(member)) return [[name, elements(member as DocumentValue)]];
    const items = member.map(elements);
    return items.length === 0 ? [] : [[name, items.length === 1 ? items[0] : items]];
  });
  return members.length === 0 ? '' : Object.fromEntries(members);
}

/** Characters that XML 1.0 cannot hold (§2.2) become U+FFFD; a parser leaves everything else as it was. */
function asXmlText(original: string): string {
  // oxlint-disable-next-line no-control-regex -- the characters in question
  return original
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

test('writes the values that the JSON of a document holds', () => {
  fc.assert(
    fc.property(document, (given) => {
      const json = JSON.parse(encodeJson(given).toString()) as Document;
      assert.deepEqual(parsed(encodeXml(given)), elements(json));
    }),
    { seed, numRuns: 1000 },
  );
});

test('keeps every text, with line ends and outer blanks', () => {
  fc.assert(
    fc.property(text, memberName, (value, name) => {
      assert.deepEqual(parsed(encodeXml({ [name]: value })), { [name]: asXmlText(value) });
    }),
    { seed, numRuns: 1000 },
  );
});

test('writes an answer as the specification requires', () => {
  const given = {
    Host: 'h',
    Success: true,
    NumResults: 2,
    Results: [
      { id: 1, firstname: 'Ann', hr_manager: 0, lastname: null },
      { id: 2, firstname: '', hr_manager: 1, lastname: 'O<"\'&>' },
    ],
    Deleted: [],
    Error: undefined,
  };
  assert.equal(
    encodeXml(given).toString(),
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<response><Host>h</Host><Success>1</Success><NumResults>2</NumResults>' +
      '<Results><id>1</id><firstname>Ann</firstname><hr_manager>0</hr_manager><lastname/></Results>' +
      '<Results><id>2</id><firstname/><hr_manager>1</hr_manager><lastname>O&lt;"\'&amp;&gt;</lastname></Results>' +
      '</response>\n',
  );
});

test('nests an envelope for each resource of an aggregated read', () => {
  const given = {
    Success: false,
    Results: { users: { Success: true, Results: [{ id: 1 }, { id: 2 }] }, tasks: {} },
  };
  assert.deepEqual(parsed(encodeXml(given)), {
    Success: '0',
    Results: { users: { Success: '1', Results: [{ id: '1' }, { id: '2' }] }, tasks: '' },
  });
});

test('repeats nested children under their resource', () => {
  const children = { Success: true, Results: [{ id: 7 }] };
  const given = { Results: [{ id: 1, nestedEntities: { tasks: [children, children] } }] };
  const child = { Success: '1', Results: { id: '7' } };
  assert.deepEqual(parsed(encodeXml(given)), {
    Results: { id: '1', nestedEntities: { tasks: [child, child] } },
  });
});

test('writes a carriage return as a character reference', () => {
  assert.match(encodeXml({ note: 'a\r\nb' }).toString(), /<note>a&#13;\nb<\/note>/);
});

test('stays well-formed for member names that XML does not allow', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), text, (name, value) => {
      assert.equal(XMLValidator.validate(encodeXml({ data: { [name]: value } }).toString()), true);
    }),
    { seed },
  );
});
