// Tests `export timesheet` beside a running server: the file holds the hours of the interface.
import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { extractText } from 'unpdf';
import readWorkbook from 'read-excel-file/node';
import type { Client, Envelope } from '../support/client.ts';
import { readCsv } from '../export/read-csv.ts';
import { secondsOf } from '../export/written.ts';
import { absence, enter } from '../absences/absence.ts';
import { booking, hire } from '../time-tracking/booking.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { hourbook, serve, type Ended, type ServingProcess } from './executable.ts';
import { createAcme, createSite, loginMachine, type Site } from './site.ts';

const may = { date_from: '2026-05-01', date_to: '2026-05-31' };

describeOnEveryEngine('hourbook export timesheet', (engine) => {
  let site: Site;
  let server: ServingProcess;
  let machine: Client;
  before(async () => {
    site = await createSite(engine);
    const credential = await createAcme(site);
    server = await serve(site.database);
    machine = await loginMachine(server.address, credential);
    const people = [
      await hire(machine, 'zoe', { lastname: 'Äpfel', entry_date: '2026-04-27', exit_date: '2026-06-30' }),
      await hire(machine, 'ben', { lastname: 'Zach', entry_date: '2026-05-18', exit_date: '2026-06-30' }),
    ];
    for (const person of people) {
      const night = { start: '2026-05-31 20:00:07', end: '2026-06-01 02:00:00' };
      await machine.create('timeTrackings', booking(person, night));
      await machine.create(
        'timeTrackings',
        booking(person, { start: '2026-05-19 08:00:11', end: '2026-05-19 18:59:59' }),
      );
      await enter(machine, absence(person, '2026-05-20', '2026-05-21'));
    }
  });
  after(() => site.remove());

  const command = (words: string, ...more: readonly string[]): Promise<Ended> =>
    hourbook([...`export timesheet ${words}`.split(' '), ...more, '--database', site.database]);
  const pathOf = (name: string): string => join(site.folder, name);

  it('writes CSV to standard output with the hours of the overtime report', async () => {
    const { code, output, complaint } = await command('acme --month 2026-05');
    assert.deepEqual([code, complaint], [0, '']);
    const [headings = [], ...rows] = readCsv(output);
    const records = rows.map((row) =>
      Object.fromEntries(headings.map((name, index) => [name, row[index] ?? ''])),
    );
    const totals = records.filter(({ Row }) => Row === 'total');
    assert.deepEqual(
      totals.map(({ Name }) => Name),
      ['Äpfel zoe', 'Zach ben'],
    );
    const report = await machine.get('overtimeReports/read', { ...may, _resolve: 'user_id' });
    const told = report.json['Results'] as readonly Envelope[];
    for (const { user, ...row } of told) {
      const own = records.filter(({ Name }) => Name === `${user.lastname} ${user.firstname}`);
      const hours = own.find(({ Row }) => Row === 'total in hours') ?? {};
      const shown = ['Counted', 'Target', 'Difference', 'Balance'].map((name) => Number(hours[name]));
      const { total_working_time, target_working_hours, working_time_daily_balance } = row;
      assert.deepEqual(shown, [
        total_working_time,
        target_working_hours,
        working_time_daily_balance,
        row['working_time_total_balance'],
      ]);
      assert.equal(
        secondsOf(own.find(({ Row }) => Row === 'total')?.['Worked'] ?? ''),
        3 * 3600 + 3593 + 10 * 3600 + 3588,
      );
      assert.equal(own.find(({ Date }) => Date === '2026-05-20')?.['Absences'], 'Holiday 1');
    }
    assert.equal(records.filter(({ Row }) => Row === 'day').length, 31 + 14);
  });

  it('replaces a file in each format and leaves no partial file', async () => {
    for (const format of ['csv', 'xlsx', 'pdf', 'pdf-table']) {
      const file = pathOf(`may.${format}`);
      await writeFile(file, 'what was there before');
      const { code, json, complaint } = await command(
        `acme --month 2026-05 --format ${format} --json`,
        '--to',
        file,
      );
      assert.equal(code, 0, complaint);
      assert.deepEqual(json, { file, account: 'acme', month: '2026-05', format, people: 2 });
    }
    assert.deepEqual(
      (await command('acme --month 2026-05')).output,
      await readFile(pathOf('may.csv'), 'utf8'),
    );
    const sheets = (await readWorkbook(await readFile(pathOf('may.xlsx')))) as unknown as readonly {
      sheet: string;
    }[];
    assert.deepEqual(
      sheets.map(({ sheet }) => sheet),
      ['Overview', 'Äpfel zoe', 'Zach ben'],
    );
    const { text } = await extractText(new Uint8Array(await readFile(pathOf('may.pdf'))), {
      mergePages: true,
    });
    assert.match(text, /Timesheet May 2026\s+Äpfel zoe/);
    const table = new Uint8Array(await readFile(pathOf('may.pdf-table')));
    assert.match((await extractText(table, { mergePages: true })).text, /Äpfel zoe · 2026-05/);
    assert.deepEqual(
      (await readdir(site.folder)).filter((name) => name.endsWith('.part')),
      [],
    );
  });

  it('writes the timesheet of one user with --user', async () => {
    const file = pathOf('zoe.csv');
    const { output } = await command('ACME --month 2026-05 --user ZOE', '--to', file);
    assert.equal(output, `${file} holds the timesheet of one person for 2026-05.\n`);
    assert.equal((await stat(file)).mode & 0o777, 0o600, 'for the eyes of its owner only');
    const names = readCsv(await readFile(file, 'utf8')).map((record) => record[2]);
    assert.deepEqual([...new Set(names)], ['Name', 'Äpfel zoe', '']);
  });

  it('refuses unknown names and values in one line and keeps the existing file', async () => {
    const file = pathOf('kept.pdf');
    await writeFile(file, 'kept');
    const refusals: readonly (readonly [words: string, code: number, sentence: RegExp])[] = [
      ['nobody --month 2026-05', 1, /There is no account "nobody"/],
      ['acme --month 2026-05 --user nobody', 1, /has no user "nobody"/],
      ['acme --month 2026-04 --user ben', 1, /account of "ben" has no day in 2026-04/],
      ['acme --month 2020-01', 1, /acme has a day in 2020-01/],
      ['acme --month 2026-13', 2, /--month is "2026-13"; it must be a month as YYYY-MM/],
      [
        'acme --month 2026-05 --format doc',
        2,
        /--format is "doc"; it must be one of csv, xlsx, pdf, pdf-table/,
      ],
      ['acme', 2, /--month missing/],
    ];
    for (const [words, code, sentence] of refusals) {
      const ended = await command(words, '--to', file);
      assert.deepEqual([ended.code, ended.output], [code, ''], words);
      assert.match(ended.complaint, /^hourbook: [^\n]+\n$/);
      assert.match(ended.complaint, sentence);
    }
    assert.equal(await readFile(file, 'utf8'), 'kept');
    const nowhere = await command('acme --month 2026-05', '--to', pathOf('no/such/folder.csv'));
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.complaint, /folder\.csv cannot be written: /);
    assert.match((await command('acme --month 2026-05 --json')).complaint, /add --to FILE/);
  });
});
