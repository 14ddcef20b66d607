// Where an edge comes to lie: the nearest step, or what attracts it within reach. One function for moves and resizes.

/** What attracts an edge on a date; all in minutes since the date began. */
export interface Magnets {
  readonly step: number;
  /** Edges of neighbours, and now. */
  readonly edges: readonly number[];
  /** Minutes within which an edge attracts. */
  readonly reach: number;
  /** Ctrl or ⌘: nothing attracts, and minutes count. */
  readonly isOff: boolean;
}

/** Where it snapped to; `line` is the magnet's minute when one attracted it. */
export interface Snapped {
  readonly minute: number;
  readonly line: number | null;
}

/** Snaps one minute. */
export function snap(minute: number, magnets: Magnets): Snapped {
  if (magnets.isOff) return { minute: Math.round(minute), line: null };
  const near = magnets.edges
    .map((edge) => ({ edge, distance: Math.abs(edge - minute) }))
    .filter(({ distance }) => distance <= magnets.reach)
    .sort((a, b) => a.distance - b.distance)[0];
  if (near !== undefined) return { minute: near.edge, line: near.edge };
  return { minute: Math.round(minute / magnets.step) * magnets.step, line: null };
}

/** Snaps a range that is moved as a whole: whichever of its two edges is attracted more carries the other along. */
export function snapRange(from: number, length: number, magnets: Magnets): Snapped {
  const [start, end] = [snap(from, magnets), snap(from + length, magnets)];
  if (start.line === null && end.line !== null) return { minute: end.minute - length, line: end.line };
  if (start.line !== null && end.line !== null) {
    const closer = Math.abs(end.line - from - length) < Math.abs(start.line - from);
    return closer ? { minute: end.minute - length, line: end.line } : start;
  }
  return start;
}
