// The stages before each read, in one snapshot: open it, authenticate (find-caller.ts), refresh due rows (refresh-due.ts).
import type { Resource } from '#resource/resource.ts';
import type { Tx } from '#sql/database.ts';
import type { Engine } from '../engine.ts';
import { nextTurn, refreshDue } from '../refresh-due.ts';
import type { Holder, Sender } from './find-caller.ts';

/** Who reads, and of what. */
export interface AskedRead {
  readonly sender: Sender;
  readonly resources: readonly Resource[];
  /** Whether no other read is to wait for it. */
  readonly isApart?: boolean;
}

/** The snapshot of a read, with what the first stages have found in it. */
export interface ReadSnapshot extends Holder {
  readonly tx: Tx;
  /** Epoch seconds: when the first of the rows will next change only because time passes. */
  readonly turnsAt: number;
}

/**
 * Runs a read for its sender, on a snapshot in which no row of the resources, or from which theirs follow, is due. Throws what
 * authentication refuses.
 */
export async function readAs<T>(
  engine: Engine,
  { sender, resources, isApart = false }: AskedRead,
  work: (snapshot: ReadSnapshot) => Promise<T>,
): Promise<T> {
  const { accountId } = sender;
  const turning = engine.schema.turning.filter((one) =>
    resources.some((read) => read === one || read.follows.includes(one.name)),
  );
  const reading = isApart ? engine.database.readApart : engine.database.read;
  for (;;) {
    const read = await reading(accountId, async (tx) => {
      const holder = await sender.holderIn(tx);
      const turnsAt = await nextTurn({ tx, accountId }, turning);
      if (turnsAt <= tx.now) return { dueIn: holder.caller.accountName };
      return { answer: await work({ tx, turnsAt, ...holder }) };
    });
    if ('answer' in read) return read.answer;
    const account = { id: accountId, name: read.dueIn };
    for (const resource of turning) await refreshDue(engine, account, resource);
  }
}
