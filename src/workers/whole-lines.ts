// Output of several processes into one stream, line by line: pieces of a pipe end anywhere.
import type { Readable } from 'node:stream';

/** Hands on what a stream says, always whole lines; at its end also a line without an end. */
export function forwardLines(from: Readable, write: (text: string) => void): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (piece: string) => {
    const end = piece.lastIndexOf('\n') + 1;
    if (end === 0) {
      rest += piece;
      return;
    }
    write(rest + piece.slice(0, end));
    rest = piece.slice(end);
  });
  from.on('end', () => {
    if (rest !== '') write(`${rest}\n`);
  });
}
