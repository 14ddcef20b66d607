// Goes from account to account for as long as something is due: what servers do by themselves at a certain moment. Many
// processes may do so at once; it must not know what they do.
import { findDueWork, setNextWork, type WorkKind } from './due-work.ts';
import { writeIfListed, type ListedId } from './accounts.ts';
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
  /** Not even that they failed could be noted: this pass leaves them alone. */
  const leftAlone = new Set<number>();
  const workIn = async (account: ListedId): Promise<void> => {
    const { id: accountId } = account;
    try {
      await work(account);
    } catch (error) {
      failed(account, error);
      await writeIfListed(database, accountId, (tx) =>
        setNextWork(tx, { kind, accountId }, tx.now + pauseAfterFailure),
      ).catch(() => leftAlone.add(accountId));
    }
  };
  const someDue = async (): Promise<readonly ListedId[]> =>
    (await findDueWork(database, kind)).filter(({ id }) => !leftAlone.has(id));
  for (let due = await someDue(); due.length > 0 && goOn(); due = await someDue()) {
    const first = beginAt % due.length;
    for (const account of [...due.slice(first), ...due.slice(0, first)]) {
      if (!goOn()) return;
      await workIn(account);
    }
  }
}
