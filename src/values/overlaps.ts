// Which of many spans on a line overlap: half-open, from `from` to before `until`.

/** From `from`, before `until`; `null`: without end. One that ends where it begins overlaps nothing. */
export interface Span {
  readonly id: number;
  readonly from: number;
  readonly until: number | null;
}

/** Two spans that overlap; `other` does not begin later. */
export interface Overlap {
  readonly id: number;
  readonly other: number;
}

/** Each span that begins before one that began earlier has ended, with that one: of those, the one that ends last. */
export function overlapsAmong(spans: readonly Span[]): readonly Overlap[] {
  const ordered = spans
    .filter(({ from, until }) => until !== from)
    .toSorted((a, b) => a.from - b.from || a.id - b.id);
  const found: Overlap[] = [];
  let last: { readonly id: number; readonly until: number } | null = null;
  for (const { id, from, until } of ordered) {
    if (last !== null && from < last.until) found.push({ id, other: last.id });
    const end = until ?? Number.POSITIVE_INFINITY;
    if (last === null || end > last.until) last = { id, until: end };
  }
  return found;
}
