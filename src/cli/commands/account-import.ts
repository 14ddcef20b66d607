// `hourbook account import FILE`: an account out of a file that `account export` wrote, here or elsewhere.
import { openApp } from '#app';
import { importAccount } from '#transfer/import-account.ts';
import type { Command } from '../command.ts';
import { leaveEntries } from '../leave-entries.ts';

/** Imports the account; leaves nothing when it cannot. */
export const command: Command = {
  name: 'account import',
  summary: 'Adds an account from a file written by account export, while the service runs',
  arguments: [{ name: 'FILE', doc: 'The file, compressed or not.' }],
  options: [
    { flag: 'as', value: 'NAME', doc: 'What to call the account (default: as it was called).' },
    {
      flag: 'files',
      value: 'FOLDER',
      doc: 'Folder with the bytes of its files, as account export --files wrote it.',
    },
  ],
  async run(context) {
    const { arguments: words, options, config, clock, print } = context;
    const file = words['FILE'] ?? '';
    const app = await openApp(config, { clock, mustExist: true });
    try {
      const name = options['as'] === undefined ? null : String(options['as']);
      const imported = await importAccount(app.engine, {
        file,
        key: config.backupKey,
        name,
        files: options['files'] === undefined ? null : String(options['files']),
      });
      if (imported.filesLeft > 0)
        context.warn(
          `the account has ${imported.filesLeft} files whose bytes are not here: import it with --files FOLDER`,
        );
      await leaveEntries(context, app.engine.database, {
        action: 'account import',
        after: { file, rows: imported.rows },
        accounts: [imported.accountId],
      });
      const state = imported.suspended
        ? ` It is suspended, as it was: hourbook account resume ${imported.name} lets people in.`
        : '';
      print({
        text: `Account ${imported.name} (id ${imported.accountId}) is there, with ${imported.rows} rows and ${imported.files} files.${state}`,
        data: {
          account: imported.name,
          account_id: imported.accountId,
          suspended: imported.suspended,
          rows: imported.rows,
          files: imported.files,
          files_left: imported.filesLeft,
        },
      });
    } finally {
      await app.close();
    }
  },
};
