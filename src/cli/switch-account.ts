// What `account suspend` and `account resume` share: one account, one switch, and what is said of it.
import type { Tx } from '#sql/database.ts';
import type { CommandContext } from './command.ts';
import { requireAccount, withDatabase } from './with-database.ts';

/** One position of the switch. */
export interface AccountSwitch {
  /** Turns it; false when it stood there already. */
  readonly turn: (tx: Tx, accountId: number) => Promise<boolean>;
  readonly suspended: boolean;
  /** What the account is then, and what it was if nothing changed. */
  readonly changedText: string;
  readonly unchangedText: string;
}

/** Turns the switch of the account that the command names and prints the outcome. */
export async function switchAccount(context: CommandContext, to: AccountSwitch): Promise<void> {
  const { account, changed } = await withDatabase(context, async (database) => {
    const found = await requireAccount(database, context.arguments['NAME']);
    return { account: found.name, changed: await database.write(found.id, (tx) => to.turn(tx, found.id)) };
  });
  context.print({
    text: `The account ${account} ${changed ? to.changedText : to.unchangedText}.`,
    data: { account, suspended: to.suspended, changed },
  });
}
