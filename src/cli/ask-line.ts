// One line from a terminal, with what holds when it stays empty.
import { createInterface } from 'node:readline/promises';

/** Asks on standard error; an empty line, or the end of the input, is the suggestion. */
export async function askLine(question: string, suggestion: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question(`${question} [${suggestion}]: `), closed]);
    return answer.trim() === '' ? suggestion : answer.trim();
  } finally {
    lines.close();
  }
}
