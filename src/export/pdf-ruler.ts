// How wide texts are in a table, and where they break. The same texts come again and again, so each is measured once.

/** Points, of the letters of a table. */
export const fontSize = 7.25;
/** From line to line. */
export const lineHeight = 9;

/** How wide a text may be, and in which letters it stands. */
export interface Room {
  readonly width: number;
  readonly strong: boolean;
}

/** Measures texts in the letters of a table. */
export interface Ruler {
  /** In points. */
  width(text: string, strong: boolean): number;
  /** The lines into which a text is broken between words, and inside a word that no line holds. */
  broken(text: string, room: Room): readonly string[];
  /** The size at which a text needs no more room. */
  fitting(text: string, room: Room): number;
}

const remembered = 20_000;

/** A ruler for the fonts `regular` and `bold` of a document. */
export function openRuler(document: PDFKit.PDFDocument): Ruler {
  const known = { regular: new Map<string, number>(), bold: new Map<string, number>() };
  const width = (text: string, strong: boolean): number => {
    const font = strong ? 'bold' : 'regular';
    let measured = known[font].get(text);
    if (measured === undefined) {
      measured = document.font(font).fontSize(fontSize).widthOfString(text);
      if (known[font].size >= remembered) known[font].clear();
      known[font].set(text, measured);
    }
    return measured;
  };
  const broken = (text: string, room: Room): readonly string[] => {
    const fits = (line: string): boolean => width(line, room.strong) <= room.width;
    return fits(text) ? [text] : brokenWords(text.split(' '), fits);
  };
  return {
    width,
    broken,
    fitting: (text, room) => fontSize * Math.min(1, room.width / width(text, room.strong)),
  };
}

function brokenWords(words: readonly string[], fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.flatMap((one) => pieces(one, fits))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && !fits(longer)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** A word, or the parts of one that is too long for any line. */
function pieces(word: string, fits: (line: string) => boolean): readonly string[] {
  if (fits(word)) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && !fits(part + character)) {
      parts.push(part);
      part = character;
    } else part += character;
  }
  return [...parts, part];
}
