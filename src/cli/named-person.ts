// The options by which commands name one person of an account.
import type { NamedPerson } from '#accounts/anonymise-person.ts';
import type { Database } from '#sql/database.ts';
import { UsageError, type CommandContext, type CommandOption } from './command.ts';
import { requireAccount } from './with-database.ts';

/** `--account` and `--person`. */
export const personOptions: readonly CommandOption[] = [
  { flag: 'account', value: 'NAME', doc: 'Name of the account.', required: true },
  { flag: 'person', value: 'ID', doc: 'Id of the person in the account: of users.', required: true },
];

/** The account and the id; throws CommandFailure for an unknown account, UsageError for no id. */
export async function namedPerson(
  database: Database,
  options: CommandContext['options'],
): Promise<NamedPerson> {
  const id = String(options['person']);
  if (!/^[1-9]\d{0,14}$/.test(id))
    throw new UsageError(`--person is ${id}; it must be the id of a user, such as 12`);
  const account = await requireAccount(database, String(options['account']));
  return { account: { id: account.id, name: account.name }, userId: Number(id) };
}
