// The people of an account whom a command is about: all of them, or the one named.
import { AccountError } from './account-error.ts';
import type { Engine } from '#engine/engine.ts';
import { readView } from '#engine/read/read-view.ts';
import type { Row } from '#resource/rule.ts';
import { accountNamed, type ListedId } from '#sql/accounts.ts';
import { foldText } from '#values/folded-text.ts';
import { asUnit } from '#sql/transaction.ts';

/** Whom a command names. */
export interface AskedPeople {
  /** Name of the account, in any letter case. */
  readonly account: string;
  /** Login name in any letter case; `null`: everybody. */
  readonly username: string | null;
}

/** An account and what is kept of people of it, by id. */
export interface FoundPeople<T> {
  readonly account: ListedId;
  readonly people: readonly T[];
}

const rowsAtOnce = 200;

/** Finds them and keeps something of each; throws {@link AccountError} when there is no such account or person. */
export async function findPeople<T>(
  { database, schema }: Pick<Engine, 'database' | 'schema'>,
  { account, username }: AskedPeople,
  keep: (person: Row) => T,
): Promise<FoundPeople<T>> {
  const name = account.toLowerCase();
  const id = await database.read(null, (tx) => accountNamed(tx, name));
  if (id === undefined)
    throw new AccountError(`There is no account "${account}"; see hourbook account list.`);
  return database.read(
    id,
    asUnit((tx) => {
      const view = readView({ tx, accountId: id }, schema);
      const comparisons =
        username === null ? [] : [{ column: 'username_folded', is: '=', value: foldText(username) } as const];
      const people: T[] = [];
      for (let last: number | null = 0; last !== null;) {
        const after = { column: 'id', is: '>', value: last } as const;
        const rows: readonly Row[] = view.find('users', [...comparisons, after], { limit: rowsAtOnce });
        people.push(...rows.map(keep));
        last = rows.length < rowsAtOnce ? null : (rows.at(-1)?.['id'] as number);
      }
      if (username !== null && people.length === 0)
        throw new AccountError(`The account ${name} has no user "${username}".`);
      return { account: { id, name }, people };
    }),
  );
}
