// Names of sheets as workbooks take them: at most 31 characters, none of []:*?/\, no two alike in any letter case.

const longest = 31;

/** A name for each text, as near to it as can be. */
export function sheetNames(texts: readonly string[]): readonly string[] {
  // Reserved in workbooks.
  const taken = new Set(['history']);
  return texts.map((text) => {
    const plain = text
      .replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ')
      .replaceAll(/^'+|'+$/g, '')
      .trim();
    const wanted = plain === '' ? 'Sheet' : plain;
    let name = shortened(wanted, '');
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = shortened(wanted, ` (${number})`);
    taken.add(name.toLowerCase());
    return name;
  });
}

/** Workbooks count UTF-16 units, but no character is cut in two. */
function shortened(text: string, end: string): string {
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length + end.length > longest) break;
    kept += character;
  }
  return `${kept.trimEnd()}${end}`;
}
