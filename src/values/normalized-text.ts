// Unicode normalisation of text that clients send. It sorts marks that follow each other, in time that grows with the square
// of their number: the name of a login, 64 KiB of marks, would hold the event loop.

/** More marks than any language puts on a letter: UAX 15 allows 30 in its stream-safe format. */
const tooManyMarks = /\p{M}{31}/u;

/** The text in a normal form; text with more than 30 marks in a row as it is. */
export function normalizedText(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return tooManyMarks.test(text) ? text : text.normalize(form);
}
