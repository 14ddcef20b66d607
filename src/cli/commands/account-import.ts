// `hourbook account import FILE`: an account out of a file that `account export` wrote, here or elsewhere.
import { openApp } from '#app';
import { importAccount } from '#moving/import-account.ts';
import type { Command } from '../command.ts';

/** Imports the account; leaves nothing when it cannot. */
export const command: Command = {
  name: 'account import',
  summary: 'Adds an account from a file written by account export, while the service runs',
  arguments: [{ name: 'FILE', doc: 'The file, compressed or not.' }],
  options: [{ flag: 'as', value: 'NAME', doc: 'What to call the account (default: as it was called).' }],
  async run({ arguments: words, options, config, clock, print }) {
    const app = await openApp(config, { clock });
    try {
      const name = options['as'] === undefined ? null : String(options['as']);
      const imported = await importAccount(app.engine, { file: words['FILE'] ?? '', name });
      const state = imported.suspended
        ? ` It is suspended, as it was: hourbook account resume ${imported.name} lets people in.`
        : '';
      print({
        text: `Account ${imported.name} (id ${imported.accountId}) is there, with ${imported.rows} rows.${state}`,
        data: {
          account: imported.name,
          account_id: imported.accountId,
          suspended: imported.suspended,
          rows: imported.rows,
        },
      });
    } finally {
      await app.close();
    }
  },
};
