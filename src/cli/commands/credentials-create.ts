// `hourbook credentials create ACCOUNT --name LABEL`: what a program needs to get tokens.
import { createCredential } from '#oauth/credentials.ts';
import { parseDate } from '#values/civil-date.ts';
import { ValueError } from '#values/value-error.ts';
import { UsageError, type Command, type CommandContext } from '../command.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

/** Creates a credential; the secret is printed this once. */
export const command: Command = {
  name: 'credentials create',
  summary: 'Creates an API credential of an account and prints its secret, this once',
  arguments: [{ name: 'ACCOUNT', doc: 'Name of the account.' }],
  options: [
    { flag: 'name', value: 'LABEL', doc: 'What it is used for, as lists show it.', required: true },
    { flag: 'read-only', doc: 'Its tokens can read, and change nothing.' },
    { flag: 'expires', value: 'DATE', doc: 'Last day on which it works (YYYY-MM-DD, UTC).' },
  ],
  async run(context) {
    const { arguments: words, options, print } = context;
    const name = labelOf(context);
    const lastDay = lastDayOf(context);
    const readOnly = options['read-only'] === true;
    const { account, created } = await withDatabase(context, async (database) => {
      const { id: accountId, name: found } = await requireAccount(database, words['ACCOUNT']);
      const made = await database.write(accountId, (tx) =>
        createCredential(tx, { accountId, name, readOnly, lastDay }),
      );
      return { account: found, created: made };
    });
    const { clientId } = created.credential;
    const { clientSecret } = created;
    print({
      text: `client_id      ${clientId}\nclient_secret  ${clientSecret}\nThe secret is not shown again.`,
      data: {
        account,
        client_id: clientId,
        client_secret: clientSecret,
        name,
        read_only: readOnly,
        expires: lastDay,
      },
    });
  },
};

function labelOf({ options }: CommandContext): string {
  const name = String(options['name']).trim();
  if (name === '' || name.length > 255) throw new UsageError('--name must have 1 to 255 characters');
  return name;
}

function lastDayOf({ options, clock }: CommandContext): string | null {
  const given = options['expires'];
  if (typeof given !== 'string') return null;
  try {
    const day = parseDate(given);
    if (day >= new Date(clock()).toISOString().slice(0, 10)) return day;
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new UsageError(`--expires ${error.message}, not "${given}"`);
  }
  throw new UsageError(`--expires must not be in the past, as ${given} is`);
}
