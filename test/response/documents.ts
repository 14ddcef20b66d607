// Generates arbitrary documents for tests of encoders.
import fc from 'fast-check';
import { RenderedRow, type Document, type DocumentValue } from '#response/document.ts';

/** Text that is hard on encoders: any Unicode with what XML, JSON and line ends treat specially. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('&', '<', '>', ']]>', '"', "'", '\\', '\r', '\n', '\t', '\r\n', ' ', 'é', '😀'),
  }),
  fc.string({
    unit: fc.constantFrom(
      '\u0000',
      '\u0008',
      '\u001f',
      '\u0085',
      '\u2028',
      '\ufffe',
      '\uffff',
      '\ud800',
      'a',
    ),
  }),
  fc.constantFrom(
    '',
    ' leading',
    'trailing\n',
    '&amp;',
    '&#13;',
    '<![CDATA[x]]>',
    '<!-- x -->',
    '1',
    '0',
    'null',
  ),
);

/** Names of fields, resources and envelope members. */
export const memberName: fc.Arbitrary<string> = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,8}$/)
  .filter(
    (name) => name !== 'Results' && name !== 'toString' && name !== 'valueOf' && name !== 'constructor',
  );

/** Decimals as answers hold them, the smallest included. */
const number = fc.oneof(
  fc.double({ noNaN: true, min: -1e15, max: 1e15 }).filter((given) => given === 0 || Math.abs(given) > 1e-80),
  fc.integer().map((units) => units / 1e7),
  fc.constantFrom(1e-7, -9e-7, 0),
);

const scalar = fc.oneof(text, fc.integer(), number, fc.boolean());

/** A flat row, empty fields included. */
export const row: fc.Arbitrary<Document> = fc.dictionary(memberName, fc.option(scalar, { nil: null }), {
  maxKeys: 8,
});

/** Documents with objects and arrays in them, but no array directly in an array and no rendered rows. */
export const document: fc.Arbitrary<Document> = fc.letrec<{ document: Document; value: DocumentValue }>(
  (tie) => ({
    document: fc.dictionary(memberName, tie('value'), { maxKeys: 6 }),
    value: fc.oneof(
      { maxDepth: 4 },
      fc.option(scalar, { nil: null }),
      tie('document'),
      fc.array(fc.oneof(fc.option(scalar, { nil: null }), tie('document')), { maxLength: 5 }),
    ),
  }),
).document;

/** The same answer twice: with rendered rows, and with the rows themselves. */
export interface Twins {
  readonly rendered: Document;
  readonly expanded: Document;
}

const twinRow: fc.Arbitrary<{ rendered: DocumentValue; expanded: DocumentValue }> = fc.oneof(
  row.map((plain) => ({ rendered: new RenderedRow(JSON.stringify(plain)), expanded: plain })),
  row.map((plain) => ({ rendered: plain, expanded: plain })),
);

/** Envelopes whose `Results` hold rendered rows, batch items, or envelopes by resource, to any depth. */
export const twins: fc.Arbitrary<Twins> = fc.letrec<{ envelope: Twins }>((tie) => ({
  envelope: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(document, fc.array(twinRow)).map(([members, rows]) => ({
      rendered: { ...members, Results: rows.map((one) => one.rendered), Error: undefined },
      expanded: { ...members, Results: rows.map((one) => one.expanded) },
    })),
    fc.tuple(document, fc.array(tie('envelope'), { maxLength: 4 })).map(([members, items]) => ({
      rendered: { ...members, Results: items.map((item) => item.rendered) },
      expanded: { ...members, Results: items.map((item) => item.expanded) },
    })),
    fc
      .tuple(fc.dictionary(memberName, tie('envelope'), { maxKeys: 4 }), document)
      .map(([parts, members]) => ({
        rendered: { Results: mapValues(parts, (part) => part.rendered), ...members },
        expanded: { Results: mapValues(parts, (part) => part.expanded), ...members },
      })),
  ),
})).envelope;

function mapValues(parts: Record<string, Twins>, pick: (part: Twins) => Document): Document {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, pick(part)]));
}
