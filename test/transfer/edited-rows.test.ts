// Tests that an import refuses rows that no write of the service could have left, although their checksums are right.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportAccount } from '#transfer/export-account.ts';
import { importAccount } from '#transfer/import-account.ts';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { booking } from '../time-tracking/booking.ts';
import { exportTo, rowCounts } from './moved.ts';
import { resealed } from './resealed.ts';

/** One value in the rows of a table that have this id. */
interface Edit {
  readonly table: string;
  readonly id?: number;
  readonly sequence?: string;
  readonly set: Readonly<Record<string, string | number | null>>;
}

for (const engine of storageEngines) {
  describe(`an import of edited rows (${engine.name})`, () => {
    let here: Installation;
    let folder: string;
    let text: string;
    let columns: ReadonlyMap<string, readonly string[]>;

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'hourbook-edited-'));
      here = await startInstallation({ engine });
      const { machine } = here.account;
      const mother = await machine.create('departments', { department_name: 'above' });
      await machine.create('departments', { department_name: 'below', mother_id: mother['id'] });
      await machine.create('messages', { sender_id: 1, message: 'First' });
      await machine.create(
        'timeTrackings',
        booking(1, { start: '2026-03-02 08:00', end: '2026-03-02 10:00' }),
      );
      const { id } = await machine.create('messages', { sender_id: 1, message: 'Deleted' });
      await machine.delete(`messages/delete/${id}`);
      const file = join(folder, 'acme.jsonl');
      await exportTo(here.app.engine.database, { accountId: here.account.id, file });
      text = readFileSync(file, 'utf8');
      const headings = text.split('\n').filter((line) => line.startsWith('{"table"'));
      columns = new Map(
        headings.map((line) => {
          const heading = JSON.parse(line) as { table: string; columns: readonly string[] };
          return [heading.table, heading.columns];
        }),
      );
    });
    after(async () => {
      await here?.close();
      rmSync(folder, { recursive: true });
    });

    const edited = (edits: readonly Edit[]): string => {
      const used = new Set<Edit>();
      const changed = resealed(text, (table, row) => {
        const names = columns.get(table) ?? [];
        const valueOf = (name: string): unknown => row[names.indexOf(name)];
        const edit = edits.find(
          (one) =>
            one.table === table &&
            (one.id === undefined || valueOf('id') === one.id) &&
            (one.sequence === undefined || valueOf('sequence') === one.sequence),
        );
        if (edit === undefined) return [row];
        used.add(edit);
        return [names.map((name, place) => (name in edit.set ? edit.set[name] : row[place]))];
      });
      assert.equal(used.size, edits.length, 'every edit finds its row');
      return changed;
    };

    const cases: readonly (readonly [what: string, edits: readonly Edit[], why: RegExp])[] = [
      [
        'an unknown time zone of a person',
        [{ table: 'users', id: 1, set: { timezone: 'Mars/Olympus' } }],
        /The row of users with id 1 holds "Mars\/Olympus" in timezone: it must be an IANA time zone name/,
      ],
      [
        'an unknown time zone as a setting',
        [{ table: 'general_settings', id: 1, set: { setting_value: 'Mars/Olympus' } }],
        /setting_value of server_timezone is "Mars\/Olympus"; it must be an IANA time zone name/,
      ],
      [
        'an unknown time zone of a tracking',
        [{ table: 'time_trackings', id: 1, set: { start_time_timezone: 'x' } }],
        /The row of time_trackings with id 1 holds "x" in start_time_timezone: it must be an IANA/,
      ],
      [
        'a date that does not exist',
        [{ table: 'time_trackings', id: 1, set: { start_date: '0000-99-99' } }],
        /holds "0000-99-99" in start_date: it must be a date that exists, as YYYY-MM-DD/,
      ],
      [
        'a value that is not on the list of its field',
        [{ table: 'time_trackings', id: 1, set: { status: 7 } }],
        /holds 7 in status: it must be one of 1, 2\./,
      ],
      [
        'departments in a circle',
        [
          { table: 'departments', id: 2, set: { mother_id: 3, node_path: '3/2' } },
          { table: 'departments', id: 3, set: { mother_id: 2, node_path: '2/3' } },
        ],
        /The row of departments with id 2 holds "3\/2" in node_path: it must be 2\/3\/2\./,
      ],
      [
        'a person created at no moment that can be shown',
        [{ table: 'users', id: 1, set: { created_at: 99_999_999_999_999 } }],
        /The row of users with id 1 holds 99999999999999 in created_at: it must be a value of the type DateTime/,
      ],
      [
        'a last day with a balance that is no date',
        [{ table: 'users', id: 1, set: { begun_until: 'x' } }],
        /The row of users with id 1 holds "x" in begun_until: it must be a date that exists/,
      ],
      [
        'earlier employments that are no list',
        [{ table: 'users', id: 1, set: { former_employments: 'x' } }],
        /The row of users with id 1 breaks a rule of users: former_employments must be a list/,
      ],
      [
        'earlier employments without an exit date',
        [{ table: 'users', id: 1, set: { former_employments: '[{"id":1}]' } }],
        /The row of users with id 1 breaks a rule of users: former_employments must be a list/,
      ],
      [
        'a deletion at no moment that can be shown',
        [{ table: 'deletions', id: 1, set: { deleted_at: 99_999_999_999_999 } }],
        /The row of deletions with id 1 holds 99999999999999 in deleted_at: it must be a value of the type DateTime/,
      ],
      [
        'a lowered counter',
        [{ table: 'row_counters', sequence: 'messages', set: { next_id: 1 } }],
        /The counter of messages says 1 in row_counters: it must be more than 2, the newest id/,
      ],
    ];
    for (const [what, edits, why] of cases) {
      it(`refuses ${what} and leaves no row`, async () => {
        const file = join(folder, 'edited.jsonl');
        writeFileSync(file, edited(edits));
        const { database } = here.app.engine;
        await assert.rejects(importAccount(here.app.engine, { file, name: 'other' }), why);
        assert.deepEqual(await rowCounts(database, here.account.id + 1), {});
      });
    }

    it('refuses an administrator made by hand and a missing seal once a key is set', async () => {
      const { database } = here.app.engine;
      const migrations = await loadMigrations();
      const file = join(folder, 'sealed.jsonl');
      await exportAccount(database, { accountId: here.account.id, file, key: 'a key', migrations });
      const [seal] = /"seal":"[0-9a-f]{64}"/.exec(readFileSync(file, 'utf8')) ?? [];
      const asAdministrator = edited([{ table: 'users', id: 1, set: { internal_user_group: 2 } }]);
      writeFileSync(join(folder, 'open.jsonl'), asAdministrator);
      writeFileSync(join(folder, 'forged.jsonl'), asAdministrator.replace(/\}\}\n$/, `,${seal}}}\n`));
      for (const [name, why] of [
        ['open', /has no seal: it was written without HOURBOOK_BACKUP_KEY/],
        ['forged', /does not fit HOURBOOK_BACKUP_KEY: the file was changed|is damaged/],
      ] as const)
        await assert.rejects(
          importAccount(here.app.engine, {
            file: join(folder, `${name}.jsonl`),
            key: 'a key',
            name: 'other',
          }),
          why,
        );
      const { name } = await importAccount(here.app.engine, { file, key: 'a key', name: 'moved' });
      assert.equal(name, 'moved');
    });
  });
}
