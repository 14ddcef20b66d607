// `hourbook person export --account A --person N --output FILE`: everything about one person as one archive.
import { open } from 'node:fs/promises';
import { AccountError } from '#accounts/account-error.ts';
import { exportPerson } from '#accounts/export-person.ts';
import { openApp } from '#app';
import { ApiError } from '#errors/api-error.ts';
import { writeNewFile } from '#sql/finished-file.ts';
import { CommandFailure, type Command } from '../command.ts';
import { leaveEntries } from '../leave-entries.ts';
import { namedPerson, personOptions } from '../named-person.ts';

/** Writes the archive; never overwrites one. */
export const command: Command = {
  name: 'person export',
  summary: 'Writes everything about one person to a ZIP archive, while the service runs',
  arguments: [],
  options: [
    ...personOptions,
    { flag: 'output', value: 'FILE', doc: 'Where to write it; must not exist yet.', required: true },
  ],
  async run(context) {
    const { options, config, print } = context;
    const file = String(options['output']);
    const app = await openApp(config, { mustExist: true });
    try {
      const person = await namedPerson(app.engine.database, options);
      const { rows, files } = await writeNewFile(file, {
        what: 'an export of a person',
        write: async (draft) => {
          const out = await open(draft, 'wx', 0o600);
          try {
            return await exportPerson(app.engine, person, async (bytes) => void (await out.writeFile(bytes)));
          } finally {
            await out.close();
          }
        },
      });
      const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
      await leaveEntries(context, app.engine.database, {
        action: 'person export',
        after: { user_id: person.userId, rows: count, files },
        accounts: [person.account.id],
      });
      print({
        text: `${file} holds ${count} rows and ${files} files about user ${person.userId} of ${person.account.name}.`,
        data: { file, account: person.account.name, user_id: person.userId, rows, files },
      });
    } catch (error) {
      if (error instanceof AccountError || error instanceof ApiError) throw new CommandFailure(error.message);
      throw error;
    } finally {
      await app.close();
    }
  },
};
