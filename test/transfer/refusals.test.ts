// Tests what an import refuses, and that a refused import leaves no row.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { importAccount } from '#transfer/import-account.ts';
import { readExport } from '#transfer/read-export.ts';
import { booking, hire } from '../time-tracking/booking.ts';
import { scratchDirectory } from '../sql/scratch.ts';
import { storageEngines } from '../support/engines.ts';
import { runs } from '../support/property.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { exportTo, rowCounts } from './moved.ts';
import { digest, resealed } from './resealed.ts';

/** How many files are damaged in each way. */
const counts = runs({ test: 150, long: 2000, soak: 40_000 });

for (const engine of storageEngines) {
  describe(`an account import (${engine.name})`, () => {
    let here: Installation;
    let text: string;

    before(async () => {
      here = await startInstallation({ engine });
      const { machine } = here.account;
      for (const message of ['one', 'two', 'three'])
        await machine.create('messages', { sender_id: 1, message });
      await machine.delete('messages/delete/2');
    });
    after(() => here?.close());

    const exported = async (t: TestContext, name = 'acme.jsonl'): Promise<string> => {
      const file = join(scratchDirectory(t), name);
      await exportTo(here.app.engine.database, { accountId: here.account.id, file });
      return file;
    };

    /** Imports a text as a new account, which must be refused; answers why, and sees that nothing is left. */
    const refusal = async (t: TestContext, content: string | Buffer, name = 'other'): Promise<string> => {
      const file = join(scratchDirectory(t), 'file');
      writeFileSync(file, content);
      const { engine: parts } = here.app;
      const next = await parts.database.read(null, (tx) =>
        tx.all({
          sql: "select next_id from installation_counters where sequence = 'accounts'",
          parameters: [],
        }),
      );
      let why = '';
      await assert.rejects(importAccount(parts, { file, name }), (error: Error) => {
        why = error.message;
        return true;
      });
      assert.deepEqual(await rowCounts(parts.database, Number(next[0]?.['next_id'])), {});
      const left = await parts.database.read(null, (tx) =>
        tx.all({ sql: "select 1 from background_jobs where name = 'clear_account'", parameters: [] }),
      );
      assert.deepEqual(left, []);
      assert.doesNotMatch(why, /\n/);
      return why;
    };

    it('refuses a used name in any letter case and an invalid name', async (t) => {
      text = readFileSync(await exported(t), 'utf8');
      assert.match(await refusal(t, text, 'acme'), /^There is an account "acme" already\.$/);
      assert.match(await refusal(t, text, 'ACME'), /^There is an account "acme" already\.$/);
      assert.match(await refusal(t, text, 'a/b'), /The account name "a\/b" cannot be/);
      assert.match(await refusal(t, text, 'health'), /cannot be/);
    });

    it('refuses an unknown format and schema and names the known ones', async (t) => {
      const lines = text.split('\n');
      const header = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
      const withHeader = (change: object): string => {
        const { sha256: _old, ...rest } = { ...header, ...change };
        const sealed = { ...rest, sha256: digest(JSON.stringify(rest)) };
        return [JSON.stringify(sealed), ...lines.slice(1)].join('\n');
      };
      assert.match(
        await refusal(t, withHeader({ format: 2 })),
        /has the format 2, .* reads format 1: import it with/,
      );
      assert.match(
        await refusal(t, withHeader({ schema: '9999-later' })),
        /has the schema 9999-later, .* newest is 0/,
      );
      assert.match(await refusal(t, withHeader({ export: 'something else' })), /is no export of an account/);
    });

    it('refuses a file that is no export', async (t) => {
      for (const nothing of [
        '',
        '\n',
        '{}\n',
        '[1]\n',
        'hello\n',
        '\u0000\u0001',
        Buffer.from([0x1f, 0x8b, 1, 2, 3]),
      ])
        assert.match(await refusal(t, nothing), /no export of an account|was cut off|is damaged/);
      await assert.rejects(
        importAccount(here.app.engine, { file: '/nowhere/at-all', name: null }),
        /There is no file \/nowhere\/at-all/,
      );
    });

    it('refuses a file cut off at any byte, compressed or not', async (t) => {
      const whole = Buffer.from(text);
      const file = join(scratchDirectory(t), 'cut');
      const property = fc.asyncProperty(fc.nat(whole.length - 1), fc.boolean(), async (length, zipped) => {
        const zip = zipped ? gzipSync(whole) : whole;
        writeFileSync(file, zip.subarray(0, zipped ? length % zip.length : length));
        await assert.rejects(readToEnd(file), /was cut off|no export of an account/);
      });
      await fc.assert(property, counts);
      assert.match(await refusal(t, whole.subarray(0, whole.length / 2)), /was cut off/);
      // Whole lines are missing at the end: only the last line can tell.
      assert.match(await refusal(t, text.split('\n').slice(0, -2).join('\n') + '\n'), /lacks its last line/);
    });

    it('refuses a file with any changed byte', async (t) => {
      const whole = Buffer.from(text);
      const file = join(scratchDirectory(t), 'damaged');
      const end = whole.lastIndexOf(10, -2);
      // Most of a file is rows; what is said about them is damaged as often here.
      const place = fc.oneof(
        fc.nat(whole.length - 1),
        fc.nat(whole.indexOf(10)),
        fc.integer({ min: end, max: whole.length - 1 }),
      );
      const change = fc.record({ at: place, by: fc.integer({ min: 1, max: 255 }) });
      const property = fc.asyncProperty(change, async ({ at, by }) => {
        const bytes = Buffer.from(whole);
        bytes[at] = ((bytes[at] ?? 0) + by) % 256;
        writeFileSync(file, bytes);
        await assert.rejects(
          readToEnd(file),
          /is damaged|was cut off|no export of an account|has the format/,
        );
      });
      await fc.assert(property, counts);
    });

    it('refuses a file with any line missing or repeated', async (t) => {
      const lines = text.split('\n').slice(0, -1);
      const file = join(scratchDirectory(t), 'lines');
      const property = fc.asyncProperty(
        fc.nat(lines.length - 1),
        fc.constantFrom(0, 2),
        async (at, times) => {
          const changed = lines.flatMap((line, index) =>
            index === at ? Array<string>(times).fill(line) : [line],
          );
          writeFileSync(file, `${changed.join('\n')}\n`);
          await assert.rejects(readToEnd(file), /is damaged|was cut off|no export of an account/);
        },
      );
      await fc.assert(property, counts);
    });

    it('refuses rows with missing references or repeated keys and leaves no row', async (t) => {
      const without = resealed(text, (table, row) => (table === 'departments' && row[0] === 1 ? [] : [row]));
      assert.match(await refusal(t, without), /rows of the file do not fit together: reference/);
      const twice = resealed(text, (table, row) => (table === 'messages' ? [row, row] : [row]));
      assert.match(await refusal(t, twice), /rows of the file do not fit together: unique/);
    });

    it('refuses overlapping trackings of one user and names two of them', async (t) => {
      const { machine } = here.account;
      const other = await hire(machine, 'other');
      const days = ['2026-03-02 08:00', '2026-03-02 10:00', '2026-03-02 12:00'];
      for (const [place, start] of days.entries())
        await machine.create(
          'timeTrackings',
          booking(1, { start, end: days[place + 1] ?? '2026-03-02 13:00' }),
        );
      await machine.create(
        'timeTrackings',
        booking(other, { start: '2026-03-02 08:30', end: '2026-03-02 12:30' }),
      );
      const times = readFileSync(await exported(t, 'times.jsonl'), 'utf8');
      const heading = times.split('\n').find((line) => line.startsWith('{"table":"time_trackings"')) ?? '';
      const { columns } = JSON.parse(heading) as { columns: readonly string[] };
      /** With other instants in the row of this id. */
      const withEnds = (ends: ReadonlyMap<number, (end: number) => number | null>): string =>
        resealed(times, (table, row) => {
          const changeEnd =
            table === 'time_trackings' ? ends.get(row[columns.indexOf('id')] as number) : undefined;
          if (changeEnd === undefined) return [row];
          const place = columns.indexOf('end_instant');
          return [row.with(place, changeEnd(row[place] as number))];
        });
      const later = (end: number): number => end + 1;
      const never = (): null => null;
      const fault = (what: string): string =>
        `The rows of the file do not fit together: time_trackings ${what}.`;
      for (const [ends, what] of [
        [new Map([[2, later]]), '3 overlaps 2, and both have the user_id 1'],
        [new Map([[1, never]]), '2 overlaps 1, and both have the user_id 1'],
        [
          new Map([
            [2, never],
            [3, never],
          ]),
          '3 overlaps 2, and both have the user_id 1',
        ],
        [new Map([[3, () => 5]]), '3 ends before it begins'],
      ] as const)
        assert.equal(await refusal(t, withEnds(ends)), fault(what));
      const file = join(scratchDirectory(t), 'fits');
      writeFileSync(
        file,
        withEnds(
          new Map([
            [3, never],
            [4, never],
          ]),
        ),
      );
      await importAccount(here.app.engine, { file, name: 'fits' });
    });

    it('refuses rows whose values do not fit their columns', async (t) => {
      for (const [from, to] of [
        ['"one"', '{"a":1}'],
        ['"one"', 'true'],
        ['"one"', '1.5'],
        ['"one"', '1,2'],
        ['"one"', 'null,null'],
      ] as const) {
        const content = resealed(text.replace(from, to));
        assert.match(await refusal(t, content), /A row of messages is not one value for each column/);
      }
    });

    it('refuses text with NUL or lone surrogates and names table, row and column', async (t) => {
      const client = JSON.stringify(here.account.clientId);
      for (const [from, to, fault] of [
        ['"one"', '"o\\u0000ne"', 'messages with id 1 holds "o\\u0000ne" in message'],
        ['"three"', '"\\ud800"', 'messages with id 3 holds "\\ud800" in message'],
        [
          client,
          '"\\udc00\\ud800"',
          'credentials with client_id "\\udc00\\ud800" holds "\\udc00\\ud800" in client_id',
        ],
      ] as const)
        assert.equal(
          await refusal(t, resealed(text.replace(from, () => to))),
          `The row of ${fault}: it must be well-formed Unicode text without NUL.`,
        );
    });

    it('refuses an account changed later than the clock of this server', async (t) => {
      here.clock.shift += 1_800_000;
      await here.account.machine.create('messages', { sender_id: 1, message: 'of the future' });
      const late = readFileSync(await exported(t, 'late.jsonl'), 'utf8');
      const young = await startInstallation({ engine, account: 'young' });
      t.after(() => young.close());
      const file = join(scratchDirectory(t), 'late');
      writeFileSync(file, late);
      await assert.rejects(
        importAccount(young.app.engine, { file, name: null }),
        /^AccountError: The account was changed at \d.*, and the clock here shows .*: set it right/,
      );
      assert.deepEqual(await rowCounts(young.app.engine.database, young.account.id + 1), {});
      young.clock.shift = here.clock.shift;
      const { accountId } = await importAccount(young.app.engine, { file, name: null });
      assert.ok(accountId > young.account.id + 1, 'the id of the refused one is not used again');
    });

    it('detects compression by the content of a file, not by its name', async (t) => {
      const folder = scratchDirectory(t);
      const plain = readFileSync(await exported(t));
      const zip = readFileSync(await exported(t, 'acme.gz'));
      assert.ok(gunzipSync(zip).equals(plain));
      for (const [name, bytes] of [
        ['a.jsonl', zip],
        ['b.gz', plain],
      ] as const) {
        writeFileSync(join(folder, name), bytes);
        await importAccount(here.app.engine, { file: join(folder, name), name: `copy-${name[0]}` });
      }
    });
  });
}

async function readToEnd(file: string): Promise<void> {
  for await (const piece of readExport(file)) assert.ok(piece.kind);
}
