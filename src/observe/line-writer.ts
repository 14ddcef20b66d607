// Lines to a stream, gathered for one turn of the event loop: a write for each request would cost a system call each.
import type { Writable } from 'node:stream';

/** Takes a line without its end. */
export type LineWriter = (line: string) => void;

/** Writes to a stream at the end of the turn, and at the end of the process. A reader that goes away stops nothing. */
export function createLineWriter(stream: Pick<Writable, 'write' | 'on'>): LineWriter {
  let waiting = '';
  const flush = (): void => {
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    stream.write(text);
  };
  stream.on('error', () => {});
  process.once('exit', flush);
  return (line) => {
    if (waiting === '') setImmediate(flush);
    waiting += `${line}\n`;
  };
}
