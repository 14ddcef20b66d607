// `hourbook clock heal`: sets right what was written while the clock was ahead.
import { healClock } from '#accounts/heal-clock.ts';
import { openApp } from '#app';
import type { Command } from '../command.ts';
import { leaveEntries } from '../leave-entries.ts';
import { textTable } from '../text-table.ts';

/** Stamps of the future become the present second; logins of the future end. */
export const command: Command = {
  name: 'clock heal',
  summary: 'Sets right what was stamped while the clock was ahead; stop every server first',
  arguments: [],
  options: [],
  async run(context) {
    const { config, clock, print } = context;
    const app = await openApp(config, { clock, mustExist: true });
    try {
      const healed = await healClock(app.engine);
      for (const { accountId, moved, removed } of healed) {
        const done = { action: 'clock heal', after: { moved, removed }, accounts: [accountId] };
        if (moved + removed > 0) await leaveEntries(context, app.engine.database, done);
      }
      const rows = healed.map(({ account, moved, removed }) => [account, String(moved), String(removed)]);
      print({
        text: textTable(['ACCOUNT', 'STAMPS SET', 'LOGINS ENDED'], rows),
        data: { accounts: healed.map(({ account, moved, removed }) => ({ account, moved, removed })) },
      });
    } finally {
      await app.close();
    }
  },
};
