// Text folded so that spellings which people take for the same compare as equal.

/** The text without regard to letter case and Unicode composition: for names that must be unique. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
