// The database of a command that needs no engine, and the refusals for names that are not in it.
import { findAccount, type FoundAccount } from '#oauth/find-account.ts';
import { findUserByName, type LoginUser } from '#oauth/login-user.ts';
import type { Database, Tx } from '#sql/database.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { commandLockTimeout, openDatabase } from '#sql/open-database.ts';
import { CommandFailure, type CommandContext } from './command.ts';

/** Nothing is observed: a command's result says it all. */
const observe = (): void => {};

type Configured = Pick<CommandContext, 'config' | 'clock'>;

/** Opens the configured database, which must exist, brings its schema up to date, runs `work` and closes it. */
export function withDatabase<T>(context: Configured, work: (database: Database) => Promise<T>): Promise<T> {
  return withBareDatabase(context, async (database) => {
    await migrate(database, { observe, mustExist: true });
    return work(database);
  });
}

/** As {@link withDatabase}, whatever schema the database has. */
export async function withBareDatabase<T>(
  { config, clock }: Configured,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({
    url: config.database,
    clock,
    observe,
    mustExist: true,
    lockTimeout: commandLockTimeout,
    isCommand: true,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** What fails with an Error fails as a command that was understood and could not be done. */
export async function asFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The account of this name; throws {@link CommandFailure}. */
export async function requireAccount(database: Database, name: string | undefined): Promise<FoundAccount> {
  const account = await database.read(null, (tx) => findAccount(tx, name ?? ''));
  if (account === undefined)
    throw new CommandFailure(`there is no account "${name}"; see hourbook account list`);
  return account;
}

/** The user of this name; throws {@link CommandFailure}. */
export async function requireUser(
  tx: Tx,
  { account, username = '' }: { readonly account: FoundAccount; readonly username: string | undefined },
): Promise<LoginUser> {
  const user = await tx.unit((unit) => findUserByName(unit, { accountId: account.id, username }));
  if (user === undefined) throw new CommandFailure(`the account ${account.name} has no user "${username}"`);
  return user;
}
