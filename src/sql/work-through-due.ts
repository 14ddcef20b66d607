// Goes from account to account for as long as something is due: what servers do by themselves at a certain moment. Many
// processes may do so at once; it must not know what they do.
import { findDueWork, setNextWork, type WorkKind } from './due-work.ts';
import type { ListedId } from './accounts.ts';
import type { Database } from './database.ts';

/** What is done where. */
export interface DueWork {
  readonly kind: WorkKind;
  readonly goOn: () => boolean;
  /** Does some of what is due and moves the account's next moment; answers whether there was anything to do. */
  readonly work: (account: ListedId) => Promise<boolean>;
  /** Told of an account in which that failed. */
  readonly failed: (account: ListedId, error: unknown) => void;
  /** Where in the list this process begins: others begin elsewhere, so that nobody waits for another. */
  readonly beginAt?: number;
}

/** How many seconds an account in which it failed is left alone. */
const pauseAfterFailure = 60;

/** Works until nothing is due, or others are at all that is. An account that fails does not hold up the others. */
export async function workThroughDue(database: Database, parts: DueWork): Promise<void> {
  const { kind, goOn, work, failed, beginAt = 0 } = parts;
  const workIn = async (account: ListedId): Promise<boolean> => {
    try {
      return await work(account);
    } catch (error) {
      failed(account, error);
      // Not in the account's own transactions: perhaps those are what fails.
      await database.write(null, (tx) =>
        setNextWork(tx, { kind, accountId: account.id }, tx.now + pauseAfterFailure),
      );
      return true;
    }
  };
  let found = true;
  while (found && goOn()) {
    found = false;
    const due = await database.read(null, (tx) => findDueWork(tx, kind));
    const first = due.length === 0 ? 0 : beginAt % due.length;
    for (const account of [...due.slice(first), ...due.slice(0, first)])
      if (goOn() && (await workIn(account))) found = true;
  }
}
