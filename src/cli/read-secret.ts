// A secret from the environment, from a terminal without echo, or from standard input: never from the command line.
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandFailure } from './command.ts';

/** Where a secret may come from. */
export interface SecretSource {
  readonly variable: string;
  readonly prompt: string;
  readonly readInput: () => Promise<string>;
}

/** Reads the secret; throws {@link CommandFailure} when it is empty. Whether it suits is the account's to say. */
export async function readSecret({ variable, prompt, readInput }: SecretSource): Promise<string> {
  const given = process.env[variable];
  const secret = given !== undefined && given !== '' ? given : await ask(prompt, readInput);
  if (secret === '') throw new CommandFailure(`The password is empty; set ${variable} or type it in.`);
  return secret;
}

async function ask(prompt: string, readInput: () => Promise<string>): Promise<string> {
  if (!process.stdin.isTTY) return readInput();
  process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    const closed = once(terminal, 'close').then(() => '');
    return await Promise.race([terminal.question(''), closed]);
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
