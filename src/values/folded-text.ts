// Text folded so that spellings which people take for the same compare as equal.
import { normalizedText } from './normalized-text.ts';

/** The text without regard to letter case and Unicode composition: for names that must be unique. */
export function foldText(text: string): string {
  return normalizedText(text, 'NFKC').toLowerCase();
}
