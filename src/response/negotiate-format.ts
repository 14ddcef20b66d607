// Which format an Accept header asks for (RFC 9110 §12.5.1). Never refuses: what it cannot serve gets JSON.

/** The formats of an answer. */
export type Format = 'json' | 'xml';

/** What the `Content-Type` header says of each format. */
export const contentTypes: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
};

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

const xmlTypes = ['application/xml', 'text/xml'];
const jsonTypes = ['application/json', 'application/*', '*/*'];

/** XML only if it is named and JSON is not wanted more: named before it, or with a higher quality. */
export function negotiateFormat(accept: string | undefined): Format {
  if (accept === undefined || !/xml/i.test(accept)) return 'json';
  const ranges = accept.split(',').map(mediaRange);
  const xml = ranges
    .filter((range) => xmlTypes.includes(range.type))
    .sort((a, b) => b.quality - a.quality)[0];
  if (xml === undefined || xml.quality === 0) return 'json';
  // The most specific range that covers JSON says how much JSON is wanted.
  const json = jsonTypes
    .map((type) => ranges.find((range) => range.type === type))
    .find((range) => range !== undefined);
  if (json === undefined || json.quality !== xml.quality)
    return xml.quality > (json?.quality ?? 0) ? 'xml' : 'json';
  return json.type === 'application/json' && ranges.indexOf(json) < ranges.indexOf(xml) ? 'json' : 'xml';
}

function mediaRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 1 };
}
