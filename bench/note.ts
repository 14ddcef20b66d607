/** Says what goes on, on standard error, so that standard output holds nothing but the result. */
export function note(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}
