// What an account expects to be done, beside the rows that say when it must be.
import assert from 'node:assert/strict';
import type { Engine } from '#engine/engine.ts';
import { extremeOf } from '#sql/extreme-of.ts';
import { byHand } from '../sql/scratch.ts';

/** Whatever is due at some moment is looked for then, or earlier: on every path that writes it. */
export async function assertLookedFor(
  { database }: Pick<Engine, 'database'>,
  accountId: number,
): Promise<void> {
  await database.read(accountId, async (tx) => {
    const sql = byHand(`select kind, due_at from due_work where account_id = ${accountId}`);
    const found = await tx.all({ sql, parameters: [] });
    for (const [name, table, column] of [
      ['turn_rows', 'user_status_overview', 'turns_at'],
      ['send_mails', 'mail_outbox', 'due_at'],
    ] as const) {
      const earliest = await extremeOf({ tx, accountId }, { which: 'min', table, column });
      const expected = found.find((row) => row['kind'] === name)?.['due_at'] as number | undefined;
      // Mails of one account follow each other within the second.
      const latest = earliest === null ? Infinity : Math.max(earliest, tx.now);
      if (earliest !== null)
        assert.ok(expected !== undefined && expected <= latest, `${name}: ${expected} after ${earliest}`);
    }
  });
}
