// What a command tells the audit logs of the accounts that it has worked on.
import { listAccountIds, writeIfListed } from '#sql/accounts.ts';
import { appendAudit } from '#sql/audit-entries.ts';
import type { Database } from '#sql/database.ts';
import type { CommandContext } from './command.ts';

/** What was done. */
export interface Done {
  /** Name of the command. */
  readonly action: string;
  /** What it came to, by names of the command's own. */
  readonly after: Readonly<Record<string, unknown>>;
  /** Ids of the accounts; every account when left out. */
  readonly accounts?: readonly number[];
}

/** Appends an entry in each account. The work is done by then: what fails here is a remark, and the command succeeds. */
export async function leaveEntries(
  { warn }: Pick<CommandContext, 'warn'>,
  database: Database,
  { action, after, accounts }: Done,
): Promise<void> {
  const entry = { actor: 'command', action, after: JSON.stringify(after) } as const;
  try {
    const all = accounts ?? (await database.read(null, listAccountIds)).map(({ id }) => id);
    for (const accountId of all)
      await writeIfListed(database, accountId, (tx) =>
        tx.unit((unit) => appendAudit({ tx: unit, accountId }, entry)),
      );
  } catch (error) {
    warn(`the audit log does not tell of this: ${error instanceof Error ? error.message : String(error)}`);
  }
}
