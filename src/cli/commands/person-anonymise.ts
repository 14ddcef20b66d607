// `hourbook person anonymise --account A --person N`: takes away who a person is, for good, and keeps all hours.
import { createInterface } from 'node:readline/promises';
import { AccountError } from '#accounts/account-error.ts';
import { anonymisePerson, type Anonymised } from '#accounts/anonymise-person.ts';
import { openApp } from '#app';
import { ApiError } from '#errors/api-error.ts';
import { CommandFailure, UsageError, type Command } from '../command.ts';
import { namedPerson, personOptions } from '../named-person.ts';

/** Anonymises a person after a confirmation. */
export const command: Command = {
  name: 'person anonymise',
  summary: 'Removes name, contacts, remarks, files and mails of a person who has left; hours and totals stay',
  arguments: [],
  options: [...personOptions, { flag: 'yes', doc: 'Asks for no confirmation.' }],
  async run({ options, config, print, warn }) {
    const app = await openApp(config, { mustExist: true });
    try {
      const person = await namedPerson(app.engine.database, options);
      if (options['yes'] !== true) await confirm(person.userId);
      const { files, named } = await anonymisePerson(app.engine, person);
      if (named.length > 0) warn(sentenceOf(named));
      print({
        text: `User ${person.userId} of ${person.account.name} is anonymous: ${files} files are gone, all hours stay.`,
        data: { account: person.account.name, user_id: person.userId, files, named },
      });
    } catch (error) {
      if (error instanceof AccountError || error instanceof ApiError) throw new CommandFailure(error.message);
      throw error;
    } finally {
      await app.close();
    }
  },
};

const mostNamed = 20;

function sentenceOf(named: Anonymised['named']): string {
  const list = named.slice(0, mostNamed).map(({ table, id }) => `${table} ${id}`);
  const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : '';
  return `the family name alone still stands in ${list.join(', ')}${more}: it may be a word there; look at these rows`;
}

async function confirm(userId: number): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError('add --yes to anonymise a person without being asked');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const asked = `This cannot be undone. Type the id ${userId} to go on: `;
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question(asked), closed]);
    if (answer.trim() !== String(userId)) throw new CommandFailure('nothing was changed');
  } finally {
    lines.close();
  }
}
