// What a client says it can read (RFC 9110 §12.5): types and encodings, as far as the console's files differ in them.

/** Encodings in which files lie ready, the smaller first. */
const known = ['br', 'gzip'] as const;
/** One of them. */
export type ReadyEncoding = (typeof known)[number];

/** The ready encodings that the header accepts, the smaller first. */
export function encodingsOf(header: string | undefined): readonly ReadyEncoding[] {
  const weights = weightsOf(header);
  return known.filter((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0);
}

/** Whether a client names HTML and prefers nothing else to it: browsers do, programs do not. */
export function prefersHtml(header: string | undefined): boolean {
  const weights = weightsOf(header);
  const html = weights.get('text/html') ?? 0;
  return html > 0 && html >= Math.max(...weights.values());
}

function weightsOf(header: string | undefined): ReadonlyMap<string, number> {
  return new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice('q='.length);
      return [name, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
}
