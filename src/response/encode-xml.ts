// ENCODE: a document as XML 1.0 bytes (specification §2.4). Arrays are repeated elements; an empty field is an
// empty element; booleans are 1 and 0.
import { plainNotation } from '#values/decimal.ts';
import { RenderedRow, type Document, type DocumentValue } from './document.ts';

/** The strings that surround an element's content, made once for each name. */
interface Tag {
  readonly open: string;
  readonly close: string;
  readonly empty: string;
}

const tags = new Map<string, Tag>();
const tagsKept = 10_000;

/** The document as UTF-8 XML with the root element `response`. */
export function encodeXml(document: Document): Buffer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<response>${membersOf(document)}</response>\n`;
  return Buffer.from(xml);
}

/** One element of a list, as it stands in the document. */
export function encodeXmlItem(name: string, value: DocumentValue): string {
  return elementOf(tags.get(name) ?? tagOf(name), value);
}

function membersOf(document: Document): string {
  let xml = '';
  for (const name in document) {
    const value = document[name];
    if (value === undefined) continue;
    const tag = tags.get(name) ?? tagOf(name);
    xml += Array.isArray(value) ? itemsOf(tag, value) : elementOf(tag, value as DocumentValue);
  }
  return xml;
}

function itemsOf(tag: Tag, items: readonly DocumentValue[]): string {
  let xml = '';
  for (const item of items) xml += elementOf(tag, item);
  return xml;
}

function elementOf(tag: Tag, value: DocumentValue): string {
  if (typeof value === 'number') return tag.open + numberText(value) + tag.close;
  if (typeof value === 'string') return value === '' ? tag.empty : tag.open + textOf(value) + tag.close;
  if (value === null) return tag.empty;
  if (typeof value === 'boolean') return tag.open + (value ? '1' : '0') + tag.close;
  if (Array.isArray(value)) return tag.open + itemsOf(tag, value) + tag.close;
  return (
    tag.open + membersOf(value instanceof RenderedRow ? value.toJSON() : (value as Document)) + tag.close
  );
}

/** XML decimals know no exponent (XML Schema 2, §3.2.3), which JavaScript prints below a millionth. */
function numberText(value: number): string {
  return value < 1e-6 && value > -1e-6 && value !== 0 ? plainNotation(value) : `${value}`;
}

function tagOf(name: string): Tag {
  const element = name.replace(/[^\w.-]/g, '_').replace(/^(?![A-Za-z_])/, '_');
  const tag = { open: `<${element}>`, close: `</${element}>`, empty: `<${element}/>` };
  if (tags.size < tagsKept) tags.set(name, tag);
  return tag;
}

// A parser would read a bare carriage return as a line feed. Lone surrogates become U+FFFD with the UTF-8 encoding.
// oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 cannot hold
const special = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const everySpecial = new RegExp(special, 'g');
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};

function textOf(text: string): string {
  return special.test(text)
    ? text.replace(everySpecial, (character) => references[character] ?? '\ufffd')
    : text;
}
