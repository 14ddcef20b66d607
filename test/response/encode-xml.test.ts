import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Document, DocumentValue } from '#response/document.ts';
import { encodeJson } from '#response/encode-json.ts';
import { encodeXml } from '#response/encode-xml.ts';
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

test('XML and JSON of a document hold the same values', () => {
  fc.assert(
    fc.property(document, (given) => {
      const json = JSON.parse(encodeJson(given).toString()) as Document;
      assert.deepEqual(parsed(encodeXml(given)), elements(json));
    }),
    { numRuns: 1000 },
  );
});

test('every text survives, line ends and blanks at its ends included', () => {
  fc.assert(
    fc.property(text, memberName, (value, name) => {
      assert.deepEqual(parsed(encodeXml({ [name]: value })), { [name]: asXmlText(value) });
    }),
    { numRuns: 1000 },
  );
});

test('an answer looks as the specification says', () => {
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

test('an aggregated read nests an envelope for each resource', () => {
  const given = {
    Success: false,
    Results: { users: { Success: true, Results: [{ id: 1 }, { id: 2 }] }, tasks: {} },
  };
  assert.deepEqual(parsed(encodeXml(given)), {
    Success: '0',
    Results: { users: { Success: '1', Results: [{ id: '1' }, { id: '2' }] }, tasks: '' },
  });
});

test('nested children repeat under their resource', () => {
  const children = { Success: true, Results: [{ id: 7 }] };
  const given = { Results: [{ id: 1, nestedEntities: { tasks: [children, children] } }] };
  const child = { Success: '1', Results: { id: '7' } };
  assert.deepEqual(parsed(encodeXml(given)), {
    Results: { id: '1', nestedEntities: { tasks: [child, child] } },
  });
});

test('a carriage return is written as a reference, which no parser normalises', () => {
  assert.match(encodeXml({ note: 'a\r\nb' }).toString(), /<note>a&#13;\nb<\/note>/);
});

test('a name that XML does not allow still gives a well-formed answer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), text, (name, value) => {
      assert.equal(XMLValidator.validate(encodeXml({ data: { [name]: value } }).toString()), true);
    }),
  );
});
