// ENCODE: a document as JSON bytes. JSON.stringify does the work; rows that are JSON already stand in between.
import { isDocument, RenderedRow, type Document, type DocumentValue } from './document.ts';

/** The document as UTF-8 JSON. Rendered rows are found in `Results`, also in envelopes nested in `Results`. */
export function encodeJson(document: Document): Buffer {
  if (!holdsRenderedRows(document)) return Buffer.from(JSON.stringify(document));
  const pieces: string[] = [];
  writeEnvelope(document, pieces);
  return Buffer.from(pieces.join(''));
}

function holdsRenderedRows(envelope: Document): boolean {
  const results = envelope.Results;
  if (Array.isArray(results)) {
    return results.some(
      (item) => item instanceof RenderedRow || (isDocument(item) && holdsRenderedRows(item)),
    );
  }
  return (
    isDocument(results) && Object.values(results).some((part) => isDocument(part) && holdsRenderedRows(part))
  );
}

function writeEnvelope(envelope: Document, pieces: string[]): void {
  let separator = '{';
  for (const [name, value] of Object.entries(envelope)) {
    if (value === undefined) continue;
    pieces.push(`${separator}${JSON.stringify(name)}:`);
    separator = ',';
    if (name !== 'Results') pieces.push(JSON.stringify(value));
    else if (Array.isArray(value)) writeItems(value, pieces);
    else if (isDocument(value)) writeParts(value, pieces);
    else pieces.push(JSON.stringify(value));
  }
  pieces.push(separator === '{' ? '{}' : '}');
}

function writeItems(items: readonly DocumentValue[], pieces: string[]): void {
  pieces.push('[');
  let first = true;
  for (const item of items) {
    if (!first) pieces.push(',');
    first = false;
    if (item instanceof RenderedRow) pieces.push(item.json);
    else writePart(item, pieces);
  }
  pieces.push(']');
}

/** `Results` of an aggregated read: an object that holds an envelope for each resource. */
function writeParts(parts: Document, pieces: string[]): void {
  let separator = '{';
  for (const [name, part] of Object.entries(parts)) {
    if (part === undefined) continue;
    pieces.push(`${separator}${JSON.stringify(name)}:`);
    separator = ',';
    writePart(part, pieces);
  }
  pieces.push(separator === '{' ? '{}' : '}');
}

function writePart(part: DocumentValue, pieces: string[]): void {
  if (isDocument(part) && holdsRenderedRows(part)) writeEnvelope(part, pieces);
  // JSON.stringify has no text for the holes that untyped code might leave in an array.
  else pieces.push(JSON.stringify(part) ?? 'null');
}
