// Suspending an account: its data stays, and the server refuses all callers. Its tokens work again when it is resumed.
import { appendAudit } from '#sql/audit-entries.ts';
import type { Tx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';

const suspend = statement((db, value) =>
  db
    .updateTable('accounts')
    .set({ suspended_at: value(0) })
    .where('id', '=', value(1))
    .where('suspended_at', 'is', null),
);

const resume = statement((db, value) =>
  db
    .updateTable('accounts')
    .set({ suspended_at: null })
    .where('id', '=', value(0))
    .where('suspended_at', 'is not', null),
);

/** Shuts an account from the next request on. False when it was suspended before. */
export async function suspendAccount(tx: Tx, accountId: number): Promise<boolean> {
  return told(tx, { accountId, action: 'account suspend', rows: await suspend.run(tx, [tx.now, accountId]) });
}

/** Opens a suspended account again. False when it was not suspended. */
export async function resumeAccount(tx: Tx, accountId: number): Promise<boolean> {
  return told(tx, { accountId, action: 'account resume', rows: await resume.run(tx, [accountId]) });
}

/** Whether rows were changed; the audit log hears of it. */
async function told(
  tx: Tx,
  { accountId, action, rows }: { accountId: number; action: string; rows: number },
): Promise<boolean> {
  if (rows > 0) await tx.unit((unit) => appendAudit({ tx: unit, accountId }, { actor: 'command', action }));
  return rows > 0;
}
