// Finding tasks and people by what is typed: every word must occur, and beginnings come first. Marks and case do not count.

/** Text without marks and case, for comparing. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The order of two texts by their letters' numbers. `localeCompare` takes a slow phone 75 ms before its first answer. */
export function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The items that a text finds, best first; all of them, in their order, when it is empty. */
export function matching<Item>(
  items: readonly Item[],
  text: string,
  of: (item: Item) => string,
): readonly Item[] {
  const typed = plain(text).split(/\s+/).filter(Boolean);
  if (typed.length === 0) return items;
  return items
    .map((item, index) => ({ item, index, score: scoreOf(plain(of(item)), typed) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ item }) => item);
}

function scoreOf(text: string, typed: readonly string[]): number {
  let score = 0;
  for (const word of typed) {
    if (!text.includes(word)) return 0;
    const isStart = text.startsWith(word);
    score += isStart ? 3 : new RegExp(`[^\\p{L}\\p{N}]${escape(word)}`, 'u').test(text) ? 2 : 1;
  }
  return score;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
