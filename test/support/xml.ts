// XML answers as tests read them, and the elements that a JSON answer must become (specification §2.4).
import assert from 'node:assert/strict';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** What an element holds: text, or children by name; repeated ones as a list. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers member by member
export type Elements = Record<string, any>;

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  htmlEntities: true,
  processEntities: { maxTotalExpansions: 1e9 },
});

/** Reads XML with an independent parser; fails when it is not well-formed. */
export function parseXml(text: string): { response: Elements } {
  assert.equal(XMLValidator.validate(text), true, text.slice(0, 500));
  // The line break behind the root element is no content.
  return parser.parse(text.trimEnd()) as { response: Elements };
}

/** The elements that a JSON value stands for: 1 and 0 for booleans, nothing for empty, repetition for lists. */
export function elementsOf(value: unknown): unknown {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (!Array.isArray(member)) return [[elementName(name), elementsOf(member)]];
    const items = member.map(elementsOf);
    return items.length === 0 ? [] : [[elementName(name), items.length === 1 ? items[0] : items]];
  });
  return members.length === 0 ? '' : Object.fromEntries(members);
}

function elementName(name: string): string {
  return /^\d/.test(name) ? `_${name}` : name;
}
