// The letters of printed documents: DejaVu Sans Condensed, embedded as far as it is used. Latin, Greek, Cyrillic, Armenian
// and Georgian are printed as they are; of what it has no letters for, a square stands for each.
import { readFile } from 'node:fs/promises';

/** The font files, and what they can print. */
export interface Fonts {
  readonly regular: Buffer;
  readonly bold: Buffer;
  /** The text with a square for what has no letter, and a space for what is none. */
  readonly printable: (text: string) => string;
}

const missing = '□';

/** Reads the fonts of the installed package. */
export async function openFonts(): Promise<Fonts> {
  const { create } = await import('fontkit');
  const regular = await readFile(fontFile('DejaVuSansCondensed.ttf'));
  const bold = await readFile(fontFile('DejaVuSansCondensed-Bold.ttf'));
  const font = create(regular);
  const hasLetter = (character: string): boolean =>
    'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  const printable = (text: string): string =>
    [...text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')]
      .map((character) => (hasLetter(character) ? character : missing))
      .join('');
  return { regular, bold, printable };
}

function fontFile(name: string): URL {
  return new URL(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}`));
}
