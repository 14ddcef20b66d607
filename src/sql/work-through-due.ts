// Goes from account to account for as long as something is due: what servers do by themselves at a certain moment. Many
// processes may do so at once; it must not know what they do.
import { findDueWork, setNextWork, type WorkKind } from './due-work.ts';
import type { ListedId } from './accounts.ts';
import type { Database } from './database.ts';

/** What is done where. */
export interface DueWork {
  readonly kind: WorkKind;
  readonly goOn: () => boolean;
  /** Does some of what is due, unless others were faster. Afterwards the account's next moment must have moved on. */
  readonly work: (account: ListedId) => Promise<void>;
  /** Told of an account in which that failed. */
  readonly failed: (account: ListedId, error: unknown) => void;
  /** Where in the list this process begins: others begin elsewhere, so that nobody waits for another. */
  readonly beginAt?: number;
}

/** How many seconds an account in which it failed is left alone. */
const pauseAfterFailure = 60;

/** Works until nothing is due. An account that fails does not hold up the others. */
export async function workThroughDue(database: Database, parts: DueWork): Promise<void> {
  const { kind, goOn, work, failed, beginAt = 0 } = parts;
  const workIn = async (account: ListedId): Promise<void> => {
    try {
      await work(account);
    } catch (error) {
      failed(account, error);
      // Not in the account's own transactions: perhaps those are what fails.
      await database.write(null, (tx) =>
        setNextWork(tx, { kind, accountId: account.id }, tx.now + pauseAfterFailure),
      );
    }
  };
  const someDue = (): Promise<readonly ListedId[]> => database.read(null, (tx) => findDueWork(tx, kind));
  for (let due = await someDue(); due.length > 0 && goOn(); due = await someDue()) {
    const first = beginAt % due.length;
    for (const account of [...due.slice(first), ...due.slice(0, first)]) {
      if (!goOn()) return;
      await workIn(account);
    }
  }
}
